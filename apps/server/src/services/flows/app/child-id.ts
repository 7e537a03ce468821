import { createHash } from 'node:crypto';
import { derivedId } from '../../../platform/derived-id.ts';

/** childId is the id of what an attempt of a node makes, or one item of it: the same whenever and wherever it is asked for, so a second start finds the first. */
export const childId = (runId: string, node: string, attempt: number, item?: number): string =>
  derivedId([runId, node, attempt, ...(item === undefined ? [] : [item])]);

/** digestOf tells whether something is as it was. */
export const digestOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 32);
