import { describe, expect, test } from 'vitest';
import type { Cell, KeyColumn } from './plan.ts';
import { type KeyKind, keyKind, rowKey } from './row-key.ts';

const key = (given: Partial<KeyColumn> = {}) => ({ compareAs: 'auto', ...given }) as KeyColumn;
const one = (cell: Cell, kind: KeyKind = 'text', given: Partial<KeyColumn> = {}) =>
  rowKey([cell], [key(given)], [kind], 'Europe/Berlin');

test.each<[compareAs: KeyColumn['compareAs'], cells: Cell[], kind: KeyKind]>([
  ['auto', ['a', '1'], 'text'],
  ['auto', ['a', 1], 'number'],
  ['auto', ['a', 1n], 'number'],
  ['auto', [{ '#number': '1.5' }], 'number'],
  ['auto', [], 'text'],
  ['json', [1], 'text'],
  ['text', [1], 'text'],
  ['date', ['a'], 'date'],
  ['boolean', ['a'], 'boolean'],
])('a key that is compared as %s is read by its values %s as %s', (compareAs, cells, kind) => {
  expect(keyKind({ compareAs }, cells)).toBe(kind);
});

describe('rows match if their keys do', () => {
  test.each<[api: Cell, database: Cell, kind: KeyKind, given?: Partial<KeyColumn>]>([
    ['a', 'a', 'text'],
    ['A', 'a', 'text', { ignoreCase: true }],
    [' a ', 'a', 'text', { trim: true }],
    [42.5, '42.50', 'number'],
    [1e3, '1000', 'number'],
    [{ '#number': '12345678901234567890' }, '12345678901234567890', 'number'],
    ['x-1', 'x-1', 'number'],
    ['2026-05-01T00:00:00', '2026-04-30 22:00:00Z', 'date'],
    ['soon', 'soon', 'date'],
    ['yes', true, 'boolean'],
    ['0', false, 'boolean'],
    ['maybe', 'maybe', 'boolean'],
    [{ a: 1 } as unknown as Cell, '{"a":1}', 'text'],
    [{ '#number': '1.50' }, '1.50', 'text'],
  ])('%j and %j as %s', (api, database, kind, given) => {
    expect(one(api, kind, given)).toBeDefined();
    expect(one(api, kind, given)).toBe(one(database, kind, given));
  });

  test.each<[api: Cell, database: Cell, kind: KeyKind]>([
    ['A', 'a', 'text'],
    [' a', 'a', 'text'],
    ['1.0', '1', 'text'],
    ['007', '7', 'text'],
    [1, '1.01', 'number'],
    ['yes', 'no', 'boolean'],
    ['2026-05-01', '2026-05-02', 'date'],
  ])('not %j and %j as %s', (api, database, kind) => {
    expect(one(api, kind)).not.toBe(one(database, kind));
  });

  test('the parts of a key stay separate, and a key with a missing part is none', () => {
    const of = (...cells: Cell[]) => rowKey(cells, [key(), key()], ['text'], 'UTC');
    expect(of('ab', 'c')).not.toBe(of('a', 'bc'));
    expect(of('a', 'b')).toBe(of('a', 'b'));
    for (const missing of [null, undefined, '', '  ']) expect(of('a', missing as Cell)).toBeUndefined();
    expect(of('a')).toBeUndefined();
    expect(of(0, false)).toBeDefined();
  });
});
