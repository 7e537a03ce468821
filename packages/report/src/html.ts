import { type RunStatus, runTitle } from '@touchstone/contracts/runs';
import { escapeHtml, formatDuration } from '@touchstone/kernel';
import {
  blocksOf,
  type ReportDocument,
  type ReportFact,
  type ReportHeader,
  type ReportStep,
  type StepsSection,
} from './document.ts';
import { renderBlock } from './html-block.ts';
import { glyph, glyphSymbols } from './html-glyphs.ts';
import { renderStep } from './html-step.ts';
import { reportScript, reportStyle } from './html-style.ts';
import type { ReportCounts } from './run.ts';
import { cut } from './text.ts';

/** The list of failures is next to the steps; for a run that fails everywhere, it lists only the first ones. */
const failuresListed = 500;

/**
 * renderHtmlReport writes a report as one self-contained page without network requests, in chunks: only the list of
 * failures is kept in memory. The first failure is open, failures are listed first, and everything is readable without
 * scripts.
 */
export async function* renderHtmlReport(document: ReportDocument): AsyncIterable<string> {
  const steps = document.sections.find((section) => section.type === 'steps');
  yield await head(document.header, steps !== undefined);
  yield header(document);
  const blocks = blocksOf(document).map((block) => `${renderBlock(block)}\n`);
  if (steps) yield* renderSteps(steps, document.counts, blocks);
  else
    yield `<main class="sections">${blocks.length > 0 ? blocks.join('') : '<p>There is nothing to show.</p>'}</main>\n`;
  const script = steps ? `\n<script>${reportScript}</script>` : '';
  yield `<footer>Made by Touchstone</footer>${script}</body></html>\n`;
}

async function* renderSteps(section: StepsSection, counts: ReportCounts, blocks: string[]): AsyncIterable<string> {
  yield `<div class="page"><main>${blocks.length > 0 ? `<div class="sections">${blocks.join('')}</div>` : ''}${toolbar(counts)}\n`;
  const failures: string[] = [];
  let failureCount = 0;
  let group: string | undefined;
  let suiteKey = -1;
  for await (const step of section.steps) {
    const own = `${step.group.id}\n${step.group.part ?? ''}`;
    if (own !== group) {
      group = own;
      suiteKey += 1;
      yield groupHeading(section, step, suiteKey);
    }
    const isFailure = step.status === 'failed' || step.status === 'error';
    if (isFailure) {
      failureCount += 1;
      if (failureCount <= failuresListed) failures.push(failureEntry(step));
    }
    yield renderStep(step, { suiteKey, open: isFailure && failureCount === 1 });
  }
  const nothing = group === undefined ? 'This run has no steps.' : 'No step matches this filter.';
  yield `<p class="none"${group === undefined ? '' : ' hidden'}>${nothing}</p></main>\n`;
  yield `${aside(failures, failureCount, counts)}</div>`;
}

/** The page's policy: no requests to anywhere, and no script except the one whose hash it contains. */
async function head(header: ReportHeader, hasScript: boolean): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(reportScript)));
  const hash = btoa(String.fromCharCode(...digest));
  const script = hasScript ? ` script-src 'sha256-${hash}';` : '';
  const policy = `default-src 'none'; style-src 'unsafe-inline'; img-src data:;${script} base-uri 'none'; form-action 'none'`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer">
<title>${escapeHtml(`${header.executionStatus}: ${runTitle(header)}`)}</title><style>${reportStyle}</style></head>
<body>${glyphSymbols}
`;
}

const dated = (time: string): string => `${time.slice(0, 10)} ${time.slice(11, 19)} UTC`;

function header({ header: run, counts }: ReportDocument): string {
  const times: ReportFact[] = run.period
    ? [{ label: 'Period', text: run.period }]
    : [
        { label: 'Started', text: run.startedAt ? dated(run.startedAt) : 'not yet' },
        { label: 'Took', text: formatDuration(run.durationMs) },
      ];
  const facts = [...times, ...run.facts].map(
    ({ label, text }) => `<span>${escapeHtml(label)} <b>${escapeHtml(text)}</b></span>`,
  );
  if (run.url && /^https?:\/\//i.test(run.url))
    facts.push(`<a href="${escapeHtml(run.url)}" rel="noreferrer">Open in Touchstone</a>`);
  const message = run.message ? `<p>${escapeHtml(run.message)}</p>` : '';
  return `<header><div class="title">${glyph(run.status)}<h1>${escapeHtml(runTitle(run))}</h1><span class="word s-${run.status}">${escapeHtml(run.executionStatus)}</span></div>
<div class="facts">${facts.join('')}</div>${message}${run.figures ? figureList(run.figures) : countList(counts)}</header>
`;
}

const figureList = (figures: ReportFact[]): string =>
  `<ul class="counts">${figures.map(({ label, text }) => `<li><b>${escapeHtml(text)}</b> ${escapeHtml(label)}</li>`).join('')}</ul>`;

function shares(counts: ReportCounts): [status: RunStatus, count: number][] {
  const all: [RunStatus, number][] = [
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

const worded = (status: RunStatus, count: number): string =>
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

function groupHeading({ groups }: StepsSection, { group }: ReportStep, key: number): string {
  const known = groups.find(({ id }) => id === group.id);
  const part = group.part === undefined ? '' : ` · ${group.part}`;
  const total =
    known?.total !== undefined && group.part === undefined
      ? `<span class="meta">${known.total} ${known.total === 1 ? 'step' : 'steps'}</span>`
      : '';
  return `<h2 class="suite" data-suite="${key}">${escapeHtml((known?.title ?? group.title) + part)} ${total}</h2>\n`;
}

const failureEntry = (step: ReportStep): string =>
  `<li><a href="#step-${step.index}">${glyph(step.status)}<span>${escapeHtml(step.title)}<span class="meta">${escapeHtml(cut(step.message ?? '', 200))}</span></span></a></li>`;

function aside(failures: string[], failureCount: number, counts: ReportCounts): string {
  const more =
    failureCount > failures.length
      ? `<p>The first ${failures.length} of ${failureCount} failures; filter the list for the others.</p>`
      : '';
  const list =
    failureCount > 0
      ? `<ol>${failures.join('')}</ol>${more}`
      : `<p>${counts.total > 0 && counts.passed === counts.total ? 'Every step passed.' : 'No step failed.'}</p>`;
  return `<aside aria-label="Failures"><h2 class="eyebrow">Failures</h2>${list}</aside>`;
}
