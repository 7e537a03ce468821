import { z } from 'zod';

/** What is copied: PROJECT, FOLDER (in API testing a suite), any other value a workflow. */
export const folderTypes = ['PROJECT', 'FOLDER', 'WORKFLOW'] as const;

/** An event of a clone stream. RUNNING: the copy is in progress; any other status is the last event. */
export const cloneEventSchema = z.object({
  uniqueIdentifier: z.string(),
  executionStatus: z.enum(['RUNNING', 'COMPLETED', 'FAILED']),
  folderType: z.enum(folderTypes),
});
/** The progress of a copy. */
export type CloneEvent = z.infer<typeof cloneEventSchema>;
