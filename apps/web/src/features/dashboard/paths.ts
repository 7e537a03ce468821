export const dashboardPaths = { dashboard: '/dashboard', userMetrics: '/user-metrics' };
