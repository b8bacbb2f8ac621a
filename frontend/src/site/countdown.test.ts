import { afterEach, expect, test, vi } from 'vitest';
import { remaining, startCountdowns } from './countdown';

afterEach(() => {
  vi.useRealTimers();
  document.body.innerHTML = '';
});

test.each([
  [76_360_000, '21:12:40'],
  [999, '0:00:01'],
  [0, '0:00:00'],
  [-5, '0:00:00'],
])('%i ms are %s', (ms, shown) => {
  expect(remaining(ms)).toBe(shown);
});

test('a countdown ticks every second and stops at nothing', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-30T23:59:58Z') });
  document.body.innerHTML = '<time data-until="2026-12-01T00:00:00Z"></time>';
  startCountdowns();
  const shown = () => document.querySelector('time')?.textContent;
  expect(shown()).toBe('0:00:02');
  vi.advanceTimersByTime(1000);
  expect(shown()).toBe('0:00:01');
  vi.advanceTimersByTime(5000);
  expect(shown()).toBe('0:00:00');
  expect(vi.getTimerCount()).toBe(0);
});
