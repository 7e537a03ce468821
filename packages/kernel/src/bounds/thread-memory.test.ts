import { expect, test, vi } from 'vitest';
import { watchMemory } from './thread-memory.ts';

const mb = 1024 * 1024;
const figuresOf = (heap: number, outside: number) => ({ used_heap_size: heap * mb, external_memory: outside * mb });

/**
 * A thread that reports these figures one after the other, each `[heap, outside]` in megabytes, and repeats the last.
 */
function threadOf(...figures: [number, number][]) {
  const queue = figures.map(([heap, outside]) => figuresOf(heap, outside));
  const last = figuresOf(...(figures.at(-1) ?? [0, 0]));
  return { getHeapStatistics: vi.fn(async () => queue.shift() ?? last) };
}

test.each<[string, [number, number][]]>([
  [
    'the heap',
    [
      [100, 0],
      [100.1, 0],
    ],
  ],
  [
    'buffers outside the heap',
    [
      [50, 50],
      [50, 51],
    ],
  ],
])('reports once that a thread uses more than its megabytes: %s', async (_name, figures) => {
  const thread = threadOf(...figures);
  const other = threadOf([0, 0]);
  const onLimit = vi.fn();
  watchMemory(thread, onLimit, 100);
  await expect.poll(() => onLimit.mock.calls.length).toBe(1);
  expect(thread.getHeapStatistics).toHaveBeenCalledTimes(2);
  // By the time the other thread is checked again, a further check of the first would have run.
  const end = watchMemory(other, onLimit, 100);
  await expect.poll(() => other.getHeapStatistics.mock.calls.length).toBeGreaterThan(2);
  end();
  expect(thread.getHeapStatistics).toHaveBeenCalledTimes(2);
  expect(onLimit).toHaveBeenCalledTimes(1);
});

test('reports nothing after it was ended, even if the thread answers late', async () => {
  const answer = Promise.withResolvers<ReturnType<typeof figuresOf>>();
  const getHeapStatistics = vi.fn(() => answer.promise);
  const onLimit = vi.fn();
  const end = watchMemory({ getHeapStatistics }, onLimit, 100);
  await expect.poll(() => getHeapStatistics.mock.calls.length).toBeGreaterThan(0);
  end();
  answer.resolve(figuresOf(900, 0));
  await answer.promise;
  await Promise.resolve();
  expect(onLimit).not.toHaveBeenCalled();
});

test('a thread that has ended, or does not report its memory, is ignored', async () => {
  const gone = vi.fn(() => Promise.reject(new Error('The thread has ended.')));
  const onLimit = vi.fn();
  const ends = [watchMemory({ getHeapStatistics: gone }, onLimit), watchMemory({}, onLimit)];
  await expect.poll(() => gone.mock.calls.length).toBeGreaterThan(1);
  for (const end of ends) end();
  expect(onLimit).not.toHaveBeenCalled();
});
