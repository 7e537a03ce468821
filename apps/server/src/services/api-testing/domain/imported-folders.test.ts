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

test('a folder that fits keeps its description when a deeper one is merged into it', () => {
  const { folders } = withFittingFolders(collection(`${deep} / ${level('c')}`, deep));
  expect(folders).toEqual([{ path: deep, description: 'a' }]);
});

test('a document whose folders all fit stays as it is', () => {
  const given = collection('Orders', 'Orders / New');
  expect(withFittingFolders(given)).toBe(given);
  const { folders: _, ...withoutFolders } = given;
  expect(withFittingFolders(withoutFolders)).toBe(withoutFolders);
});

test('requests of a document without folders go into the folder that fits', () => {
  const { folders: _, ...given } = collection(`${deep} / ${level('c')}`);
  const found = withFittingFolders(given);
  expect(found.folders).toBeUndefined();
  expect(found.steps.map(({ group }) => group)).toEqual([deep]);
});

test('of merged folders the first is kept, unless one already has the path', () => {
  const long = (sign: string) => `${deep} / ${level(sign)}`;
  const described = (path: string, description: string) => ({ path, description });
  const given = { ...collection(), folders: [described(long('c'), 'first'), described(long('d'), 'second')] };
  expect(withFittingFolders(given).folders).toEqual([described(deep, 'first')]);
  const own = { ...given, folders: [...given.folders, described(deep, 'own')] };
  expect(withFittingFolders(own).folders).toEqual([described(deep, 'own')]);
});

test('a level is named without the spaces around it', () => {
  expect(withFittingFolders(collection(' Orders  /  New ')).steps.map(({ group }) => group)).toEqual(['Orders / New']);
});

test('a path that fits once its unnamed levels are dropped is not reported as too long', () => {
  const path = `${'a'.repeat(1995)} /  / bb`;
  const { steps, problems } = withFittingFolders(collection(path));
  expect(path.length).toBeGreaterThan(2000);
  expect(steps.map(({ group }) => group)).toEqual([`${'a'.repeat(1995)} / bb`]);
  expect(problems).toEqual([]);
});

test.each([
  ['x'.repeat(60), 'x'.repeat(60)],
  [`${'x'.repeat(59)} y`, `${'x'.repeat(59)}…`],
  [`${'x'.repeat(59)}😀`, `${'x'.repeat(59)}\uFFFD…`],
])('the folder %j is named %j in a problem', (first, named) => {
  const path = `${first} / ${'b'.repeat(2000)}`;
  const [problem] = withFittingFolders(collection(path)).problems;
  expect(problem?.reason).toMatch(/put into .*\.$/);
  expect(problem?.reason.endsWith(`put into ${named}.`)).toBe(true);
});
