import { Histogram } from '../metrics/histogram.ts';
import { compareRanks, compareShares, quantileInterval } from '../metrics/statistics.ts';
import type { LoadSummary, MetricSummary } from '../metrics/summary.ts';

/** How a run compares with its baseline. */
export type SpeedVerdict =
  | 'faster'
  | 'slower'
  /** Most requests got faster and the slowest slower, or vice versa. */
  | 'mixed'
  | 'noClearDifference'
  | 'tooFewRequests';

/**
 * MetricComparison of a run with its baseline; times in ms, `change` is relative (0.1: 10 % more than the baseline).
 */
export interface MetricComparison {
  verdict: SpeedVerdict;
  /** One sentence for the reader. */
  message: string;
  p50: ValueChange;
  p95: ValueChange;
  p99: ValueChange;
  rate: ValueChange;
  failedShare: ValueChange;
  /** Whether the share of failed requests differs by more than chance. */
  failures: 'more' | 'fewer' | 'noClearDifference';
  /**
   * Probability that a request of the run took longer than one of the baseline; 0.5 is no difference. Missing with too
   * few requests.
   */
  superiority?: number;
  /** Of the Mann-Whitney test. Missing with too few requests. */
  pValue?: number;
}

/** A figure of both runs and its change. */
export interface ValueChange {
  baseline: number;
  run: number;
  /** Missing if the baseline is 0. */
  change?: number;
}

/** Two runs side by side, in total and by request. */
export interface BaselineComparison {
  total: MetricComparison;
  requests: ({ scenario: string; request: string } & MetricComparison)[];
  /** Requests that only one of the two runs has. */
  onlyInBaseline: { scenario: string; request: string }[];
  onlyInRun: { scenario: string; request: string }[];
}

/** With fewer requests on either side, the tests' normal approximation is invalid. */
const minRequests = 30;
/**
 * With many requests, even irrelevant differences are significant; below this effect size they are not reported as a
 * difference (Romano 2006).
 */
const minEffect = 0.147;
const minTailChange = 0.05;
const significance = 0.01;

/**
 * compareWithBaseline returns whether a run was faster or slower than its baseline: all latencies by the Mann-Whitney
 * test with a minimum effect, the slow tail by confidence intervals of p95, failures by the test of two proportions.
 */
export function compareWithBaseline(baseline: LoadSummary, run: LoadSummary): BaselineComparison {
  const before = requestsOf(baseline);
  const now = requestsOf(run);
  const nameOf = ({ scenario, request }: NamedRequest) => ({ scenario, request });
  return {
    total: compareMetrics(baseline.total, run.total),
    requests: [...now].flatMap(([key, request]) => {
      const other = before.get(key);
      return other === undefined ? [] : [{ ...nameOf(request), ...compareMetrics(other.metric, request.metric) }];
    }),
    onlyInBaseline: [...before].filter(([key]) => !now.has(key)).map(([, request]) => nameOf(request)),
    onlyInRun: [...now].filter(([key]) => !before.has(key)).map(([, request]) => nameOf(request)),
  };
}

interface NamedRequest {
  scenario: string;
  request: string;
  metric: MetricSummary;
}

/** By scenario, name, and index among requests of that name. */
function requestsOf(summary: LoadSummary): Map<string, NamedRequest> {
  const requests = new Map<string, NamedRequest>();
  for (const scenario of summary.scenarios) {
    for (const metric of scenario.requests) {
      const named = { scenario: scenario.name, request: metric.name, metric };
      let key = JSON.stringify([scenario.name, metric.name]);
      while (requests.has(key)) key += '+';
      requests.set(key, named);
    }
  }
  return requests;
}

