import type { ImportedCollection } from '@touchstone/engine-import';
import { expect, test } from 'vitest';
import { withFittingFolders } from './imported-folders.ts';

const collection = (...groups: string[]) =>
  ({
    title: 'Shop',
    servers: [],
    variables: [],
    environments: [],
    problems: [],
    folders: groups.map((path) => ({ path, description: path.slice(0, 1) })),
    steps: groups.map((group) => ({ group, name: 'R' })),
  }) as unknown as ImportedCollection;

const level = (sign: string) => sign.repeat(700);
const deep = [level('a'), level('b')].join(' / ');

test.each([
  ['fits and stays', 'Orders / New', 'Orders / New', []],
  ['has the longest path', `${'a'.repeat(999)} / ${'b'.repeat(998)}`, `${'a'.repeat(999)} / ${'b'.repeat(998)}`, []],
  ['goes into the last folder that fits', `${deep} / ${level('c')}`, deep, [`into ${'a'.repeat(60)}….`]],
  ['has a name that alone is too long', 'x'.repeat(2001), '', ['at the top.']],
  ['has levels without names', 'Orders /  / New', 'Orders / New', []],
])('a folder that %s', (_, path, fit, problems) => {
  const found = withFittingFolders(collection(path));
  expect(found.steps.map(({ group }) => group)).toEqual([fit]);
  expect(found.folders?.map((folder) => folder.path)).toEqual(fit === '' ? [] : [fit]);
  expect(found.problems.map(({ reason }) => reason)).toEqual(
    problems.map((end) => `The path of this folder is longer than 2,000 characters. Its requests were put ${end}`),
  );
});

test('a folder that fits keeps its description when a deeper one joins it', () => {
  const { folders } = withFittingFolders(collection(`${deep} / ${level('c')}`, deep));
  expect(folders).toEqual([{ path: deep, description: 'a' }]);
});
