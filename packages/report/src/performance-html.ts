import type { PerformanceReport, PerformanceRequest, PerformanceTotals } from '@touchstone/contracts';
import { glyph, glyphSymbols } from './html-glyphs.ts';
import { reportStyle } from './html-style.ts';
import { escapeHtml } from './html-text.ts';
import { performanceChart } from './performance-chart.ts';
import { formatDuration, formatSize } from './text.ts';

/** What the HTML report of a performance run shows. */
export interface PerformanceReportInput
  extends Pick<PerformanceReport, 'run' | 'points' | 'totals' | 'comparison' | 'runners' | 'secondsPerPoint'> {
  /** Where the run is shown in the product. */
  url?: string;
}

const style = `
.performance{max-width:1504px;margin:0 auto;padding:16px 32px 48px}
.performance h2{font-size:14px;line-height:20px;margin:24px 0 8px}
.performance table{width:100%;border-collapse:collapse;background:var(--surface);border:1px solid var(--line)}
.performance th,.performance td{padding:8px 12px;text-align:right;border-top:1px solid var(--line);white-space:nowrap}
.performance th:first-child,.performance td:first-child{text-align:left;white-space:normal;overflow-wrap:anywhere;min-width:180px}
.performance tbody th{font-size:13px;color:var(--ink)}
.wide{overflow-x:auto}
.chart{background:var(--surface);border:1px solid var(--line);border-radius:6px;padding:12px 16px;margin-top:16px}
.chart h2{margin:0 0 4px}
.chart ul{display:flex;flex-wrap:wrap;gap:4px 16px;list-style:none;margin:0 0 8px;padding:0}
.chart li{display:flex;align-items:center;gap:8px}
.chart svg[role]{display:block;width:100%;min-width:640px;height:auto}
.chart text{font:11px var(--sans);fill:var(--ink3)}
.notes{border-left:4px solid var(--warn);background:var(--surface);padding:8px 16px;margin:16px 0}
.plain{list-style:none;padding:0;margin:0}
.plain li{padding:8px 0;display:flex;gap:8px;flex-wrap:wrap;align-items:center}
`;

const number = (value: number): string => (Math.round(value * 10) / 10).toLocaleString('en-US');
const percent = (share: number): string => `${Number((share * 100).toPrecision(3))} %`;

