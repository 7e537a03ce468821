const query = (values: Record<string, string | undefined>): string => {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(values)) if (value) search.set(key, value);
  const text = search.toString();
  return text ? `?${text}` : '';
};

/** Stands for the last green run before the other one in a comparison. */
export const lastGreen = 'last-green';

/** Addresses of the API testing area. */
export const apiTestingPaths = {
  root: '/api-testing',
  workspace: (project?: string) => `/api-testing/workspace${query({ project })}`,
  suites: (project?: string, create?: 'script' | 'import') =>
    `/api-testing/api-test-suite${query({ project, create })}`,
  trash: (project?: string) => `/api-testing/recently-deleted${query({ project })}`,
  /** The functional tests area, with a suite open. */
  functional: (project: string, suite: string) => `/api-testing/functional${query({ project, suite })}`,
  suite: (suiteId: string, project: string, script?: string) =>
    `/api-testing/api-test-suite/${suiteId}${query({ project, script })}`,
  /** Requests that don't belong to a suite yet; `new` opens another one. */
  request: (project?: string, isNew = false) =>
    `/api-testing/request${query({ project })}${isNew ? `${project ? '&' : '?'}new=` : ''}`,
  playground: (project?: string) => `/api-testing/api-playground${query({ project })}`,
  import: (project?: string) => `/api-testing/import${query({ project })}`,
  linked: (project?: string, source?: string) => `/api-testing/linked-specifications${query({ project, source })}`,
  environments: (project?: string, environment?: string) =>
    `/api-testing/environments${query({ project, environment })}`,
  globals: (project?: string) => `/api-testing/global-variable${query({ project })}`,
  prerequisites: (project?: string, tab?: 'databases') => `/api-testing/prerequest-variables${query({ project, tab })}`,
  certificates: (project?: string) => `/api-testing/certificates${query({ project })}`,
  reports: (project?: string) => `/api-testing/report-dashboard${query({ project })}`,
  insights: (project?: string) => `/api-testing/functional-report-insights${query({ project })}`,
  report: (runId: string) => `/api-testing/report/${runId}`,
  /** A report with one of its steps open. */
  step: (runId: string, step: string) => `/api-testing/report/${runId}${query({ step })}`,
  compareChosen: (project?: string) => `/api-testing/report-compare${query({ project })}`,
  compare: (base: string, current: string) => `/api-testing/report-compare${query({ base, current })}`,
};
