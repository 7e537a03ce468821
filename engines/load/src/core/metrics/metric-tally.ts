import type { RequestFrame, RequestPhases } from './frame.ts';
import { Histogram } from './histogram.ts';
import { addFailures, failedCount } from './merge-frames.ts';
import type { MetricSummary } from './summary.ts';
import { summarizeTimes } from './time-summary.ts';

type PhaseName = keyof RequestPhases;

/** MetricTally adds up the frames of one request. */
export class MetricTally {
  count = 0;
  failures: RequestFrame['failures'] = {};
  checksPassed = 0;
  checksFailed = 0;
  bytesSent = 0;
  bytesReceived = 0;
  readonly latency = new Histogram();
  service: Histogram | undefined;
  readonly phases: Partial<Record<PhaseName, Histogram>> = {};

  add(frame: RequestFrame): void {
    this.count += frame.count;
    this.failures = addFailures([this.failures, frame.failures]);
    this.checksPassed += frame.checksPassed;
    this.checksFailed += frame.checksFailed;
    this.bytesSent += frame.bytesSent;
    this.bytesReceived += frame.bytesReceived;
    this.latency.add(frame.latency);
    if (frame.service !== undefined) {
      this.service ??= new Histogram();
      this.service.add(frame.service);
    }
    for (const [phase, histogram] of Object.entries(frame.phases) as [PhaseName, RequestFrame['latency']][]) {
      this.phases[phase] ??= new Histogram();
      this.phases[phase].add(histogram);
    }
  }
}

/** summarizeMetric summarizes several requests together; rates are relative to `ratedMs`. */
export function summarizeMetric(tallies: readonly MetricTally[], ratedMs: number): MetricSummary {
  const total = (pick: (tally: MetricTally) => number) => tallies.reduce((sum, tally) => sum + pick(tally), 0);
  const count = total((tally) => tally.count);
  const failures = addFailures(tallies.map((tally) => tally.failures));
  const service = mergedIfAny(tallies.map((tally) => tally.service));
  const phases: MetricSummary['phases'] = {};
  for (const phase of ['connect', 'tls', 'wait', 'receive'] as const) {
    const merged = mergedIfAny(tallies.map((tally) => tally.phases[phase]));
    if (merged !== undefined) phases[phase] = summarizeTimes(merged);
  }
  return {
    count,
    rate: ratedMs === 0 ? 0 : (count * 1000) / ratedMs,
    failed: failedCount(failures),
    failures,
    checksPassed: total((tally) => tally.checksPassed),
    checksFailed: total((tally) => tally.checksFailed),
    bytesSent: total((tally) => tally.bytesSent),
    bytesReceived: total((tally) => tally.bytesReceived),
    latency: summarizeTimes(mergedLatency(tallies)),
    ...(service === undefined ? {} : { service: summarizeTimes(service) }),
    phases,
  };
}

/** mergedLatency returns the latencies of several requests together. */
export function mergedLatency(tallies: readonly MetricTally[]): Histogram {
  return mergedIfAny(tallies.map((tally) => tally.latency)) ?? new Histogram();
}

function mergedIfAny(histograms: readonly (Histogram | undefined)[]): Histogram | undefined {
  const filled = histograms.filter((histogram) => histogram !== undefined && histogram.count > 0);
  if (filled.length <= 1) return filled[0];
  const merged = new Histogram();
  for (const histogram of filled) merged.add(histogram!);
  return merged;
}

/** failedShare returns failed of all requests, or undefined without a request. */
export function failedShare(tallies: readonly MetricTally[], count: number): number | undefined {
  if (count === 0) return undefined;
  return tallies.reduce((sum, tally) => sum + failedCount(tally.failures), 0) / count;
}

/** checkShare returns passed of all checks, or undefined without a check. */
export function checkShare(tallies: readonly MetricTally[]): number | undefined {
  const passed = tallies.reduce((sum, tally) => sum + tally.checksPassed, 0);
  const failed = tallies.reduce((sum, tally) => sum + tally.checksFailed, 0);
  return passed + failed === 0 ? undefined : passed / (passed + failed);
}
