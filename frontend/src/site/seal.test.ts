import { afterEach, expect, it } from 'vitest';
import { fingerprint, remembered, startSeals } from './seal';

afterEach(() => localStorage.clear());

it('makes the SHA-256 of a text', async () => {
  expect(await fingerprint('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

it('remembers the first fingerprint that it was shown for a day', () => {
  document.body.innerHTML = '<div data-sealed="2026-11-30 tripeaks" data-commitment="aa"></div>';
  startSeals();
  document.body.innerHTML = '<div data-sealed="2026-11-30 tripeaks" data-commitment="bb"></div>';
  startSeals();
  expect(remembered('2026-11-30 tripeaks')).toBe('aa');
  expect(remembered('2026-11-29 tripeaks')).toBeUndefined();
});
