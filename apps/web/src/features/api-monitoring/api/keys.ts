const root = 'api-monitoring';

/** Query keys of API monitoring. */
export const monitoringKeys = {
  all: [root] as const,
  projects: [root, 'projects'] as const,
  collections: [root, 'collections'] as const,
  monitors: [root, 'monitors'] as const,
  /** Measured data, which changes without mutations. */
  measured: [root, 'measured'] as const,
  incidents: [root, 'incidents'] as const,
  windows: [root, 'maintenance'] as const,
  statusPages: [root, 'status-pages'] as const,
  mailedReports: [root, 'mailed-reports'] as const,
};

/** Polling interval of lists and details: checks rarely run more often than every 10 seconds. */
export const pollMs = 5000;
