import type { LoadThreshold, ThresholdTarget } from '../plan.ts';
import { parseThreshold } from '../thresholds/thresholds.ts';
import { type LiteralValue, Unreadable } from './object-literal.ts';
import { readDuration } from './read-duration.ts';
import type { Report } from './report.ts';

/** k6 metrics with the same meaning here; expressions on rates compare a share. */
const metrics: Record<string, { rate?: string; count?: string; times?: boolean }> = {
  http_req_duration: { times: true },
  http_req_failed: { rate: 'failed' },
  http_reqs: { rate: 'rate', count: 'count' },
  checks: { rate: 'checks' },
};

/** readThresholds reads `options.thresholds`; those without a counterpart are reported. */
export function readThresholds(value: LiteralValue | undefined, report: Report): LoadThreshold[] {
  if (value === undefined) return [];
  if (typeof value !== 'object' || value === null || Array.isArray(value) || value instanceof Unreadable) {
    report('thresholds', 'It is not written as an object of lists.');
    return [];
  }
  return Object.entries(value).flatMap(([selector, list]) => {
    const path = `thresholds.${selector}`;
    const entries = Array.isArray(list) ? list : [list];
    return entries.flatMap((entry) => readOne(selector, entry, (message) => report(path, message)));
  });
}

function readOne(selector: string, entry: LiteralValue, problem: (message: string) => void): LoadThreshold[] {
  const detailed =
    typeof entry === 'object' && entry !== null && !Array.isArray(entry) && !(entry instanceof Unreadable);
  const text = detailed ? entry.threshold : entry;
  if (typeof text !== 'string') {
    problem('The expression is computed by the script.');
    return [];
  }
  const target = targetOf(selector);
  const expression = target === undefined ? undefined : expressionOf(selector.replace(/\{.*$/s, ''), text);
  if (target === undefined || expression === undefined) {
    problem(`"${text}" on ${selector} has no equal here.`);
    return [];
  }
  const delayMs = detailed && entry.delayAbortEval !== undefined ? readDuration(entry.delayAbortEval) : undefined;
  if (detailed && entry.delayAbortEval !== undefined && delayMs === undefined)
    problem('delayAbortEval is not a duration.');
  return [
    {
      target,
      expression,
      ...(detailed && entry.abortOnFail === true ? { abortOnFail: true } : {}),
      ...(delayMs === undefined ? {} : { delayMs }),
    },
  ];
}

/** Such as `http_req_duration{scenario:browse}`. */
function targetOf(selector: string): ThresholdTarget | undefined {
  const tags = /\{(.*)\}$/s.exec(selector)?.[1];
  if (tags === undefined) return { type: 'total' };
  const found = new Map(
    tags.split(',').map((tag): [string, string] => {
      const [name = '', ...rest] = tag.split(':');
      return [
        name.trim(),
        rest
          .join(':')
          .trim()
          .replace(/^["']|["']$/g, ''),
      ];
    }),
  );
  const scenario = found.get('scenario');
  const request = found.get('name');
  if (found.size !== Number(scenario !== undefined) + Number(request !== undefined)) return undefined;
  if (request !== undefined) return { type: 'request', request, ...(scenario === undefined ? {} : { scenario }) };
  return scenario === undefined ? undefined : { type: 'scenario', scenario };
}

function expressionOf(metric: string, text: string): string | undefined {
  const match = /^\s*(p\(\s*[\d.]+\s*\)|[a-z]+)\s*(<=|>=|===|==|!=|<|>)\s*(\d+(?:\.\d+)?)\s*$/.exec(text);
  const known = Object.hasOwn(metrics, metric) ? metrics[metric] : undefined;
  if (match === null || known === undefined) return undefined;
  const [, aggregate = '', operator = '', limit = ''] = match;
  const ours = aggregate === 'rate' ? known.rate : aggregate === 'count' ? known.count : timeName(known, aggregate);
  if (ours === undefined) return undefined;
  const isShare = ours === 'failed' || ours === 'checks';
  const limitText = isShare ? `${Number((Number(limit) * 100).toPrecision(12))}%` : limit;
  const expression = `${ours} ${operator === '===' ? '==' : operator} ${limitText}`;
  return 'problem' in parseThreshold(expression) ? undefined : expression;
}

function timeName({ times }: { times?: boolean }, aggregate: string): string | undefined {
  if (times !== true) return undefined;
  return aggregate.replace(/[()\s]/g, '');
}
