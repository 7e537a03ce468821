import { z } from 'zod';

/** The displayed statuses (api.md §3). */
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
/** The displayed status of a run. */
export const executionStatusSchema = z.enum(executionStatuses);
/** The displayed status of a run. */
export type ExecutionStatus = z.infer<typeof executionStatusSchema>;
