import { planLimit } from './domain/limits.ts';

export const infrastructureLimits = {
  SHARED_BROWSERS: planLimit('Shared browsers in use at once', 1, 10),
  SHARED_DEVICES: planLimit('Shared devices in use at once', 1, 10),
};
