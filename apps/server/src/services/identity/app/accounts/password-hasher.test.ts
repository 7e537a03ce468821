import { expect, test } from 'vitest';
import { createPasswordHasher } from './password-hasher.ts';

const hasher = createPasswordHasher();

test('passwords are kept as argon2id with 19 MiB and two passes, each with a salt of its own', async () => {
  const hashes = [await hasher.hash('four small white mice'), await hasher.hash('four small white mice')];
  for (const hash of hashes) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(hashes[0]).not.toBe(hashes[1]);
});

test.each([
  ['Zo\u00eb has a cat', 'Zoe\u0308 has a cat', true],
  ['x'.repeat(1024), `${'x'.repeat(1023)}y`, false],
  [' blanks at the ends ', 'blanks at the ends', false],
  ['Small and LARGE', 'small and large', false],
])('%j opens to %j: %s', async (stored, typed, expected) => {
  expect(await hasher.verify(typed, await hasher.hash(stored))).toBe(expected);
});
