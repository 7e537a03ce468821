import { expect, test } from 'vitest';
import { storable } from './storable-outcome.ts';

test('NUL and lone surrogates become the replacement character everywhere; all else stays', () => {
  const half = '😀'.slice(0, 1);
  const given = { message: `a\0b${half}`, list: [['x', `${half}😀`]], number: 7, none: null, flag: true };
  expect(storable(given)).toEqual({ message: 'a�b�', list: [['x', '�😀']], number: 7, none: null, flag: true });
});
