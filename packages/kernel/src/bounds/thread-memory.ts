/** Memory limit, in megabytes, of a worker thread that evaluates user input. Error messages quote it. */
export const threadMemoryMb = 768;

/**
 * V8's own limit for such a thread. V8 aborts the process, not the thread, when one allocation exceeds its limit by more than 16 MB, which a
 * growing list, Map or object can do. So this limit is far above the one that `watchMemory` enforces. It stays below 2 GB, because from
 * there on V8 lets the heap grow to four times the live data before it collects garbage, and garbage counts as used.
 */
export const threadHeap = { maxOldGenerationSizeMb: 2000 };

/** How often memory is checked. A thread that allocates as fast as it can gets tens of megabytes further in between. */
const checkEveryMs = 25;
const bytesPerMb = 1024 * 1024;

/** A `Worker` of `node:worker_threads`. Node.js below 22.16 can't report a thread's memory. */
interface MeasuredThread {
  getHeapStatistics?(): Promise<{ used_heap_size: number; external_memory: number }>;
}

/**
 * Checks a thread's memory, including buffers outside the heap, and calls `onExceeded` once if it is above `maxMb` megabytes. Returns a
 * function that ends the checks.
 */
export function watchMemory(thread: MeasuredThread, onExceeded: () => void, maxMb = threadMemoryMb): () => void {
  let isOver = false;
  const check = async () => {
    // A thread that has ended can't answer; its owner gets the exit event.
    const figures = await thread.getHeapStatistics?.().catch(() => undefined);
    if (isOver || figures === undefined) return;
    if (figures.used_heap_size + figures.external_memory <= maxMb * bytesPerMb) return;
    end();
    onExceeded();
  };
  const timer = setInterval(() => void check(), checkEveryMs);
  const end = () => {
    isOver = true;
    clearInterval(timer);
  };
  return end;
}
