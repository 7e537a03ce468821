import { createHash } from 'node:crypto';

/** digestOf returns a short hash: equal values have equal digests. The order of fields matters. */
export const digestOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22);
