import { z } from 'zod';

const pattern = /^[A-Za-z][A-Za-z0-9_\- ]*$/;

/** nameOf returns the schema of names in a repository; `label` is the term in messages. */
export const nameOf = (label: string) =>
  z
    .string(`Please enter ${label}`)
    .trim()
    .min(1, { error: `Please enter ${label}`, abort: true })
    .max(255, `${label} should not be above 255 characters`)
    .regex(pattern, 'Invalid character');

/** descriptionOf returns the schema of descriptions. */
export const descriptionOf = (label: string) => z.string().max(1000, `${label} should not be above 1000 characters`);

/** A tag of scripts; case-insensitive. */
export const tagSchema = z.string().trim().min(1, 'Please enter a tag').max(50, 'A tag has at most 50 characters');
/** Tags of a script. */
export const tagsSchema = z.array(tagSchema).max(20, 'A script has at most 20 tags');
