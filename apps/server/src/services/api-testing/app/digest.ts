import { createHash } from 'node:crypto';

/** digestOf is short, and the same for the same value alone; the order of fields counts. */
export const digestOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22);
