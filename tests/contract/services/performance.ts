import { type Expectation, reads, type ServiceCalls } from '../expectation.ts';

/** The sample was stopped before it measured anything. */
const nothingMeasured: Expectation = { stranger: 404, outsider: 404, guest: 409, colleague: 409, owner: 409 };

/** Performance runs. */
export const calls: ServiceCalls = {
  audiences: {
    members: `
      GET api-testing/api/compare-performance-reports
      POST api-testing/api/get-all-performance-report-list
      GET api-testing/api/performance-events
      GET api-testing/api/performance-report
      GET api-testing/api/performance-report/download
    `,
  },
  expectations: {
    'POST api-testing/api/get-all-performance-report-list': reads,
    'GET api-testing/api/performance-report': reads,
    'GET api-testing/api/performance-events': reads,
    'GET api-testing/api/performance-report/download': nothingMeasured,
    'GET api-testing/api/compare-performance-reports': nothingMeasured,
  },
  examples({ projectId = '', runId = '', performanceRunId = '' }) {
    const query = { runId: performanceRunId };
    return {
      'POST api-testing/api/get-all-performance-report-list': { body: { projectId } },
      'GET api-testing/api/performance-report': { query },
      'GET api-testing/api/performance-events': { query },
      'GET api-testing/api/performance-report/download': { query: { ...query, type: 'html' } },
      'GET api-testing/api/compare-performance-reports': { query: { ...query, baselineRunId: performanceRunId } },
    };
  },
};
