import type { Example, Expectation } from './expectation.ts';

const api = (line: string) => line.replace(' ', ' /services/api-testing');
const outside = { stranger: 404, outsider: 404 };
const reads: Expectation = { ...outside, guest: 200, colleague: 200, owner: 200 };
/** The sample was stopped before it measured anything. */
const nothingMeasured: Expectation = { ...outside, guest: 409, colleague: 409, owner: 409 };

/** One line for each call of performance runs. */
export const performanceExpectations: Record<string, Expectation> = {
  [api('POST /api/get-all-performance-report-list')]: reads,
  [api('GET /api/performance-report')]: reads,
  [api('GET /api/performance-events')]: reads,
  [api('GET /api/performance-report/download')]: nothingMeasured,
  [api('GET /api/compare-performance-reports')]: nothingMeasured,
};

/** Examples of calls of performance runs. */
export function performanceExamples({
  projectId = '',
  performanceRunId = '',
}: Record<string, string>): Record<string, Example> {
  const query = { runId: performanceRunId };
  return {
    [api('POST /api/get-all-performance-report-list')]: { body: { projectId } },
    [api('GET /api/performance-report')]: { query },
    [api('GET /api/performance-events')]: { query },
    [api('GET /api/performance-report/download')]: { query: { ...query, type: 'html' } },
    [api('GET /api/compare-performance-reports')]: { query: { ...query, baselineRunId: performanceRunId } },
  };
}

/** A load of one iteration. */
export const samplePerformance = { load: { type: 'shared-iterations' as const, vus: 1, iterations: 1 } };
