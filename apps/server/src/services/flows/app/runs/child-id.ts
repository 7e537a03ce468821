import { createHash } from 'node:crypto';
import { derivedId } from '../../../../platform/derived-id.ts';

/**
 * childId returns the id of the run that a node's attempt, or one of its items, starts: always and everywhere the same,
 * so repeating a start finds the first.
 */
export const childId = (runId: string, node: string, attempt: number, item?: number): string =>
  derivedId([runId, node, attempt, ...(item === undefined ? [] : [item])]);

/** digestOf returns a hash to detect whether a value has changed. */
export const digestOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32);
