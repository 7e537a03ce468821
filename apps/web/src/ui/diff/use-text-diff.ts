import { diffLines, type TextDiff } from '@touchstone/kernel/text-diff';
import { useEffect, useMemo, useState } from 'react';
import type { DiffTask } from './diff-worker.ts';

/**
 * Longest text, in characters, that is compared on the main thread; longer ones use a worker, so that the page stays
 * responsive.
 */
const maxSyncLength = 100_000;

/** useTextDiff returns the comparison of two texts; undefined until it is ready. */
export function useTextDiff(before: string, after: string): TextDiff | undefined {
  const isShort = before.length + after.length <= maxSyncLength;
  const short = useMemo(() => (isShort ? diffLines(before, after) : undefined), [before, after, isShort]);
  const [long, setLong] = useState<(DiffTask & { diff: TextDiff }) | undefined>();
  useEffect(() => {
    if (isShort) return;
    const worker = new Worker(new URL('./diff-worker.ts', import.meta.url), { type: 'module' });
    const show = (diff: TextDiff) => setLong({ before, after, diff });
    worker.addEventListener('message', ({ data }: MessageEvent<TextDiff>) => show(data));
    // A browser without module workers compares here.
    worker.addEventListener('error', () => show(diffLines(before, after)));
    worker.postMessage({ before, after } satisfies DiffTask);
    return () => worker.terminate();
  }, [before, after, isShort]);
  if (isShort) return short;
  return long?.before === before && long.after === after ? long.diff : undefined;
}
