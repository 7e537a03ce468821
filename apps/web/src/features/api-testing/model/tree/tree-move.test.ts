import type { ScriptSummary } from '@touchstone/contracts/api-testing';
import { expect, test } from 'vitest';
import { treeRows } from './script-tree.ts';
import { draggedOf, dropOn, movedTree, rangeOf } from './tree-move.ts';

const script = (place: string): ScriptSummary => {
  const [scriptId = '', ...levels] = place.split('/').reverse();
  return { scriptId, scriptName: scriptId, folder: levels.reverse().join(' / ') } as ScriptSummary;
};
const scripts = ['a', 'Open/b', 'Open/Old/c', 'd'].map(script);
const folders = [{ path: 'Open', description: 'Not closed' }, { path: 'Open / Old' }, { path: 'Empty' }];
const places = (list: readonly ScriptSummary[]) =>
  list.map(({ folder, scriptId }) => [folder, scriptId].filter(Boolean).join('/'));
const rows = treeRows(scripts, folders, new Set());
const rowOf = (name: string) => rows.find((row) => (row.kind === 'folder' ? row.path : row.script.scriptId) === name)!;
const drop = (name: string, target: string, isBehind = false, selected: string[] = []) => {
  const move = dropOn(scripts, draggedOf(rowOf(name), new Set(selected)), { row: rowOf(target), isBehind });
  return move && places(movedTree({ scripts, folders }, move).scripts);
};

test.each([
  ['a script before another', drop('d', 'a'), ['d', 'a', 'Open/b', 'Open / Old/c']],
  ['a script behind another', drop('a', 'b', true), ['Open/b', 'Open/a', 'Open / Old/c', 'd']],
  ['behind the last', drop('a', 'd', true), ['Open/b', 'Open / Old/c', 'd', 'a']],
  ['into a folder, behind what is there', drop('a', 'Open'), ['Open/b', 'Open / Old/c', 'Open/a', 'd']],
  ['into an empty folder', drop('a', 'Empty'), ['Open/b', 'Open / Old/c', 'd', 'Empty/a']],
  ['a folder with what is in it', drop('Open', 'Empty'), ['a', 'd', 'Empty / Open/b', 'Empty / Open / Old/c']],
  [
    'all that are chosen',
    drop('a', 'Open / Old', false, ['a', 'd']),
    ['Open/b', 'Open / Old/c', 'Open / Old/a', 'Open / Old/d'],
  ],
  ['one that is not chosen alone', drop('d', 'a', false, ['b']), ['d', 'a', 'Open/b', 'Open / Old/c']],
])('a drop moves %s', (_what, order, expected) => {
  expect(order).toEqual(expected);
});

test('a folder is never moved into itself, and a script dropped on itself stays', () => {
  expect(drop('Open', 'Open / Old')).toBeUndefined();
  expect(drop('Open', 'b')).toBeUndefined();
  expect(drop('a', 'a')).toBeUndefined();
});

test('folders keep their description, and items moved to another suite leave this one', () => {
  const move = { scriptIds: ['a'], folders: ['Open'], folder: 'Empty' };
  expect(movedTree({ scripts, folders }, move).folders).toEqual([
    { path: 'Empty' },
    { path: 'Empty / Open', description: 'Not closed' },
    { path: 'Empty / Open / Old' },
  ]);
  const left = movedTree({ scripts, folders }, move, true);
  expect([places(left.scripts), left.folders]).toEqual([['d'], [{ path: 'Empty' }]]);
});

test('a range is what is shown between two scripts, in either direction', () => {
  expect(rangeOf(rows, 'a', 'c')).toEqual(['a', 'b', 'c']);
  expect(rangeOf(rows, 'd', 'b')).toEqual(['b', 'c', 'd']);
  expect(rangeOf(rows, 'gone', 'b')).toEqual(['b']);
});
