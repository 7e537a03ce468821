import { maxSteps, type RepositoryStep, stepsSchema } from '@touchstone/contracts/test-repository';
import { fromSentences } from '@touchstone/engine-keyword/core';
import { AppError } from '@touchstone/kernel';
import { repositoryErrors } from '../errors.ts';

/** Steps read from plain sentences, and the lines that weren't understood. */
export interface ReadSentences {
  steps: RepositoryStep[];
  notUnderstood: { line: number; text: string }[];
}

/** readSentences converts plain sentences to steps; throws if there are more than a script may have. */
export function readSentences(text: string): ReadSentences {
  const { steps, notUnderstood } = fromSentences(text);
  if (steps.length > maxSteps) throw new AppError(repositoryErrors.tooManySteps, { params: { most: maxSteps } });
  return { steps: stepsSchema.parse(steps), notUnderstood };
}
