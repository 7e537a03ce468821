import { z } from 'zod';

/** How the values of a column are compared. */
export const compareKinds = ['auto', 'text', 'number', 'date', 'boolean', 'json'] as const;
/** How the values of a column are compared. */
export const compareAsSchema = z
  .enum(compareKinds)
  .describe(
    '`auto` follows the type of the database column: numbers by value, dates by instant, JSON by structure, everything else as text',
  );
/** How the values of a column are compared. */
export type CompareAs = z.infer<typeof compareAsSchema>;

/** Units of a tolerance. */
export const toleranceUnits = ['absolute', 'percent', 'seconds', 'milliseconds'] as const;
/** How far two values may differ. */
export const toleranceSchema = z.strictObject({
  value: z.number('Please enter a number.').min(0, 'A tolerance is 0 or more.').max(1e15),
  unit: z
    .enum(toleranceUnits)
    .describe('Numbers: `absolute`, or `percent` of the database value. Dates: `seconds` or `milliseconds`'),
});
/** How far two values may differ. */
export type Tolerance = z.infer<typeof toleranceSchema>;

const apiPath = z
  .string()
  .trim()
  .min(1, 'Please enter a path.')
  .max(500)
  .describe('From the row on: `id`, `customer.name` or a JSONPath; in XML `@id` or `customer/name`');
const dbColumn = z.string().trim().min(1, 'Please enter a column.').max(255).describe('Column of the query');
const textRules = {
  ignoreCase: z.boolean().default(false),
  trim: z.boolean().default(false).describe('Leaves out white space around texts'),
};

/** A pair of columns that identifies matching rows. */
export const reconcileKeySchema = z.strictObject({
  apiPath,
  dbColumn,
  compareAs: compareAsSchema.default('auto'),
  ...textRules,
});
/** A pair of columns that identifies matching rows. */
export type ReconcileKey = z.infer<typeof reconcileKeySchema>;

/** A pair of columns whose values are compared. */
export const reconcileColumnSchema = z.strictObject({
  apiPath,
  dbColumn,
  compareAs: compareAsSchema.default('auto'),
  tolerance: toleranceSchema.nullable().default(null),
  ...textRules,
  nullEqualsEmpty: z.boolean().default(false).describe('An empty text is no value'),
});
/** A pair of columns whose values are compared. */
export type ReconcileColumn = z.infer<typeof reconcileColumnSchema>;
