/** What a threshold measures: a time in ms (percentile, `avg`, `min`, `max`), a share, a rate per second, a number. */
export type ThresholdMetric =
  | { kind: 'time'; statistic: 'avg' | 'min' | 'max' }
  | { kind: 'time'; statistic: 'percentile'; percent: number }
  | { kind: 'share'; of: 'failed' | 'checks' }
  | { kind: 'rate' }
  | { kind: 'count' };

/** How a threshold compares. */
export type ThresholdOperator = '<' | '<=' | '>' | '>=' | '==' | '!=';

/** ParsedThreshold: `limit` in ms, in requests per second, as a number, or as a share of 0 to 1. */
export interface ParsedThreshold {
  metric: ThresholdMetric;
  operator: ThresholdOperator;
  limit: number;
  /** As written, trimmed, for messages. */
  metricText: string;
  limitText: string;
}

const shape = /^\s*([a-z]+(?:\(\s*[\d.]+\s*\)|[\d.]+)?)\s*(<=|>=|==|!=|<|>)\s*(-?\d+(?:\.\d+)?)\s*(%|ms|s|\/s)?\s*$/i;
const names = 'p50 … p99.99, avg, med, min, max, failed, checks, rate, count';

/**
 * parseThreshold parses an expression such as `p95 < 300`, or returns a sentence that explains what is wrong with it.
 */
export function parseThreshold(expression: string): ParsedThreshold | { problem: string } {
  const match = shape.exec(expression);
  if (match === null) return { problem: shapeProblem(expression) };
  const [, name = '', operator = '', number = '', unit = ''] = match;
  const metric = metricOf(name.toLowerCase());
  if (typeof metric === 'string') return { problem: metric };
  const limit = limitOf(metric, Number(number), unit.toLowerCase());
  if (typeof limit === 'string') return { problem: limit };
  return {
    metric,
    operator: operator as ThresholdOperator,
    limit,
    metricText: name.toLowerCase(),
    limitText: `${number}${unitText(metric, unit)}`,
  };
}

function shapeProblem(expression: string): string {
  if (expression.trim() === '') return 'The threshold is empty. Write it like p95 < 300.';
  if (!/[<>=!]/.test(expression)) return `"${expression}" compares nothing. Write it like p95 < 300 or failed < 1%.`;
  if (/(^|[^<>=!])=([^=]|$)/.test(expression)) return `"${expression}" has a single =. Use ==, <, <=, >, >= or !=.`;
  return `"${expression}" is not a threshold. Write a measure, a comparison and a number, like p95 < 300 or failed < 1%.`;
}

function metricOf(name: string): ThresholdMetric | string {
  if (name === 'avg' || name === 'min' || name === 'max') return { kind: 'time', statistic: name };
  if (name === 'med') return { kind: 'time', statistic: 'percentile', percent: 50 };
  if (name === 'failed' || name === 'checks') return { kind: 'share', of: name };
  if (name === 'rate' || name === 'count') return { kind: name };
  const percentile = /^p\(?\s*(\d+(?:\.\d+)?)\s*\)?$/.exec(name);
  if (percentile === null) return `"${name}" is not known. Use one of ${names}.`;
  const percent = Number(percentile[1]);
  if (percent <= 0 || percent > 100) return `A percentile lies above 0 and up to 100; "${name}" does not.`;
  return { kind: 'time', statistic: 'percentile', percent };
}

/** Units of a metric, with their factors, and the message about others. */
const units: Record<ThresholdMetric['kind'], { factors: Record<string, number>; otherwise: string }> = {
  time: { factors: { '': 1, ms: 1, s: 1000 }, otherwise: 'A time is compared with ms or s' },
  share: { factors: { '': 1, '%': 0.01 }, otherwise: 'A share is compared with a percentage like 1%' },
  rate: { factors: { '': 1, '/s': 1 }, otherwise: 'A rate is compared with requests per second' },
  count: { factors: { '': 1 }, otherwise: 'A count has no unit and is compared with a number' },
};

function limitOf({ kind }: ThresholdMetric, number: number, unit: string): number | string {
  if (number < 0) return 'The limit cannot be negative.';
  const { factors, otherwise } = units[kind];
  const factor = factors[unit];
  if (factor === undefined) return `${otherwise}, not with "${unit}".`;
  const limit = number * factor;
  if (kind !== 'share' || limit <= 1) return limit;
  return `A share is at most 100%.${unit === '' ? ` Did you mean ${number}%?` : ''}`;
}

function unitText(metric: ThresholdMetric, unit: string): string {
  if (metric.kind === 'time') return unit === '' ? ' ms' : ` ${unit.toLowerCase()}`;
  if (metric.kind === 'rate') return '/s';
  return unit;
}

/** holds compares a measured value with a threshold's limit. */
export function holds({ operator, limit }: ParsedThreshold, value: number): boolean {
  switch (operator) {
    case '<':
      return value < limit;
    case '<=':
      return value <= limit;
    case '>':
      return value > limit;
    case '>=':
      return value >= limit;
    case '==':
      return value === limit;
    case '!=':
      return value !== limit;
  }
}
