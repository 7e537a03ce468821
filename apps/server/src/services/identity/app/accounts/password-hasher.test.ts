import { expect, test } from 'vitest';
import { createPasswordHasher } from './password-hasher.ts';

const hasher = createPasswordHasher();

test('passwords are stored as argon2id with 19 MiB and two passes, each with its own salt', async () => {
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

test('a few computations run at a time, the others in FIFO order, and each learns whether it waited', async () => {
  const { inTurn } = createPasswordHasher();
  const ends: (() => void)[] = [];
  const started: [number, boolean][] = [];
  const turns = [0, 1, 2, 3, 4, 5].map((turn) =>
    inTurn(async (waited) => {
      started.push([turn, waited]);
      await new Promise<void>((resolve) => ends.push(resolve));
      return turn;
    }),
  );
  const maxConcurrent = started.length;
  expect(maxConcurrent).toBeLessThanOrEqual(3);
  for (let turn = 0; turn < turns.length; turn += 1) {
    ends[turn]?.();
    expect(await turns[turn]).toBe(turn);
    await Promise.resolve();
  }
  expect(started).toEqual([0, 1, 2, 3, 4, 5].map((turn) => [turn, turn >= maxConcurrent]));
  await inTurn(async (waited) => expect(waited).toBe(false));
});

test('the next one starts after one that fails, and with a thousand waiting the caller is asked to try again later', async () => {
  const { inTurn } = createPasswordHasher();
  let fail = () => {};
  const held = new Promise<never>((_resolve, reject) => {
    fail = () => reject(new Error('no memory'));
  });
  const all = Array.from({ length: 1010 }, (_, turn) => inTurn(async () => (turn < 3 ? held : turn)));
  fail();
  const settled = await Promise.allSettled(all);
  const codes = settled.map((one) => (one.status === 'rejected' ? (one.reason.code ?? one.reason.message) : 'done'));
  expect(codes.slice(0, 4)).toEqual(['no memory', 'no memory', 'no memory', 'done']);
  const refused = codes.filter((code) => code === 'IDENTITY_BUSY');
  expect(codes.lastIndexOf('done')).toBe(1009 - refused.length);
  expect(refused.length).toBeGreaterThanOrEqual(7);
});
