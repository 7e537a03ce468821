import { defineEvent } from '../../platform/events.ts';
import type { RunEnd } from './domain/run-kind.ts';

/** runEnded is published in the transaction that ends a run; not published for parts of a run. */
export const runEnded = defineEvent<RunEnd>('run.ended');
