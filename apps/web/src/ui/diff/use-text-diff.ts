import { diffLines, type TextDiff } from '@touchstone/kernel/text-diff';
import { useEffect, useMemo, useState } from 'react';
import type { DiffTask } from './diff-worker.ts';

/** Characters that are compared at once; longer texts are compared in a worker, so that the page answers meanwhile. */
const atOnce = 100_000;

/** useTextDiff compares two texts; undefined while that takes. */
export function useTextDiff(before: string, after: string): TextDiff | undefined {
  const isShort = before.length + after.length <= atOnce;
  const short = useMemo(() => (isShort ? diffLines(before, after) : undefined), [before, after, isShort]);
  const [long, setLong] = useState<(DiffTask & { diff: TextDiff }) | undefined>();
  useEffect(() => {
    if (isShort) return;
    const worker = new Worker(new URL('./diff-worker.ts', import.meta.url), { type: 'module' });
    const show = (diff: TextDiff) => setLong({ before, after, diff });
    worker.addEventListener('message', ({ data }: MessageEvent<TextDiff>) => show(data));
    // A browser without workers of this kind compares here.
    worker.addEventListener('error', () => show(diffLines(before, after)));
    worker.postMessage({ before, after } satisfies DiffTask);
    return () => worker.terminate();
  }, [before, after, isShort]);
  if (isShort) return short;
  return long?.before === before && long.after === after ? long.diff : undefined;
}
