import { z } from 'zod';

/** The number of a run in its workspace. */
export const runNumberSchema = z
  .number()
  .int()
  .nullable()
  .describe(
    'Counted from 1 in the workspace over runs of every kind, never given twice; null for a part of another run',
  );
