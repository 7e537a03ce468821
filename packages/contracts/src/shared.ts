import { z } from 'zod';

/** An id is a UUID; the product generates version 7. */
export const idSchema = z.uuid('Must be an id (UUID).');
/** An instant. */
export const timeSchema = z.iso.datetime().describe('ISO 8601, UTC');

/** A boolean in a query string. */
export const queryBoolean = z.enum(['true', 'false']).transform((value) => value === 'true');

/** A list of ids in a query string: repeated (`?id=a&id=b`) or separated by commas. */
export const queryIdList = z
  .union([z.string(), z.array(z.string())])
  .transform((value) => (Array.isArray(value) ? value : value.split(',')).map((part) => part.trim()).filter(Boolean))
  .pipe(z.array(idSchema).min(1).max(1000));

/** Paging of every list: `page` counts from 0, `size` defaults to 10. */
export const pageQuery = {
  page: z.coerce.number().int().min(0).default(0),
  size: z.coerce.number().int().min(1).max(200).default(10),
};
/** The search term of a list. */
export const searchTerm = z.string().max(255).optional().describe('Part of the name; case does not matter');

/** pageOf returns the response of every list. */
export function pageOf<T extends z.ZodType>(item: T) {
  return z.object({
    content: z.array(item),
    totalElements: z.number().int(),
    page: z.number().int(),
    size: z.number().int(),
  });
}
/** One page of a list. */
export interface Page<T> {
  content: T[];
  totalElements: number;
  page: number;
  size: number;
}

/** The response of every failed call. `errorMessage` repeats `message` for clients that read that name. */
export const errorSchema = z.object({
  code: z.string(),
  message: z.string(),
  errorMessage: z.string(),
  details: z.array(z.object({ path: z.string(), message: z.string() })),
  requestId: z.string().optional(),
  data: z.unknown().optional().describe('What the caller needs to go on, such as what somebody else saved meanwhile'),
});
/** The response of every rejected call. */
export type ErrorAnswer = z.infer<typeof errorSchema>;

/** A response that only says what was done. */
export const okSchema = z.object({ message: z.string() });

/** Chosen by the caller to follow a copy; a new one for each copy. */
export const uniqueIdentifierSchema = z
  .string()
  .regex(/^[\w.:-]{8,100}$/, 'Must have 8 to 100 letters, digits or the characters _ . : -');

/** Replaces a secret in a workspace file. When written back, the stored secret stays unchanged. */
export const keptSecret = '(kept on the server)';

/** The id of an item in a workspace file. */
export const idInFileSchema = idSchema
  .optional()
  .describe('Tells a renamed item from a new one; absent: found by its name, else a new one');
