import { createHash } from 'node:crypto';

/** childId is the id of what an attempt of a node makes, or one item of it: the same whenever and wherever it is asked for, so a second start finds the first. */
export function childId(runId: string, node: string, attempt: number, item?: number): string {
  const bytes = createHash('sha256')
    .update(JSON.stringify([runId, node, attempt, ...(item === undefined ? [] : [item])]))
    .digest()
    .subarray(0, 16);
  // RFC 9562 §5.8: a UUID of our own making.
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** digestOf tells whether something is as it was. */
export const digestOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32);
