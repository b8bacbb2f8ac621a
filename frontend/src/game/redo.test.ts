import { expect, test } from 'vitest';
import { redoable } from './redo';

const steps = (text: string, from = 1) => text.split(' ').map((action, at) => ({ seq: from + at, action }));
const after = (text: string) => redoable(steps(text), text.split(' ').length);

test('what was taken back can be played again, the last undone first', () => {
  expect(after('r20 r23 d')).toEqual([]);
  expect(after('r20 r23 d u u')).toEqual(['d', 'r23']);
  expect(after('r20 r23 d u u r23')).toEqual(['d']);
  expect(after('r20 r23 d u u r23 d')).toEqual([]);
  expect(after('r20 r23 d u u r23 u')).toEqual(['d', 'r23']);
});

test('any other action ends it, a pause does not', () => {
  expect(after('r20 r23 u u d')).toEqual([]);
  expect(after('r20 r23 u u d u')).toEqual(['d']);
  expect(after('r20 r23 u h g')).toEqual(['r23']);
});

test('what this browser has not seen done cannot be played again', () => {
  expect(redoable(steps('r23 u u', 8), 10)).toEqual([]);
  expect(redoable(steps('r23 u u d u', 8), 12)).toEqual(['d']);
  expect(redoable([...steps('r20 r23 u'), ...steps('r18', 6)], 6)).toEqual([]);
  expect(redoable(steps('r20 u'), 5)).toEqual([]);
});
