import { z } from 'zod';
import { idSchema } from '../shared.ts';

/** Formats of data files. */
export const dataFileTypes = ['csv', 'json', 'excel'] as const;
/** Format of a data file. */
export type DataFileType = (typeof dataFileTypes)[number];

/** Which rows of an uploaded data file a run uses. Rows count from 1, without the header. */
export const dataFileChoiceSchema = z
  .strictObject({
    fileId: idSchema,
    fileName: z.string().max(255),
    firstRow: z.number().int('Give a row number.').min(1, 'Rows count from 1.').optional(),
    lastRow: z
      .number()
      .int('Give a row number.')
      .min(1, 'Rows count from 1.')
      .optional()
      .describe('Absent: to the end'),
    labelColumn: z.string().max(255).optional().describe('Column whose value names an iteration; absent: its number'),
  })
  .refine(({ firstRow = 1, lastRow }) => lastRow === undefined || lastRow >= firstRow, {
    path: ['lastRow'],
    message: 'The last row comes before the first.',
  });
/** Which rows of a data file a run uses. */
export type DataFileChoice = z.infer<typeof dataFileChoiceSchema>;

/** A data file: its columns, its rows and a preview. */
export const dataFileSchema = z.object({
  fileId: idSchema,
  fileName: z.string(),
  type: z.enum(dataFileTypes),
  sizeBytes: z.number().int(),
  rowCount: z.number().int(),
  columns: z.array(
    z.object({ name: z.string(), isUsed: z.boolean().describe('The suites use a variable of this name') }),
  ),
  /** Variables of the suites that neither a column nor a scope sets. */
  missing: z.array(z.string()),
  /** The first rows. */
  preview: z.array(z.record(z.string(), z.string())),
});
export type DataFile = z.infer<typeof dataFileSchema>;
