import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchMemory } from './thread-memory.ts';

const mb = 1024 * 1024;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A thread that says these figures one after the other, each `[heap, outside]` in megabytes, and how often it was asked. */
function threadOf(...figures: [number, number][]) {
  const said = figures.map(([heap, outside]) => ({ used_heap_size: heap * mb, external_memory: outside * mb }));
  return {
    getHeapStatistics: vi.fn(async () => said.shift() ?? Promise.reject(new Error('The thread has ended.'))),
  };
}

test.each<[string, [number, number][], number, number]>([
  [
    'the heap',
    [
      [100, 0],
      [100.1, 0],
      [300, 0],
    ],
    1,
    2,
  ],
  [
    'buffers outside the heap',
    [
      [50, 50],
      [50, 51],
    ],
    1,
    2,
  ],
  [
    'no more than it may',
    [
      [100, 0],
      [60, 40],
    ],
    0,
    40,
  ],
])('tells once that a thread uses more than its megabytes: %s', async (_name, figures, told, asked) => {
  const thread = threadOf(...figures);
  const tell = vi.fn();
  const end = watchMemory(thread, tell, 100);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(tell).toHaveBeenCalledTimes(told);
  expect(thread.getHeapStatistics).toHaveBeenCalledTimes(asked);
  end();
});

test('is silent once it was ended, even where the thread answers late', async () => {
  const answer = Promise.withResolvers<{ used_heap_size: number; external_memory: number }>();
  const tell = vi.fn();
  const end = watchMemory({ getHeapStatistics: () => answer.promise }, tell, 100);
  await vi.advanceTimersByTimeAsync(25);
  end();
  answer.resolve({ used_heap_size: 900 * mb, external_memory: 0 });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(tell).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});

test('a thread that does not tell its memory is let be', async () => {
  const tell = vi.fn();
  const end = watchMemory({}, tell);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(tell).not.toHaveBeenCalled();
  end();
});
