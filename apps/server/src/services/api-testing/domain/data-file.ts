import type { DataFileChoice } from '@touchstone/contracts';

export type { DataFileChoice };
