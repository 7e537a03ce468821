import type { PerformancePoint, PerformanceRequest, PerformanceTotals } from '@touchstone/contracts/api-testing';
import {
  failedCount,
  Histogram,
  type LoadFrame,
  type LoadSummary,
  type MetricSummary,
  mergeRequests,
  summarizeTimes,
  type TimeSummary,
} from '@touchstone/engine-load/core';

/** Seconds that a point may cover; a report uses the finest resolution with few enough points. */
export const resolutions = [1, 5, 15, 60] as const;

const errorsShown = 50;

/** toPoint returns what charts draw of a merged (or folded) frame; percentiles are over all its requests. */
export function toPoint(frame: LoadFrame, seconds: number): PerformancePoint {
  const requests = mergeRequests(frame.scenarios.flatMap((scenario) => scenario.requests));
  const latency = requests.latency.count === 0 ? null : toTimes(summarizeTimes(Histogram.from(requests.latency)));
  const total = (pick: (scenario: LoadFrame['scenarios'][number]) => number) =>
    frame.scenarios.reduce((sum, scenario) => sum + pick(scenario), 0);
  const activeMs = Math.max(0, ...frame.scenarios.map((scenario) => scenario.activeMs));
  const most = (pick: (health: LoadFrame['generators'][number]) => number) =>
    Math.max(0, ...frame.generators.map(pick));
  return {
    second: frame.second,
    seconds,
    usersPlanned: total((scenario) => scenario.vusPlanned),
    users: total((scenario) => scenario.vusActive),
    requests: requests.count,
    rate: activeMs === 0 ? 0 : (requests.count * 1000) / activeMs,
    failed: failedCount(requests.failures),
    checksFailed: requests.checksFailed,
    bytesSent: requests.bytesSent,
    bytesReceived: requests.bytesReceived,
    iterations: {
      started: total(({ iterations }) => iterations.started),
      completed: total(({ iterations }) => iterations.completed),
      failed: total(({ iterations }) => iterations.failed),
      interrupted: total(({ iterations }) => iterations.interrupted),
      late: total(({ iterations }) => iterations.late),
      unstarted: total(({ iterations }) => iterations.unstarted),
    },
    latency,
    generator: {
      cpu: most((health) => health.cpu),
      eventLoopDelayMs: most((health) => health.eventLoopDelayMs),
      lateIterations: frame.generators.reduce((sum, health) => sum + health.lateIterations, 0),
    },
  };
}

/** toTotals returns what the page shows of a run so far. */
export function toTotals(summary: LoadSummary): PerformanceTotals {
  const requests = summary.scenarios.flatMap((scenario) => scenario.requests);
  const [scenario] = summary.scenarios;
  return {
    durationMs: summary.durationMs,
    total: toMetric(summary.total),
    iterations: scenario?.iterations ?? { started: 0, completed: 0, failed: 0, interrupted: 0, late: 0, unstarted: 0 },
    usersMax: scenario?.vusMax ?? 0,
    ...(scenario?.tail && { tail: scenario.tail }),
    requests: requests.map(({ name, method, path, ...metric }) => ({
      name,
      method,
      ...toMetric(metric),
      ...(path && { path }),
    })),
    thresholds: summary.thresholds.map(({ target, expression, abortOnFail, delayMs, value, passed, message }) => ({
      expression,
      ...(target.type === 'request' && { request: target.request }),
      ...(abortOnFail !== undefined && { abortOnFail }),
      ...(delayMs !== undefined && { delayMs }),
      ...(value !== undefined && { value }),
      passed,
      message,
    })),
    errors: summary.errors.slice(0, errorsShown).map(({ request, kind, message, count, firstMs, lastMs, sample }) => ({
      request: requests[request]?.name ?? '',
      kind,
      message,
      count,
      firstMs,
      lastMs,
      sample,
    })),
    generator: summary.generator,
    notes: summary.notes,
  };
}

function toMetric(metric: MetricSummary): Omit<PerformanceRequest, 'name' | 'method' | 'path'> {
  const { count, rate, failed, failures, checksPassed, checksFailed, bytesSent, bytesReceived, latency } = metric;
  const { min, p9999 } = latency;
  return {
    count,
    rate,
    failed,
    failures,
    checksPassed,
    checksFailed,
    bytesSent,
    bytesReceived,
    latency: { ...toTimes(latency), min, p9999 },
  };
}

function toTimes({ mean, p50, p75, p90, p95, p99, p999, max }: TimeSummary) {
  return { mean, p50, p75, p90, p95, p99, p999, max };
}
