export type GivenPlan = 'FREE' | 'PRO' | 'ENTERPRISE';

export interface LimitDefinition {
  description: string;
  /** Null: no limit. */
  byPlan: Record<GivenPlan, number | null>;
}

const limit = (description: string, free: number, pro: number | null): LimitDefinition => ({
  description,
  byPlan: { FREE: free, PRO: pro, ENTERPRISE: null },
});

/** limitDefinitions are the limits that the product enforces, with what holds until somebody changes it. */
export const limitDefinitions: Readonly<Record<string, LimitDefinition>> = {
  EXECUTIONS_PER_DAY: limit('Runs that an organization may start in a day', 100, null),
  VIRTUAL_USERS: limit('Virtual users of one performance run', 1000, null),
  MAX_TIMESPAN_MINUTES: limit('Minutes of one performance run', 5, null),
  SHARED_BROWSERS: limit('Shared browsers in use at once', 1, 10),
  SHARED_DEVICES: limit('Shared devices in use at once', 1, 10),
};
