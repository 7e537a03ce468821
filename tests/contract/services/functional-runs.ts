import { all, destroys, reads, type ServiceCalls, writes } from '../expectation.ts';

const period = { startDate: '2026-01-01', endDate: '2026-12-31' };
const script = { scriptName: 'New', method: 'GET', url: 'http://127.0.0.1:9/' };

/** Functional runs and their reports. */
export const calls: ServiceCalls = {
  audiences: {
    members: `
      GET api-testing/api/api-info-scriptExecutions
      POST api-testing/api/compare-result-file
      GET api-testing/api/execution-body
      GET api-testing/api/execution-step
      GET api-testing/api/execution-steps
      GET api-testing/api/functional-insights
      GET api-testing/api/functional-insights-failed-steps
      GET api-testing/api/functional-insights-failures
      GET api-testing/api/functional-insights-ranking
      GET api-testing/api/functional-insights-runs
      POST api-testing/api/get-all-report-list
      GET api-testing/api/get-execution
      GET api-testing/api/get-execution-summary
      POST api-testing/api/get-latest-execution-details-for-script
      GET api-testing/api/last-green-run
      GET api-testing/api/outcomes
      GET api-testing/api/report-dashboard-metrics
      GET api-testing/api/test-execution/downloadHtmlReport
      GET api-testing/downloadFile
    `,
    membersWhoChange: `
      POST api-testing/api/execute-test
      POST api-testing/api/preview-test
      DELETE api-testing/api/reports
      PUT api-testing/api/retry-test
      POST api-testing/api/send-mail
      PUT api-testing/api/stop-execution
      POST api-testing/api/test-execution
    `,
  },
  expectations: {
    'POST api-testing/api/preview-test': writes(),
    'POST api-testing/api/execute-test': writes(201),
    'POST api-testing/api/test-execution': writes(201),
    'GET api-testing/api/get-execution': reads,
    'GET api-testing/api/get-execution-summary': reads,
    'GET api-testing/api/execution-steps': reads,
    'GET api-testing/api/execution-step': reads,
    'POST api-testing/api/get-all-report-list': reads,
    'PUT api-testing/api/stop-execution': writes(409),
    'PUT api-testing/api/retry-test': writes(),
    'DELETE api-testing/api/reports': destroys,
    'GET api-testing/api/test-execution/downloadHtmlReport': reads,
    'GET api-testing/downloadFile': reads,
    'GET api-testing/api/execution-body': all(404),
    'POST api-testing/api/compare-result-file': reads,
    'POST api-testing/api/send-mail': writes(),
    'GET api-testing/api/report-dashboard-metrics': reads,
    'GET api-testing/api/last-green-run': reads,
    'GET api-testing/api/outcomes': reads,
    'GET api-testing/api/functional-insights': reads,
    'GET api-testing/api/functional-insights-failed-steps': reads,
    'GET api-testing/api/functional-insights-failures': reads,
    'GET api-testing/api/functional-insights-ranking': reads,
    'GET api-testing/api/functional-insights-runs': reads,
    'POST api-testing/api/get-latest-execution-details-for-script': reads,
    'GET api-testing/api/api-info-scriptExecutions': reads,
  },
  examples: ({ projectId = '', otherSuiteId = '', scriptId = '', runId = '', stepId = '' }) => ({
    'POST api-testing/api/preview-test': { body: { projectId, script } },
    'POST api-testing/api/execute-test': { body: { projectId, suiteIds: [otherSuiteId] } },
    'POST api-testing/api/test-execution': { body: { projectId, scriptIds: [scriptId] } },
    'POST api-testing/api/get-all-report-list': { body: { projectId } },
    'GET api-testing/api/outcomes': { query: { projectId, of: 'script', subjectIds: scriptId } },
    'GET api-testing/api/functional-insights': { query: { projectId, ...period } },
    'GET api-testing/api/functional-insights-ranking': { query: { projectId, ...period, of: 'script', by: 'failing' } },
    'GET api-testing/api/functional-insights-failures': { query: { projectId, ...period } },
    'GET api-testing/api/functional-insights-failed-steps': { query: { projectId, ...period, signature: 'none' } },
    'GET api-testing/api/functional-insights-runs': { query: { projectId, ...period } },
    'PUT api-testing/api/retry-test': { body: { runId } },
    'DELETE api-testing/api/reports': { query: { runIds: runId } },
    'GET api-testing/downloadFile': { query: { runId, type: 'junit' } },
    'GET api-testing/api/execution-body': { query: { runId, stepId, side: 'response' } },
    'POST api-testing/api/compare-result-file': { body: { baseRunId: runId, runId } },
    'POST api-testing/api/send-mail': { body: { runId, email: 'a@example.test' } },
    'POST api-testing/api/get-latest-execution-details-for-script': { body: { scriptId } },
  }),
};
