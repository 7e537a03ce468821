import { dataFileChoiceSchema } from '@touchstone/contracts/workspaces';
import type { KindProblem } from '@touchstone/engine-flow/core';

/**
 * dataFileProblems returns the problems of a workflow block's data file; null means rows are wanted but no file is
 * selected.
 */
export function dataFileProblems(dataFile: unknown): KindProblem[] {
  if (dataFile === undefined) return [];
  if (dataFile === null) return [{ code: 'MISSING_DATA_FILE', message: 'Choose a data file.' }];
  const fault = dataFileChoiceSchema.safeParse(dataFile).error?.issues[0];
  return fault ? [{ code: 'INVALID_DATA_FILE', message: `Correct the rows: ${fault.message}` }] : [];
}
