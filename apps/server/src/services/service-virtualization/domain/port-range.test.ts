import { expect, test } from 'vitest';
import { freePorts, isIn, portRangeOf } from './port-range.ts';

test.each([
  ['1-65535', { from: 1, to: 65_535 }],
  ['1-65536', undefined],
  ['-1-5', undefined],
  ['1-5-9', undefined],
  ['20000-20050', { from: 20_000, to: 20_050 }],
  [' 8081-8081 ', { from: 8081, to: 8081 }],
  ['20050-20000', undefined],
  ['0-10', undefined],
  ['60000-70000', undefined],
  ['20000', undefined],
  ['20000-', undefined],
  ['a-b', undefined],
])('%s is the range %j', (text, expected) => {
  expect(portRangeOf(text)).toEqual(expected);
});

test('free ports are the ports of the range that no mock uses', () => {
  const range = { from: 5, to: 8 };
  expect([...freePorts(range, new Set([5, 7, 9]))]).toEqual([6, 8]);
  expect([
    isIn(range, 5),
    isIn(range, 8),
    isIn(range, 9),
    isIn(range, 4),
    isIn(range, null),
    isIn(undefined, 5),
  ]).toEqual([true, true, false, false, false, false]);
});
