import { administersOwn, all, reads, type ServiceCalls } from '../expectation.ts';

/** Figures and lists of the dashboards. */
export const calls: ServiceCalls = {
  audiences: {
    members: `
      GET user-management/api/browser-concurrency
      GET user-management/api/browser-concurrency-count
      GET user-management/api/common-metrics
      GET user-management/api/consolidated-metrics
      GET user-management/api/consolidated-metrics-by-status-date
      GET user-management/api/dashboardcount
      GET user-management/api/device-concurrency
      GET user-management/api/device-concurrency-count
      GET user-management/api/project-widget
      POST user-management/api/project-widget
      GET user-management/api/project-widget-by-service
      GET user-management/api/recent-tests
      GET user-management/api/test-execution-wait-time
      GET user-management/api/total-passed-tests
      GET user-management/api/total-sprints
      GET user-management/api/total-tests-built
      GET user-management/api/total-tests-ran
      GET user-management/api/usage-metrics
      GET user-management/api/user-contributions
      GET user-management/api/user-count
      GET user-management/api/view-test
    `,
    administrators: `
      GET user-management/api/user-metrics
    `,
  },
  expectations: {
    'GET user-management/api/user-count': all(200),
    'GET user-management/api/dashboardcount': all(200),
    'GET user-management/api/user-metrics': administersOwn(),
    'GET user-management/api/usage-metrics': all(200),
    'GET user-management/api/browser-concurrency': all(200),
    'GET user-management/api/device-concurrency': all(200),
    'GET user-management/api/browser-concurrency-count': all(200),
    'GET user-management/api/device-concurrency-count': all(200),
    'GET user-management/api/test-execution-wait-time': all(200),
    'GET user-management/api/total-sprints': all(200),
    'GET user-management/api/common-metrics': all(200),
    'GET user-management/api/consolidated-metrics': all(200),
    'GET user-management/api/consolidated-metrics-by-status-date': all(200),
    'GET user-management/api/total-tests-built': all(200),
    'GET user-management/api/total-tests-ran': all(200),
    'GET user-management/api/project-widget': all(200),
    'POST user-management/api/project-widget': all(200),
    'GET user-management/api/project-widget-by-service': all(200),
    'GET user-management/api/user-contributions': all(200),
    'GET user-management/api/total-passed-tests': reads,
    'GET user-management/api/recent-tests': all(200),
    'GET user-management/api/view-test': reads,
  },
  examples: ({ projectId = '', runId = '' }) => ({
    'POST user-management/api/project-widget': { body: { service: 'API Testing', widgets: [] } },
    'GET user-management/api/project-widget-by-service': { query: { service: 'API Testing' } },
    'GET user-management/api/total-passed-tests': { query: { projectUuid: projectId } },
    'GET user-management/api/view-test': { query: { projectUuid: projectId, testUuid: runId } },
  }),
};
