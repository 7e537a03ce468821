import { defineEvent } from '../../platform/events.ts';
import type { RunEnd } from './domain/run-kind.ts';

/** runEnded is published in the transaction that ends a run; shares of a run end untold. */
export const runEnded = defineEvent<RunEnd>('run.ended');
