/** The settings of the table, shown as data attributes on <html> for the style sheets. */
import { type Signal, signal } from '@preact/signals';
import { follow, keep, recall, type Values } from './stored';

export interface Settings {
  theme: 'system' | 'light' | 'dark';
  suits: 'two' | 'four';
  faces: 'light' | 'dark';
  print: 'normal' | 'large';
  contrast: 'system' | 'normal' | 'more';
  hand: 'right' | 'left';
  motion: 'system' | 'on' | 'off';
  /** Say why a move is refused. */
  errorHelp: boolean;
  /** Letters act on the board. */
  singleKeys: boolean;
  sound: boolean;
  /** Say when a casual game can no longer be won. */
  deadEnds: boolean;
}

const DEFAULTS: Settings = {
  theme: 'system',
  suits: 'two',
  faces: 'light',
  print: 'normal',
  contrast: 'system',
  hand: 'right',
  motion: 'system',
  errorHelp: true,
  singleKeys: true,
  sound: false,
  deadEnds: false,
};

export const settings: Signal<Settings> = signal(complete(recall()));

function complete(values: Values): Settings {
  return { ...DEFAULTS, ...values };
}

export function change(part: Partial<Settings>): void {
  settings.value = { ...settings.value, ...part };
  applySettings();
  keep(part, { ...settings.value });
}

/** Shows the settings on this page, and keeps them alike on the server and in other tabs. */
export function startSettings(): void {
  applySettings();
  follow((all) => {
    settings.value = complete(all);
    applySettings();
  });
}

/** Whether cards move, by the person's choice or else the device's. */
export function motionIsOn(): boolean {
  const { motion } = settings.value;
  return motion === 'system' ? !matchMedia('(prefers-reduced-motion: reduce)').matches : motion === 'on';
}

export function contrastIsHigh(): boolean {
  const { contrast } = settings.value;
  return contrast === 'system' ? matchMedia('(prefers-contrast: more)').matches : contrast === 'more';
}

function applySettings(): void {
  const { theme, suits, faces, hand, motion } = settings.value;
  const { dataset } = document.documentElement;
  const set = (name: string, value: string | null) => {
    if (value === null) delete dataset[name];
    else dataset[name] = value;
  };
  set('theme', theme === 'system' ? null : theme);
  set('suits', suits === 'four' ? suits : null);
  set('faces', faces === 'dark' ? faces : null);
  set('hand', hand === 'left' ? hand : null);
  set('motion', motion === 'system' ? null : motion);
  set('contrast', contrastIsHigh() ? 'more' : null);
}
