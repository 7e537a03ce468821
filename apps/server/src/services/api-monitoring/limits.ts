import { planLimit } from '../subscription/index.ts';

export const apiMonitoringLimits = { MONITORED_APIS: planLimit('APIs that an organization monitors at once', 5, 5) };
