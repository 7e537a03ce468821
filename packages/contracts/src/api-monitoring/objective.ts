import { z } from 'zod';

/**
 * An objective: the percentage of checks that must find a monitored API up or degraded. For a collection, it covers the
 * checks of all its monitored APIs together, each check counting equally. The rest up to 100 % is the error budget.
 */
export const sloPercentSchema = z
  .number()
  .min(50, 'An objective lies between 50 and 99.999 %.')
  .max(99.999, 'An objective lies between 50 and 99.999 %.')
  .nullable()
  .default(null)
  .describe('Availability that is aimed at');
