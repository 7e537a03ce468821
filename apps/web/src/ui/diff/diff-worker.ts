import { diffLines } from '@touchstone/kernel/text-diff';

/** The page's request: two texts. The response is their comparison. */
export interface DiffTask {
  before: string;
  after: string;
}

addEventListener('message', ({ data }: MessageEvent<DiffTask>) => postMessage(diffLines(data.before, data.after)));
