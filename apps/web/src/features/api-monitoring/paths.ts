export const apiMonitoringPaths = { home: '/api-monitoring' };
