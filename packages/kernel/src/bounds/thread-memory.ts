/** Megabytes that a worker thread may use for what users give; an error that names a bound names this one. */
export const threadMemoryMb = 768;

/**
 * The bounds that V8 itself keeps in such a thread. V8 ends the whole process, not the thread, where one allocation goes more than 16 MB
 * beyond its bound: a list, a Map or an object that doubles does. So its bound lies far above the one that `watchMemory` keeps, and below
 * the 2 GB from which on V8 lets four times as much garbage lie as there is in use, which would count as use.
 */
export const threadHeap = { maxOldGenerationSizeMb: 2000 };

/** How often a thread's memory is looked at: one that fills its memory gets some ten megabytes further in between. */
const lookEveryMs = 25;
const bytesPerMb = 1024 * 1024;

/** The part of a worker of `node:worker_threads` that is needed; versions of Node.js below 22.16 do not tell a thread's memory. */
interface MeasuredThread {
  getHeapStatistics?(): Promise<{ used_heap_size: number; external_memory: number }>;
}

/**
 * Looks at a thread's memory, buffers outside the heap included, until it uses more than `maxMb` megabytes, which is told once, or until
 * the function that is given back is called.
 */
export function watchMemory(thread: MeasuredThread, tell: () => void, maxMb = threadMemoryMb): () => void {
  let isOver = false;
  const look = async () => {
    // A thread that has ended says no more; its owner hears of the end elsewhere.
    const figures = await thread.getHeapStatistics?.().catch(() => undefined);
    if (isOver || figures === undefined) return;
    if (figures.used_heap_size + figures.external_memory <= maxMb * bytesPerMb) return;
    end();
    tell();
  };
  const timer = setInterval(() => void look(), lookEveryMs);
  const end = () => {
    isOver = true;
    clearInterval(timer);
  };
  return end;
}
