import { planLimit } from '../subscription/index.ts';

export const apiTestingLimits = {
  EXECUTIONS_PER_DAY: planLimit('Runs that an organization may start in a day', 100, null),
};
