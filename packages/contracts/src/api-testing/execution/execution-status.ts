import { z } from 'zod';

/** The status words on screen (api.md §3). */
export const executionStatuses = [
  'Pass',
  'Completed',
  'Fail',
  'Error in Run',
  'Running',
  'Generating Report',
  'Run Initiated',
  'Executing',
  'No Test Cases',
  'Cancelled',
] as const;
/** The word that a screen shows for the state of a run. */
export const executionStatusSchema = z.enum(executionStatuses);
/** The word that a screen shows for the state of a run. */
export type ExecutionStatus = z.infer<typeof executionStatusSchema>;