/** renderPerformanceReport writes a performance run as one self-contained page without scripts that asks nothing of the network. */
export function renderPerformanceReport(report: PerformanceReportInput): string {
  const { run, totals } = report;
  const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer">
<title>${escapeHtml(`${run.executionStatus}: ${run.name}`)}</title><style>${reportStyle}${style}</style></head>
<body>${glyphSymbols}
${header(report)}<main class="performance">
${totals === null ? '<p>Nothing was measured.</p>' : body(report, totals)}</main><footer>Made by Touchstone</footer></body></html>
`;
}

function header({ run, url, totals }: PerformanceReportInput): string {
  const facts: [string, string][] = [
    ['Started', run.startedAt ? `${run.startedAt.slice(0, 10)} ${run.startedAt.slice(11, 19)} UTC` : 'never'],
    ['Took', formatDuration(run.durationMs)],
    ['Virtual users', String(run.virtualUsers)],
    ['By', run.startedBy],
    ...(run.environmentName ? [['Environment', run.environmentName] as [string, string]] : []),
  ];
  const link =
    url && /^https?:\/\//i.test(url) ? `<a href="${escapeHtml(url)}" rel="noreferrer">Open in Touchstone</a>` : '';
  const figures: [string, string][] = totals
    ? [
        ['requests', number(totals.total.count)],
        ['per second', number(totals.total.rate)],
        ...(totals.tail
          ? [['after the planned time', formatDuration(totals.tail.durationMs)] as [string, string]]
          : []),
        ['failed', percent(totals.total.count === 0 ? 0 : totals.total.failed / totals.total.count)],
        ['p50', formatDuration(totals.total.latency.p50)],
        ['p95', formatDuration(totals.total.latency.p95)],
        ['p99', formatDuration(totals.total.latency.p99)],
      ]
    : [];
  return `<header><div class="title">${glyph(run.status)}<h1>${escapeHtml(run.name)}</h1><span class="word s-${run.status}">${escapeHtml(run.executionStatus)}</span></div>
<div class="facts">${facts.map(([label, text]) => `<span>${label} <b>${escapeHtml(text)}</b></span>`).join('')}${link}</div>
${run.message ? `<p>${escapeHtml(run.message)}</p>` : ''}<ul class="counts">${figures.map(([label, value]) => `<li><b>${escapeHtml(value)}</b> ${label}</li>`).join('')}</ul></header>
`;
}

function body(report: PerformanceReportInput, totals: PerformanceTotals): string {
  return [
    notes(totals),
    charts(report),
    thresholds(totals),
    comparison(report),
    requests(totals),
    errors(totals),
    generator(report, totals),
  ].join('\n');
}

function notes({ notes: texts, generator: { bottleneck } }: PerformanceTotals): string {
  const all = [
    ...(bottleneck ? ['The load generator may have limited these figures:', ...bottleneck.reasons] : []),
    ...texts,
  ];
  return all.length === 0 ? '' : `<div class="notes">${all.map((text) => `<p>${escapeHtml(text)}</p>`).join('')}</div>`;
}

function charts({ points }: PerformanceReportInput): string {
  const seconds = points.map((point) => point.second);
  const line = (
    label: string,
    color: string,
    dash: string,
    read: (point: (typeof points)[number]) => number | null,
  ) => ({
    ...{ label, color, dash },
    values: points.map(read),
  });
  return [
    performanceChart(
      'Virtual users',
      seconds,
      [
        line('Planned', '--grey', '6 4', (point) => point.usersPlanned),
        line('There', '--accent', '', (point) => point.users),
      ],
      number,
    ),
    performanceChart(
      'Requests per second',
      seconds,
      [
        line('Requests', '--run', '', (point) => point.rate),
        line('Failed', '--fail', '2 3', (point) => point.failed / point.seconds),
      ],
      number,
    ),
    performanceChart(
      'Response time',
      seconds,
      [
        line('p50', '--run', '', (point) => point.latency?.p50 ?? null),
        line('p95', '--accent', '6 4', (point) => point.latency?.p95 ?? null),
        line('p99', '--warn', '2 3', (point) => point.latency?.p99 ?? null),
      ],
      formatDuration,
    ),
  ].join('');
}

function thresholds({ thresholds: all }: PerformanceTotals): string {
  if (all.length === 0) return '';
  const items = all.map(
    ({ expression, passed, message, request }) =>
      `<li>${glyph(passed ? 'passed' : 'failed')}<code>${escapeHtml(request ? `${request}: ${expression}` : expression)}</code><span>${escapeHtml(message)}</span></li>`,
  );
  return `<h2>Thresholds</h2><ul class="plain">${items.join('')}</ul>`;
}

function comparison({ comparison: compared }: PerformanceReportInput): string {
  if (compared === null) return '';
  const rows = compared.requests.map(
    ({ request, message }) => `<li><b>${escapeHtml(request)}</b><span>${escapeHtml(message)}</span></li>`,
  );
  return `<h2>Compared with the baseline</h2><p>${escapeHtml(compared.total.message)}</p><ul class="plain">${rows.join('')}</ul>`;
}

const columns: [string, (request: Omit<PerformanceRequest, 'name' | 'method'>) => string][] = [
  ['Requests', ({ count }) => number(count)],
  ['Per second', ({ rate }) => number(rate)],
  ['Failed', ({ failed, count }) => percent(count === 0 ? 0 : failed / count)],
  ['Average', ({ latency }) => formatDuration(latency.mean)],
  ['p50', ({ latency }) => formatDuration(latency.p50)],
  ['p95', ({ latency }) => formatDuration(latency.p95)],
  ['p99', ({ latency }) => formatDuration(latency.p99)],
  ['p99.9', ({ latency }) => formatDuration(latency.p999)],
  ['Longest', ({ latency }) => formatDuration(latency.max)],
  ['Received', ({ bytesReceived }) => formatSize(bytesReceived)],
];

function requests({ requests: all, total }: PerformanceTotals): string {
  const row = (title: string, request: Omit<PerformanceRequest, 'name' | 'method'>) =>
    `<tr><th scope="row">${escapeHtml(title)}</th>${columns.map(([, text]) => `<td>${escapeHtml(text(request))}</td>`).join('')}</tr>`;
  const rows = [...all.map((request) => row(`${request.method} ${request.name}`, request)), row('All requests', total)];
  return `<h2>Requests</h2><div class="wide" role="region" aria-label="Requests" tabindex="0"><table><thead><tr><th scope="col">Request</th>${columns.map(([name]) => `<th scope="col">${name}</th>`).join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`;
}

function errors({ errors: all }: PerformanceTotals): string {
  if (all.length === 0) return '';
  const items = all.map(
    ({ count, message, request, sample }) =>
      `<li><b>${number(count)} ×</b><span>${escapeHtml(message)}</span><span class="meta">${escapeHtml(`${request} · ${sample.method} ${sample.url}`)}</span></li>`,
  );
  return `<h2>Failures</h2><ul class="plain">${items.join('')}</ul>`;
}

function generator({ runners }: PerformanceReportInput, { generator: health }: PerformanceTotals): string {
  const facts = [
    `${runners.length} ${runners.length === 1 ? 'runner' : 'runners'}`,
    `${health.threads} ${health.threads === 1 ? 'thread' : 'threads'}`,
    `at most ${percent(health.maxCpu)} of a processor core`,
    `longest delay of its loop ${formatDuration(health.maxEventLoopDelayMs)}`,
    `${number(health.lateIterations)} iterations started late by its own fault`,
    `${formatSize(health.maxMemoryBytes)} of memory`,
  ];
  return `<h2>Load generator</h2><p>${escapeHtml(facts.join(', '))}.</p>`;
}
