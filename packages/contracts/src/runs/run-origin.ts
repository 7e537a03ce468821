import { z } from 'zod';

/** What a pipeline reports about the run that it starts. */
export const runOriginInput = {
  label: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .regex(/^\P{Cc}*$/u, 'Must be one line.')
    .optional()
    .describe('Words of the pipeline, such as a branch, a release or a build number'),
  commit: z
    .string()
    .trim()
    .regex(/^[\w.:/@+-]{1,100}$/, 'Must be the id of a commit: letters, digits and . _ - : / @ +, at most 100.')
    .optional()
    .describe('The commit that is tested'),
};

/** The origin of a run. */
export const runOriginFields = {
  label: z.string().nullable().describe('Words of the pipeline that started it; null where there are none'),
  commit: z.string().nullable().describe('The commit that was tested; null where none was given'),
};
/** The origin of a run. */
export interface RunOrigin {
  label: string | null;
  commit: string | null;
}

/** shortCommit shortens a commit for display: the first characters of a hash, anything else in full. */
export const shortCommit = (commit: string): string => (/^[0-9a-f]{16,}$/i.test(commit) ? commit.slice(0, 8) : commit);
