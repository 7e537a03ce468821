import { expect, test } from 'vitest';
import { createSharedLooks } from './shared-looks.ts';

/** Shared reads whose time and delays the test controls. */
function setUp() {
  let nowMs = 0;
  let reads = 0;
  const pauses: { ms: number; end: () => void }[] = [];
  const looks = createSharedLooks(async (key) => `${key} ${++reads}`, {
    nowMs: () => nowMs,
    pause: (ms) => new Promise((resolve) => pauses.push({ ms, end: () => resolve(undefined) })),
  });
  return { looks, pauses, advance: (ms: number) => (nowMs += ms) };
}

test('a single reader never waits, and each read is a new one', async () => {
  const { looks, pauses } = setUp();
  looks.enter('a');
  expect(await looks.look('a')).toBe('a 1');
  expect(await looks.look('a')).toBe('a 2');
  expect(pauses).toEqual([]);
});

test('requests before a read starts share it; a request after its start gets the next one', async () => {
  const { looks, pauses, advance } = setUp();
  for (let count = 0; count < 101; count += 1) looks.enter('a');
  expect(await looks.look('a')).toBe('a 1');
  advance(100);
  const waiting = [looks.look('a'), looks.look('a'), looks.look('a')];
  expect(pauses.map(({ ms }) => ms)).toEqual([300]);
  pauses[0]?.end();
  expect(await Promise.all(waiting)).toEqual(['a 2', 'a 2', 'a 2']);
  advance(400);
  expect(await looks.look('a')).toBe('a 3');
});

test.each([
  { readers: 2, ms: 4 },
  { readers: 200, ms: 750 },
  { readers: 5000, ms: 750 },
])('$readers readers wait $ms ms at most', async ({ readers, ms }) => {
  const { looks, pauses } = setUp();
  for (let count = 0; count < readers; count += 1) looks.enter('a');
  await looks.look('a');
  void looks.look('a');
  expect(pauses.map((pause) => pause.ms)).toEqual([ms]);
});

test("readers of one key don't delay those of another, and readers who left no longer count", async () => {
  const { looks, pauses } = setUp();
  const leaves = Array.from({ length: 50 }, () => looks.enter('a'));
  looks.enter('b');
  await looks.look('a');
  expect(await looks.look('b')).toBe('b 2');
  for (const leave of leaves.slice(1)) leave();
  expect(await looks.look('a')).toBe('a 3');
  expect(pauses).toEqual([]);
});

test('a failed read rejects its requests, and the next one is made', async () => {
  let fails = true;
  const looks = createSharedLooks(async () => {
    if (fails) throw new Error('away');
    return 'here';
  });
  looks.enter('a');
  await expect(looks.look('a')).rejects.toThrow('away');
  fails = false;
  expect(await looks.look('a')).toBe('here');
});