function compareMetrics(baseline: MetricSummary, run: MetricSummary): MetricComparison {
  const times = (pick: 'p50' | 'p95' | 'p99') => changeOf(baseline.latency[pick], run.latency[pick]);
  const figures = {
    p50: times('p50'),
    p95: times('p95'),
    p99: times('p99'),
    rate: changeOf(baseline.rate, run.rate),
    failedShare: changeOf(failedShare(baseline), failedShare(run)),
    failures: compareFailures(baseline, run),
  };
  if (Math.min(baseline.latency.count, run.latency.count) < minRequests) {
    const message = `Too few requests to compare: at least ${minRequests} with a response are needed in both runs.`;
    return { verdict: 'tooFewRequests', message, ...figures };
  }
  const first = Histogram.from(baseline.latency.histogram);
  const second = Histogram.from(run.latency.histogram);
  const ranks = compareRanks(first, second);
  const bulk = bulkShift(ranks);
  const tail = tailShift(first, second);
  const verdict = verdictOf(bulk, tail);
  return { verdict, message: sentenceOf(verdict, { bulk, tail }, figures), ...figures, ...ranks };
}

/** -1 faster, 1 slower, 0 neither. */
type Shift = -1 | 0 | 1;

function bulkShift({ superiority, pValue }: { superiority: number; pValue: number }): Shift {
  const effect = 2 * superiority - 1;
  if (pValue >= significance || Math.abs(effect) < minEffect) return 0;
  return effect > 0 ? 1 : -1;
}

function tailShift(first: Histogram, second: Histogram): Shift {
  const [firstLow, firstHigh] = quantileInterval(first, 95);
  const [secondLow, secondHigh] = quantileInterval(second, 95);
  const change = second.percentile(95) / Math.max(1, first.percentile(95)) - 1;
  if (secondLow > firstHigh && change >= minTailChange) return 1;
  return secondHigh < firstLow && change <= -minTailChange ? -1 : 0;
}

function verdictOf(bulk: Shift, tail: Shift): SpeedVerdict {
  if (bulk * tail < 0) return 'mixed';
  const shift = bulk + tail;
  if (shift === 0) return 'noClearDifference';
  return shift > 0 ? 'slower' : 'faster';
}

function sentenceOf(
  verdict: SpeedVerdict,
  { bulk, tail }: { bulk: Shift; tail: Shift },
  { p50, p95 }: { p50: ValueChange; p95: ValueChange },
): string {
  const typical = `typical requests (p50 ${changeText(p50)})`;
  const slowest = `the slowest ones (p95 ${changeText(p95)})`;
  switch (verdict) {
    case 'mixed':
      return bulk < 0
        ? `Faster for ${typical}, slower for ${slowest}.`
        : `Slower for ${typical}, faster for ${slowest}.`;
    case 'faster':
    case 'slower': {
      const who = [...(bulk === 0 ? [] : [typical]), ...(tail === 0 ? [] : [slowest])].join(' and ');
      return `${verdict === 'faster' ? 'Faster' : 'Slower'} for ${who}.`;
    }
    default:
      return 'No clear difference: what differs can be chance or is too small to matter.';
  }
}

function compareFailures(baseline: MetricSummary, run: MetricSummary): MetricComparison['failures'] {
  if (baseline.count === 0 || run.count === 0) return 'noClearDifference';
  const pValue = compareShares({ of: baseline.count, hits: baseline.failed }, { of: run.count, hits: run.failed });
  if (pValue >= significance) return 'noClearDifference';
  return failedShare(run) > failedShare(baseline) ? 'more' : 'fewer';
}

function failedShare({ failed, count }: MetricSummary): number {
  return count === 0 ? 0 : failed / count;
}

function changeOf(baseline: number, run: number): ValueChange {
  return baseline === 0 ? { baseline, run } : { baseline, run, change: run / baseline - 1 };
}

function changeText({ baseline, run, change }: ValueChange): string {
  const text = `${Number(baseline.toPrecision(3))} → ${Number(run.toPrecision(3))} ms`;
  return change === undefined ? text : `${text}, ${change >= 0 ? '+' : '−'}${Math.abs(change * 100).toFixed(0)} %`;
}
