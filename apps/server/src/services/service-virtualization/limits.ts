import { planLimit } from '../subscription/index.ts';

export const virtualizationLimits = {
  VIRTUALIZED_APIS: planLimit('APIs (assets that are switched on) that an organization virtualizes at once', 5, 5),
};
