import type { Histogram } from './histogram.ts';
import type { TimeSummary } from './summary.ts';

/** summarizeTimes returns a histogram of µs as a summary in ms. */
export function summarizeTimes(histogram: Histogram): TimeSummary {
  const at = (percent: number) => histogram.percentile(percent) / 1000;
  const { count } = histogram;
  return {
    count,
    min: count === 0 ? 0 : histogram.min / 1000,
    mean: count === 0 ? 0 : histogram.sum / count / 1000,
    max: histogram.max / 1000,
    p50: at(50),
    p75: at(75),
    p90: at(90),
    p95: at(95),
    p99: at(99),
    p999: at(99.9),
    p9999: at(99.99),
    histogram: histogram.serialize(),
  };
}
