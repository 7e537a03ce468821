import { expect, test } from 'vitest';
import { baseName, GivenFiles } from './given-files.ts';

test.each([
  ['pets.yaml', 'pets.yaml'],
  ['schemas/pets.yaml', 'pets.yaml'],
  ['C:\\api\\pets.yaml', 'pets.yaml'],
  ['https://a.test/v1/pets.yaml?version=1/2#/pets', 'pets.yaml'],
  ['pets.yaml#/components/Pet', 'pets.yaml'],
  ['pets.yaml?a=1\nb/c', 'pets.yaml'],
  ['schemas/', ''],
  ['', ''],
])('the last part of "%s" is "%s"', (path, name) => {
  expect(baseName(path)).toBe(name);
});

const files = () =>
  new GivenFiles([
    { fileName: 'api/pet.yaml', text: 'pet of the API' },
    { fileName: 'old/pet.yaml', text: 'old pet' },
    { fileName: 'order.yaml', text: 'order' },
    { fileName: 'notes.txt', text: 'notes' },
  ]);

test.each([
  ['order.yaml', 'order'],
  ['https://a.test/schemas/order.yaml#/Order', 'order'],
  ['old/pet.yaml', 'old pet'],
  ['user.yaml', undefined],
])('a reference to %s gets the text %s', async (location, text) => {
  expect(await files().resolve(location)).toBe(text);
});

test.each([
  ['a name that two files have', files(), 'schemas/pet.yaml'],
  [
    'a whole path that two files have',
    new GivenFiles([
      { fileName: 'pet.yaml', text: '1' },
      { fileName: 'pet.yaml', text: '2' },
    ]),
    'pet.yaml',
  ],
])('%s is refused rather than guessed', async (_case, given, location) => {
  await expect(given.resolve(location)).rejects.toThrow('several of the given files have this name');
});

test('files that no document names are said', async () => {
  const given = files();
  expect(given.unused()).toHaveLength(4);
  await given.resolve('order.yaml');
  await given.resolve('order.yaml');
  await given.resolve('old/pet.yaml');
  await given.resolve('user.yaml');
  const reason = 'No document names this file, so it was left out.';
  expect(given.unused()).toEqual([
    { place: 'api/pet.yaml', reason },
    { place: 'notes.txt', reason },
  ]);
});
