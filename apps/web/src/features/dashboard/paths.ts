/** Addresses of the dashboards. */
export const dashboardPaths = { dashboard: '/dashboard', userMetrics: '/user-metrics' };
