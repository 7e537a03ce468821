import { z } from 'zod';

/** What a copy is of: PROJECT, FOLDER (in API testing a suite), any other value a workflow. */
export const folderTypes = ['PROJECT', 'FOLDER', 'WORKFLOW'] as const;

/** An event of a clone stream. RUNNING says that the copy goes on; any other status is the last event. */
export const cloneEventSchema = z.object({
  uniqueIdentifier: z.string(),
  executionStatus: z.enum(['RUNNING', 'COMPLETED', 'FAILED']),
  folderType: z.enum(folderTypes),
});
/** How far a copy has come. */
export type CloneEvent = z.infer<typeof cloneEventSchema>;
