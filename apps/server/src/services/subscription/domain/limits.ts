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

/** limitDefinitions are the limits that the product knows, with what holds until somebody changes it. */
export const limitDefinitions: Readonly<Record<string, LimitDefinition>> = {
  EXECUTIONS_PER_DAY: limit('Runs that an organization may start in a day', 100, null),
  AI_ASSERTIONS_PER_ENDPOINT: limit('Assertions that are suggested for one endpoint', 5, 50),
  COLLABORATORS_PER_FREE_WORKSPACE: limit('Collaborators of a free workspace', 3, null),
  VIRTUAL_USERS: limit('Virtual users of one performance run', 1000, null),
  UPLOAD_MB: limit('Size of an uploaded file in MB', 50, 50),
  MAX_TIMESPAN_MINUTES: limit('Minutes of one performance run', 5, null),
  MAX_CAP: limit('Steps of a load profile', 50, 500),
  API_DB_RECONCILE_ROWS: limit('Rows that one comparison of API and database reads', 500, 500),
  MONITORED_APIS: limit('APIs that are monitored at once', 5, 500),
  SHARED_BROWSERS: limit('Shared browsers in use at once', 1, 10),
  SHARED_DEVICES: limit('Shared devices in use at once', 1, 10),
};
