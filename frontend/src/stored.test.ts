import { beforeEach, expect, test, vi } from 'vitest';
import { keep, recall } from './stored';

const { dataset } = document.documentElement;
const put = (name: string, values: object) => localStorage.setItem(`solitaire.settings${name}`, JSON.stringify(values));
const kept = (name: string) => JSON.parse(localStorage.getItem(`solitaire.settings${name}`) ?? '{}');

beforeEach(() => {
  localStorage.clear();
  delete dataset.settings;
  vi.stubGlobal('fetch', vi.fn().mockResolvedValue({ ok: true }));
});

test('an account brings its settings in place of those of the browser', () => {
  put('', { theme: 'light', suits: 'four' });
  dataset.settings = '{"theme":"dark"}';
  expect(recall()).toEqual({ theme: 'dark' });
});

test('what has not been sent yet wins over what the server has, setting by setting', () => {
  put('.unsent', { suits: 'four' });
  dataset.settings = '{"theme":"dark","suits":"two"}';
  expect(recall()).toEqual({ theme: 'dark', suits: 'four' });
});

test('somebody without settings takes along what they chose in this browser', () => {
  put('', { faces: 'dark' });
  dataset.settings = '{}';
  expect(recall()).toEqual({ faces: 'dark' });
  expect(kept('.unsent')).toEqual({ faces: 'dark' });
});

test('what somebody left unsent is not for whoever signs in next', () => {
  put('.unsent', { theme: 'dark' });
  recall();
  dataset.settings = '{"theme":"light"}';
  expect(recall()).toEqual({ theme: 'light' });
});

test('a page made before the last change arrived does not take it back', () => {
  put('', { theme: 'dark' });
  put('.sent', { at: performance.timeOrigin + 1 });
  dataset.settings = '{"theme":"light"}';
  expect(recall()).toEqual({ theme: 'dark' });
});

test('somebody without a session leaves nothing on the server', () => {
  vi.useFakeTimers();
  keep({ theme: 'dark' }, { theme: 'dark' });
  vi.runAllTimers();
  expect(kept('')).toEqual({ theme: 'dark' });
  expect(fetch).not.toHaveBeenCalled();
  vi.useRealTimers();
});
