import type { LoadFrame, RequestFrame, ScenarioFrame } from '../core/metrics/frame.ts';
import { Histogram } from '../core/metrics/histogram.ts';
import { LoadTally } from '../core/metrics/load-tally.ts';
import type { LoadSummary } from '../core/metrics/summary.ts';
import type { LoadPlan } from '../core/plan.ts';

/** requestFrame returns a request's second from latencies in µs. */
export function requestFrame(latencies: readonly number[], more: Partial<RequestFrame> = {}): RequestFrame {
  const latency = new Histogram();
  for (const us of latencies) latency.record(us);
  return {
    count: latencies.length,
    failures: {},
    bytesSent: 0,
    bytesReceived: 0,
    checksPassed: 0,
    checksFailed: 0,
    latency: latency.serialize(),
    phases: {},
    ...more,
  };
}

/** frameOf returns a frame of one scenario. */
export function frameOf(second: number, requests: RequestFrame[], more: Partial<ScenarioFrame> = {}): LoadFrame {
  return {
    second,
    errors: [],
    generators: [],
    scenarios: [
      {
        activeMs: 1000,
        vusPlanned: 1,
        vusActive: 1,
        iterations: { started: 0, completed: 0, failed: 0, interrupted: 0, late: 0, unstarted: 0 },
        iterationTime: new Histogram().serialize(),
        requests,
        ...more,
      },
    ],
  };
}

/** planOf returns a plan of one scenario with requests of the given names. */
export function planOf(names: readonly string[], thresholds: LoadPlan['thresholds'] = []): LoadPlan {
  return {
    thresholds,
    scenarios: [
      {
        name: 'scenario',
        executor: { type: 'constant-vus', vus: 1, durationMs: 10_000 },
        scopes: [],
        steps: names.map((name) => ({
          id: name,
          name,
          group: 'group',
          method: 'GET',
          url: 'http://localhost/',
          headers: [],
          queryParams: [],
          pathParams: [],
          body: { type: 'none' },
          authentication: { type: 'none' },
          assertions: [],
          dataHandlers: [],
          settings: {},
        })),
      },
    ],
  };
}

/** summaryOf returns the summary of a run of one second, from latencies in µs by request. */
export function summaryOf(requests: Record<string, readonly number[]>, more: Partial<RequestFrame> = {}): LoadSummary {
  const tally = new LoadTally(planOf(Object.keys(requests)));
  tally.add(
    frameOf(
      0,
      Object.values(requests).map((latencies) => requestFrame(latencies, more)),
    ),
  );
  return tally.summary({ startedAtMs: 0, durationMs: 1000, end: 'finished' });
}
