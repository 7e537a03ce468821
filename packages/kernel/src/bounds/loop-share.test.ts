import { expect, test } from 'vitest';
import { LoopShare } from './loop-share.ts';

/**
 * Pieces of work, each taking this many milliseconds, that all want to start in the same turn of the loop; returns
 * which of them ran in which turn.
 */
async function work(pieces: readonly number[]): Promise<number[]> {
  let nowMs = 0;
  let turn = 0;
  let isOn = true;
  const count = () => {
    turn += 1;
    if (isOn) setImmediate(count);
  };
  const share = new LoopShare(() => nowMs);
  setImmediate(count);
  const turns = await Promise.all(
    pieces.map((ms) =>
      share.run(() => {
        nowMs += ms;
        return turn;
      }),
    ),
  );
  isOn = false;
  return turns;
}

test('light pieces share a turn of the loop', async () => {
  expect(new Set(await work([1, 2, 3, 3]))).toEqual(new Set([0]));
});

test('a piece that starts after a heavy one waits for another turn, and so does each further one', async () => {
  expect(new Set(await work([30, 30, 30, 30])).size).toBe(4);
});

test('work in one turn ends with the piece that exceeds the slice', async () => {
  const turns = await work([4, 4, 4, 4, 4]);
  expect(turns.slice(0, 3)).toEqual([0, 0, 0]);
  expect(turns[3]).toBeGreaterThan(0);
});

test('long work is divided where it yields, and its turns are counted', async () => {
  let nowMs = 0;
  let others = 0;
  const share = new LoopShare(() => nowMs);
  function* pieces() {
    for (let piece = 0; piece < 6; piece += 1) {
      nowMs += 5;
      yield;
    }
    return others;
  }
  const isOver = share.work(pieces());
  const other = () => {
    others += 1;
    if (others < 100) setImmediate(other);
  };
  setImmediate(other);
  expect(await isOver).toBeGreaterThan(0);
  expect(share.turns).toBe(3);
});

test('errors of the work are rethrown', async () => {
  const share = new LoopShare();
  await expect(share.run(() => JSON.parse('{'))).rejects.toThrow(SyntaxError);
});
