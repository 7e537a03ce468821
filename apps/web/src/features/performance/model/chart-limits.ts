import type { ChartLimit } from '../../../ui/chart/time-chart.tsx';

const limitPattern = /^(avg|med|max|p\d+(?:\.\d+)?|rate)\s*[<>]=?\s*(\d+(?:\.\d+)?)\s*$/;

/**
 * chartLimits returns the thresholds of all requests together that a chart has a scale for: times in milliseconds, and
 * requests per second.
 */
export function chartLimits(thresholds: readonly { request?: string | undefined; expression: string }[]): {
  latency: ChartLimit[];
  rate: ChartLimit[];
} {
  const limits: { latency: ChartLimit[]; rate: ChartLimit[] } = { latency: [], rate: [] };
  for (const { request, expression } of thresholds) {
    const [, metric, value] = limitPattern.exec(expression.trim()) ?? [];
    if (request !== undefined || !metric) continue;
    if (metric === 'rate') limits.rate.push({ value: Number(value), label: expression, axis: 'right' });
    else limits.latency.push({ value: Number(value), label: expression });
  }
  return limits;
}
