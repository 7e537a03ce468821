import { expect, test } from 'vitest';
import { childPath, folderName, isWithin, movedPath, parentPath, withFolders } from './suite-folders.ts';

test.each([
  ['Orders', 'Orders', true],
  ['Orders / New', 'Orders', true],
  ['Orders / New / Today', 'Orders', true],
  ['Orders archive', 'Orders', false],
  ['Orders/New', 'Orders', false],
  ['Orders', 'Orders / New', false],
  ['Shop / Orders', 'Orders', false],
])('"%s" is within "%s": %s', (path, folder, within) => {
  expect(isWithin(path, folder)).toBe(within);
});

test('folders get the levels above them, each once, and existing ones stay as they are', () => {
  const existing = [{ path: 'Shop', description: 'Our shop' }];
  expect(withFolders(existing, ['Shop / Orders / New', '', 'Users', 'Shop / Orders'])).toEqual([
    { path: 'Shop', description: 'Our shop' },
    { path: 'Shop / Orders' },
    { path: 'Shop / Orders / New' },
    { path: 'Users' },
  ]);
});

test('a path without a name adds no folder', () => {
  expect(withFolders([], [''])).toEqual([]);
});

test.each([
  ['Orders', 'Orders', 'Sales', 'Sales'],
  ['Orders / New', 'Orders', 'Shop / Sales', 'Shop / Sales / New'],
  ['Orders archive', 'Orders', 'Sales', 'Orders archive'],
  ['', 'Orders', 'Sales', ''],
])('"%s" is after "%s" became "%s": "%s"', (path, from, to, moved) => {
  expect(movedPath(path, from, to)).toBe(moved);
});

test.each([
  ['', 'New', 'New'],
  ['Orders', 'New', 'Orders / New'],
  ['Orders / New', 'Today', 'Orders / New / Today'],
  ['Orders', '', 'Orders'],
])('in "%s" the folder "%s" has the path "%s"', (parent, name, path) => {
  expect(childPath(parent, name)).toBe(path);
});

test.each([
  ['Orders / New / Today', 'Orders / New', 'Today'],
  ['Orders', '', 'Orders'],
  ['', '', ''],
])('"%s" is in "%s" and is named "%s"', (path, parent, name) => {
  expect(parentPath(path)).toBe(parent);
  expect(folderName(path)).toBe(name);
});
