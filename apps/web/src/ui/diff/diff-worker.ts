import { diffLines } from '@touchstone/kernel/text-diff';

/** What the page asks: two texts. The answer is their comparison. */
export interface DiffTask {
  before: string;
  after: string;
}

addEventListener('message', ({ data }: MessageEvent<DiffTask>) => postMessage(diffLines(data.before, data.after)));
