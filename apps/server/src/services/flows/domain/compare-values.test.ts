import { expect, test } from 'vitest';
import { compareValues } from './compare-values.ts';

test.each([
  ['equal values', { a: [1, { b: null }] }, { a: [1, { b: null }] }, []],
  ['a value', { id: 1 }, { id: 2 }, [{ path: 'outputs.id', before: 1, after: 2 }]],
  ['a type', { id: 1 }, { id: '1' }, [{ path: 'outputs.id', before: 1, after: '1' }]],
  ['an added value', {}, { id: null }, [{ path: 'outputs.id', after: null }]],
  ['a removed value', { id: false }, {}, [{ path: 'outputs.id', before: false }]],
  [
    'a row',
    { rows: [1, 2] },
    { rows: [1, 3, 4] },
    [
      { path: 'outputs.rows[1]', before: 2, after: 3 },
      { path: 'outputs.rows[2]', after: 4 },
    ],
  ],
  ['an object in place of a list', { a: [] }, { a: {} }, [{ path: 'outputs.a', before: [], after: {} }]],
  ['deep values', { a: { b: { c: 1 } } }, { a: { b: { c: 2 } } }, [{ path: 'outputs.a.b.c', before: 1, after: 2 }]],
])('%s', (_name, before, after, expected) => {
  expect(compareValues('outputs', before, after)).toEqual(expected);
});

test('the list is limited and long values are truncated', () => {
  const rows = (value: number) => Array.from({ length: 1000 }, () => value);
  expect(compareValues('', rows(1), rows(2), 7)).toHaveLength(7);
  expect(compareValues('a', 'x'.repeat(5000), 1)[0]?.before).toBe(`${'x'.repeat(2000)}…`);
});
