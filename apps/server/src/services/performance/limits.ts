import { planLimit } from '../subscription/index.ts';

export const performanceLimits = { MAX_TIMESPAN_MINUTES: planLimit('Minutes of one performance run', 5, null) };
