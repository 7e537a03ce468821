const root = 'api-monitoring';

/** Names of what is kept of API monitoring. */
export const monitoringKeys = {
  all: [root] as const,
  projects: [root, 'projects'] as const,
  collections: [root, 'collections'] as const,
  monitors: [root, 'monitors'] as const,
  /** What is measured and changes by itself. */
  measured: [root, 'measured'] as const,
  incidents: [root, 'incidents'] as const,
  windows: [root, 'maintenance'] as const,
  statusPages: [root, 'status-pages'] as const,
  mailedReports: [root, 'mailed-reports'] as const,
};

/** Lists and details are read again so often: checks are seldom more often than every 10 seconds. */
export const pollMs = 5000;
