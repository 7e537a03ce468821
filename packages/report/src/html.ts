import type { StepDetail } from '@touchstone/contracts';
import { glyph, glyphSymbols } from './html-glyphs.ts';
import { renderStep } from './html-step.ts';
import { reportScript, reportStyle } from './html-style.ts';
import { escapeHtml } from './html-text.ts';
import type { ReportCounts, ReportRun } from './run.ts';
import { cut, formatDuration } from './text.ts';

/** The list of failures stands beside the steps; a run that fails everywhere names the first of them. */
const failuresListed = 500;

/**
 * renderHtmlReport writes the run as one self-contained page that asks nothing of the network, in pieces: only the list of failures is
 * kept in memory. The first failure is open, failures are listed first, and everything can be read without scripts.
 */
export async function* renderHtmlReport(run: ReportRun): AsyncIterable<string> {
  yield await head(run);
  yield header(run);
  yield `<div class="page"><main>${toolbar(run.counts)}\n`;
  const failures: string[] = [];
  let failureCount = 0;
  let suite: string | undefined;
  let suiteKey = -1;
  for await (const step of run.steps) {
    const own = `${step.suiteId ?? step.suiteName}\n${step.iteration?.index ?? ''}`;
    if (own !== suite) {
      suite = own;
      suiteKey += 1;
      yield suiteHeading(run, step, suiteKey);
    }
    const isFailure = step.status === 'failed' || step.status === 'error';
    if (isFailure) {
      failureCount += 1;
      if (failureCount <= failuresListed) failures.push(failureEntry(step));
    }
    yield renderStep(step, { suiteKey, open: isFailure && failureCount === 1 });
  }
  const nothing = suite === undefined ? 'This run has no steps.' : 'No step matches this filter.';
  yield `<p class="none"${suite === undefined ? '' : ' hidden'}>${nothing}</p></main>\n`;
  yield aside(failures, failureCount, run);
  yield `</div><footer>Made by Touchstone</footer>\n<script>${reportScript}</script></body></html>\n`;
}

/** The policy of the page: no request to anywhere, and no script but the one whose hash it names. */
async function head(run: ReportRun): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(reportScript)));
  const hash = btoa(String.fromCharCode(...digest));
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer">
<title>${escapeHtml(`${run.executionStatus}: ${run.name}`)}</title><style>${reportStyle}</style></head>
<body>${glyphSymbols}
`;
}

const dated = (time: string): string => `${time.slice(0, 10)} ${time.slice(11, 19)} UTC`;

function header(run: ReportRun): string {
  const facts = [
    ['Started', run.startedAt ? dated(run.startedAt) : 'not yet'],
    ['Took', formatDuration(run.durationMs)],
    ['By', run.startedBy],
    ...(run.environmentName ? [['Environment', run.environmentName]] : []),
  ].map(([label, text]) => `<span>${label} <b>${escapeHtml(text ?? '')}</b></span>`);
  if (run.url && /^https?:\/\//i.test(run.url))
    facts.push(`<a href="${escapeHtml(run.url)}" rel="noreferrer">Open in Touchstone</a>`);
  return `<header><div class="title">${glyph(run.status)}<h1>${escapeHtml(run.name)}</h1><span class="word s-${run.status}">${escapeHtml(run.executionStatus)}</span></div>
<div class="facts">${facts.join('')}</div>${countList(run.counts)}</header>
`;
}

function shares(counts: ReportCounts): [status: StepDetail['status'], count: number][] {
  const all: [StepDetail['status'], number][] = [
    ['failed', counts.failed],
    ['error', counts.errors],
    ['running', counts.running],
    ['queued', counts.queued],
    ['skipped', counts.skipped],
    ['cancelled', counts.cancelled],
    ['passed', counts.passed],
  ];
  return all.filter(([, count]) => count > 0);
}

const worded = (status: StepDetail['status'], count: number): string =>
  status === 'error' ? (count === 1 ? 'error' : 'errors') : status;

function countList(counts: ReportCounts): string {
  const items = shares(counts).map(
    ([status, count]) => `<li>${glyph(status)}<b>${count}</b> ${worded(status, count)}</li>`,
  );
  const total = `<li class="meta">of ${counts.total} ${counts.total === 1 ? 'step' : 'steps'}</li>`;
  const bar = shares(counts).map(([status, count]) => `<i class="s-${status}" style="flex:${count} 0 0"></i>`);
  return `<ul class="counts">${items.join('')}${total}</ul><div class="bar" aria-hidden="true">${bar.join('')}</div>`;
}

function toolbar(counts: ReportCounts): string {
  const filters = shares(counts).map(
    ([status, count]) =>
      `<button type="button" data-filter="${status}" aria-pressed="false">${glyph(status)}${count}</button>`,
  );
  const next =
    counts.failed + counts.errors > 0
      ? '<button type="button" data-next title="Next failure (J), previous (K)">Next failure</button>'
      : '';
  return `<div class="tools" hidden><input type="search" placeholder="Filter by name, method or URL  ( / )" aria-label="Filter steps"><button type="button" data-filter="" aria-pressed="true">All ${counts.total}</button>${filters.join('')}${next}</div>`;
}

function suiteHeading(run: ReportRun, step: StepDetail, key: number): string {
  const known = run.suites.find(({ suiteId }) => suiteId === step.suiteId);
  const iteration = step.iteration ? ` · ${step.iteration.label}` : '';
  const total =
    known && !step.iteration ? `<span class="meta">${known.total} ${known.total === 1 ? 'step' : 'steps'}</span>` : '';
  return `<h2 class="suite" data-suite="${key}">${escapeHtml((known?.suiteName ?? step.suiteName) + iteration)} ${total}</h2>\n`;
}

const failureEntry = (step: StepDetail): string =>
  `<li><a href="#step-${step.index}">${glyph(step.status)}<span>${escapeHtml(step.name)}<span class="meta">${escapeHtml(cut(step.message ?? '', 200))}</span></span></a></li>`;

function aside(failures: string[], failureCount: number, run: ReportRun): string {
  const more =
    failureCount > failures.length
      ? `<p>The first ${failures.length} of ${failureCount} failures; filter the list for the others.</p>`
      : '';
  const list =
    failureCount > 0
      ? `<ol>${failures.join('')}</ol>${more}`
      : `<p>${run.counts.total > 0 && run.counts.passed === run.counts.total ? 'Every step passed.' : 'No step failed.'}</p>`;
  return `<aside aria-label="Failures"><h2 class="eyebrow">Failures</h2>${list}</aside>`;
}
