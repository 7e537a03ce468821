import { expect, test } from 'vitest';
import { createSharedReads } from './shared-reads.ts';

/** Shared reads whose time and delays the test controls. */
function setUp() {
  let nowMs = 0;
  let reads = 0;
  const pauses: { ms: number; end: () => void }[] = [];
  const reader = createSharedReads(async (key) => `${key} ${++reads}`, {
    nowMs: () => nowMs,
    pause: (ms) => new Promise((resolve) => pauses.push({ ms, end: () => resolve(undefined) })),
  });
  return { reader, pauses, advance: (ms: number) => (nowMs += ms) };
}

test('a single reader never waits and gets a new read each time', async () => {
  const { reader, pauses } = setUp();
  reader.enter('a');
  expect(await reader.read('a')).toBe('a 1');
  expect(await reader.read('a')).toBe('a 2');
  expect(pauses).toEqual([]);
});

test('requests made before a read starts share it; later requests get the next read', async () => {
  const { reader, pauses, advance } = setUp();
  for (let count = 0; count < 101; count += 1) reader.enter('a');
  expect(await reader.read('a')).toBe('a 1');
  advance(100);
  const waiting = [reader.read('a'), reader.read('a'), reader.read('a')];
  expect(pauses.map(({ ms }) => ms)).toEqual([300]);
  pauses[0]?.end();
  expect(await Promise.all(waiting)).toEqual(['a 2', 'a 2', 'a 2']);
  advance(400);
  expect(await reader.read('a')).toBe('a 3');
});

test.each([
  { readers: 2, ms: 4 },
  { readers: 200, ms: 750 },
  { readers: 5000, ms: 750 },
])('$readers readers wait $ms ms at most', async ({ readers, ms }) => {
  const { reader, pauses } = setUp();
  for (let count = 0; count < readers; count += 1) reader.enter('a');
  await reader.read('a');
  void reader.read('a');
  expect(pauses.map((pause) => pause.ms)).toEqual([ms]);
});

test("readers of one key don't delay readers of another, and departed readers no longer count", async () => {
  const { reader, pauses } = setUp();
  const leaves = Array.from({ length: 50 }, () => reader.enter('a'));
  reader.enter('b');
  await reader.read('a');
  expect(await reader.read('b')).toBe('b 2');
  for (const leave of leaves.slice(1)) leave();
  expect(await reader.read('a')).toBe('a 3');
  expect(pauses).toEqual([]);
});

test('a failed read rejects its requests, and the next request reads again', async () => {
  let fails = true;
  const reader = createSharedReads(async () => {
    if (fails) throw new Error('away');
    return 'here';
  });
  reader.enter('a');
  await expect(reader.read('a')).rejects.toThrow('away');
  fails = false;
  expect(await reader.read('a')).toBe('here');
});
