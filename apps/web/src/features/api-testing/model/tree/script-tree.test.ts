import { expect, test } from 'vitest';
import { scriptSummary as script } from '../../testing/script-summary.ts';
import { deletionOf, movedOrder, treeRows } from './script-tree.ts';

const scripts = [script('a'), script('b', 'Orders / Open'), script('c', 'Orders'), script('d')];
const shown = (closed: string[] = []) =>
  treeRows(scripts, [{ path: 'Empty' }, { path: 'Orders' }], new Set(closed)).map((row) =>
    row.kind === 'folder' ? `${row.depth} ${row.name} (${row.count})` : `${row.depth} ${row.script.scriptId}`,
  );

test('folders are placed where their scripts run, empty ones last', () => {
  expect(shown()).toEqual(['0 a', '0 Orders (2)', '1 Open (1)', '2 b', '1 c', '0 d', '0 Empty (0)']);
});

test('a collapsed folder hides its contents', () => {
  expect(shown(['Orders'])).toEqual(['0 a', '0 Orders (2)', '0 d', '0 Empty (0)']);
});

test('a script swaps places with its neighbour in the same folder', () => {
  expect(movedOrder(scripts, 'a', 1)).toEqual(['b', 'c', 'd', 'a']);
  expect(movedOrder(scripts, 'd', -1)).toEqual(['d', 'a', 'b', 'c']);
  expect(movedOrder(scripts, 'b', 1)).toBeUndefined();
});

test.each([
  {
    path: 'Empty',
    count: 0,
    title: 'Delete folder Empty?',
    message: 'The folder is empty. You can restore it for 30 days.',
  },
  {
    path: 'Orders',
    count: 2,
    title: 'Delete folder Orders and 2 scripts?',
    message: 'Deletes the folder with the 2 scripts and 1 folder in it. Reports stay. You can restore it for 30 days.',
  },
  {
    path: 'Orders / Open',
    count: 1,
    title: 'Delete folder Open and 1 script?',
    message: 'Deletes the folder with the 1 script in it. Reports stay. You can restore it for 30 days.',
  },
])('deleting $path says what is deleted with it', ({ path, count, title, message }) => {
  const folders = [{ path: 'Empty' }, { path: 'Orders' }, { path: 'Orders / Open' }];
  expect(deletionOf(path, folders, count)).toEqual({ title, message });
});
