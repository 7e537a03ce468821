import { z } from 'zod';

/**
 * An objective: the share of checks, in percent, that is to find a monitored API up or degraded. Of a collection it is about the checks of all its
 * monitored APIs together, each check counting alike. What is left to 100 % is the error budget.
 */
export const sloPercentSchema = z
  .number()
  .min(50, 'An objective lies between 50 and 99.999 %.')
  .max(99.999, 'An objective lies between 50 and 99.999 %.')
  .nullable()
  .default(null)
  .describe('Availability that is aimed at');
