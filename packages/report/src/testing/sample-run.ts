import type { StepDetail } from '@touchstone/contracts/api-testing';
import { countStep, noCounts, type ReportRun } from '../run.ts';

/** sampleStep returns a passed step with everything a report shows; override what the test is about. */
export function sampleStep(changes: Partial<StepDetail> = {}): StepDetail {
  const index = changes.index ?? 0;
  return {
    stepId: `step-${index}`,
    index,
    name: `Read order ${index}`,
    suiteId: 'suite-1',
    suiteName: 'Orders',
    scriptId: null,
    method: 'GET',
    url: `https://api.example.org/orders/${index}`,
    status: 'passed',
    statusCode: 200,
    durationMs: 74,
    assertionsPassed: 1,
    assertionsFailed: 0,
    message: null,
    attempt: 1,
    startedAt: '2026-01-02T03:04:05.000Z',
    exchange: {
      request: {
        method: 'GET',
        url: `https://api.example.org/orders/${index}`,
        headers: [['Accept', 'application/json']],
      },
      response: {
        status: 200,
        statusText: 'OK',
        httpVersion: '1.1',
        headers: [['Content-Type', 'application/json']],
        body: { text: '{"id":1,"total":42.05}', contentType: 'application/json', sizeBytes: 22, truncated: false },
      },
      redirects: [],
      timing: { dnsMs: 2, tcpMs: 8, tlsMs: 20, sendMs: 1, waitMs: 38, downloadMs: 5, totalMs: 74 },
    },
    assertions: [
      {
        kind: 'status',
        operator: 'equals',
        expected: 200,
        actual: 200,
        status: 'passed',
        message: 'Status is 200.',
      },
    ],
    extracted: [],
    unresolved: [],
    error: null,
    ...changes,
  };
}

/** sampleRun returns a run of these steps with matching counts. */
export function sampleRun(steps: StepDetail[], changes: Partial<ReportRun> = {}): ReportRun {
  const counts = noCounts();
  const suites = new Map<string, ReportRun['suites'][number]>();
  for (const step of steps) {
    countStep(counts, step.status);
    const key = step.suiteId ?? step.suiteName;
    const suite = suites.get(key) ?? { suiteId: key, suiteName: step.suiteName, total: 0 };
    suites.set(key, { ...suite, total: suite.total + 1 });
  }
  const failed = counts.failed > 0;
  return {
    name: 'Checkout regression',
    status: failed ? 'failed' : 'passed',
    executionStatus: failed ? 'Fail' : 'Pass',
    startedAt: '2026-01-02T03:04:05.000Z',
    finishedAt: '2026-01-02T03:06:19.000Z',
    durationMs: 134_000,
    environmentName: 'Staging',
    startedBy: 'ana@example.org',
    counts,
    suites: [...suites.values()],
    steps,
    ...changes,
  };
}

/** textOf reads an entire report. */
export async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}
