import { type RepositoryStep, stepsSchema } from '@touchstone/contracts/test-repository';
import { fromSentences } from '@touchstone/engine-keyword/core';

/** Steps from plain sentences, and the lines that gave none. */
export interface ReadSentences {
  steps: RepositoryStep[];
  notUnderstood: { line: number; text: string }[];
}

/** readSentences makes steps of plain sentences, a sentence a line. */
export function readSentences(text: string): ReadSentences {
  const { steps, notUnderstood } = fromSentences(text);
  return { steps: stepsSchema.parse(steps), notUnderstood };
}
