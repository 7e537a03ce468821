const query = (values: Record<string, string | undefined>): string => {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(values)) if (value) search.set(key, value);
  const text = search.toString();
  return text ? `?${text}` : '';
};

/** Addresses of the performance area. */
export const performancePaths = {
  /** Sets up a run; with a run it is watched. */
  area: (project?: string, run?: string) => `/api-testing/performance${query({ project, run })}`,
  dashboard: (project?: string) => `/api-testing/performance-report-dashboard${query({ project })}`,
  insightsPattern: '/api-testing/performance-report-insights',
  insights: (run: string, base?: string) => `/api-testing/performance-report-insights${query({ run, base })}`,
};
