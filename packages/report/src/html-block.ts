import type { Exchange } from '@touchstone/contracts/api-testing';
import type { Proof } from '@touchstone/contracts/runs';
import { escapeHtml, formatBytes, formatDuration } from '@touchstone/kernel';
import { deltaOf, diffWords } from '@touchstone/kernel/text-diff';
import type { BodyView } from './body.ts';
import type { ReportBlock, ReportCheck } from './document.ts';
import { drawChart } from './html-chart.ts';
import { glyph } from './html-glyphs.ts';
import { cut, formatCount, formatValue, isGap, phases } from './text.ts';

const bodyLength = 20_000;
const valueLength = 2000;
const briefLength = 200;

const pictures: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
const base64 = /^[A-Za-z0-9+/]*={0,2}$/;

type Draw = { [Type in ReportBlock['type']]: (block: Extract<ReportBlock, { type: Type }>) => string };
const draw: Draw = {
  notice: ({ text }) => `<div class="notice">${escapeHtml(text)}</div>`,
  text: ({ title, tone, lines }) =>
    `<section${tone === 'warning' ? ' class="notes"' : ''}>${title ? heading(title) : ''}${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('')}</section>`,
  attempts: ({ attempts }) => drawAttempts(attempts),
  checks: ({ title, checks }) => drawChecks(title, checks),
  values: ({ title, values }) => {
    const rows = values.map(
      ({ name, text, problem }) =>
        `<tr><td class="k mono">${escapeHtml(name)}</td><td class="v">${problem === undefined ? value(text) : `<span class="s-failed">${escapeHtml(problem)}</span>`}</td></tr>`,
    );
    return `<section>${heading(title)}<table><tbody>${rows.join('')}</tbody></table></section>`;
  },
  list: ({ title, items }) => {
    const rows = items.map(
      ({ strong, text, detail }) =>
        `<li><b>${escapeHtml(strong)}</b><span>${escapeHtml(text)}</span>${detail ? `<span class="meta">${escapeHtml(detail)}</span>` : ''}</li>`,
    );
    return `<section>${heading(title)}<ul class="plain">${rows.join('')}</ul></section>`;
  },
  table: ({ title, columns, rows }) => {
    const head = columns.map((name) => `<th scope="col">${escapeHtml(name)}</th>`);
    const body = rows.map(
      ([first = '', ...cells]) =>
        `<tr><th scope="row">${escapeHtml(first)}</th>${cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`,
    );
    return `<section>${heading(title)}<div class="wide" role="region" aria-label="${escapeHtml(title)}" tabindex="0"><table class="figures"><thead><tr>${head.join('')}</tr></thead><tbody>${body.join('')}</tbody></table></div></section>`;
  },
  chart: ({ title, unit, seconds, lines }) =>
    drawChart(title, seconds, lines, unit === 'duration' ? formatDuration : formatCount),
  exchange: ({ exchange }) => drawExchange(exchange) + timing(exchange.timing),
  image: ({ title, mediaType, base64: content }) =>
    pictures.includes(mediaType) && base64.test(content)
      ? `<figure><img src="data:${mediaType};base64,${content}" alt="${escapeHtml(title)}"><figcaption class="meta">${escapeHtml(title)}</figcaption></figure>`
      : `<p class="meta">${escapeHtml(`${title} (${mediaType})`)}</p>`,
  files: ({ title, files }) => {
    const rows = files.map(
      ({ name, mediaType, sizeBytes }) =>
        `<li><b>${escapeHtml(name)}</b><span class="meta">${escapeHtml(`${mediaType}, ${formatBytes(sizeBytes)}`)}</span></li>`,
    );
    return `<section>${heading(title)}<ul class="plain">${rows.join('')}</ul></section>`;
  },
};

/** renderBlock renders a part of a report. */
export const renderBlock = (block: ReportBlock): string => draw[block.type](block as never);

const heading = (title: string): string => `<h3 class="eyebrow">${escapeHtml(title)}</h3>`;
const value = (content: unknown, length = valueLength): string => escapeHtml(cut(formatValue(content), length));

function drawAttempts(attempts: Extract<ReportBlock, { type: 'attempts' }>['attempts']): string {
  const rows = attempts.map(
    ({ status, statusCode, durationMs, message }, index) =>
      `<tr><td class="i">${glyph(status)}</td><td>Attempt ${index + 1}${message ? `<div class="meta">${escapeHtml(cut(message, 500))}</div>` : ''}</td><td class="v">${statusCode ?? ''}</td><td class="v">${formatDuration(durationMs)}</td></tr>`,
  );
  return `<section>${heading('Earlier attempts')}<table><tbody>${rows.join('')}</tbody></table></section>`;
}

function drawChecks(title: string, checks: readonly ReportCheck[]): string {
  const rows = checks.map((check) => {
    const { status, title: sentence, subject } = check;
    const [expected, actual] = status === 'failed' ? drawDifference(check) : drawValues(check);
    return `<tr${status === 'failed' ? ' class="bad"' : ''}><td class="i">${glyph(status)}</td><td>${escapeHtml(sentence)}${subject ? `<div class="meta">${escapeHtml(subject)}</div>` : ''}</td><td class="v">${expected}</td><td class="v">${actual}</td></tr>${drawProof(check)}`;
  });
  const passed = checks.filter(({ status }) => status === 'passed').length;
  return `<section>${heading(`${title} ${passed}/${checks.length}`)}<table><thead><tr><th></th><th></th><th>Expected</th><th>Actual</th></tr></thead><tbody>${rows.join('')}</tbody></table></section>`;
}

const drawValues = ({ expected, actual, isBrief }: ReportCheck): [string, string] => [
  value(expected, isBrief ? briefLength : valueLength),
  value(actual),
];

/** Both values with differences marked, and by how much a number differs. */
function drawDifference(check: ReportCheck): [string, string] {
  const { expected, actual, isBrief } = check;
  if (isBrief || expected === undefined || actual === undefined) return drawValues(check);
  const pieces = diffWords(cut(formatValue(expected), valueLength), cut(formatValue(actual), valueLength));
  const [before, after] = pieces.map((side) =>
    side.map(({ text, isChanged }) => (isChanged ? `<mark>${escapeHtml(text)}</mark>` : escapeHtml(text))).join(''),
  );
  const delta = deltaOf(expected, actual);
  return [before ?? '', `${after ?? ''}${delta === undefined ? '' : ` <span class="meta">(${delta})</span>`}`];
}

const sources: Record<Proof['source'], string> = {
  response: 'Response',
  headers: 'Response headers',
  body: 'Response body',
  timing: 'Timing',
  certificate: 'Certificate',
};

/** The lines that show why a check failed, below it. */
function drawProof({ proof, faults = [] }: ReportCheck): string {
  if (!proof && faults.length === 0) return '';
  const items = faults.map(
    ({ place, message }) => `<li>${place ? `<code>${escapeHtml(place)}</code> ` : ''}${escapeHtml(message)}</li>`,
  );
  const list = items.length > 0 ? `<ul class="faults">${items.join('')}</ul>` : '';
  return `<tr class="proof"><td></td><td colspan="3">${list}${proof ? drawLines(proof) : ''}</td></tr>`;
}

function drawLines({ source, lines, note }: Proof): string {
  const rows = lines.map(({ number = '', text, isMarked }, index) => {
    const gap = isGap(lines, index) ? '<i>…</i>' : '';
    return `${gap}<span${isMarked ? ' class="at"' : ''}><b>${number}</b>${escapeHtml(text)}\n</span>`;
  });
  const remark = note === undefined ? '' : ` · ${escapeHtml(note)}`;
  return `<div class="meta">${sources[source]}${remark}</div>${rows.length > 0 ? `<pre>${rows.join('')}</pre>` : ''}`;
}

function drawExchange({ request, response, redirects }: Exchange): string {
  const requestSide = side(
    'Request',
    `${request.method} ${request.url}`,
    request.headers,
    request.body,
    redirects.map(({ method, url, status }) => `${method} ${url} → ${status}`),
  );
  if (!response) return `<div class="sides">${requestSide}</div>`;
  const line = [`HTTP/${response.httpVersion}`, response.status, response.statusText].join(' ').trim();
  return `<div class="sides">${requestSide}${side('Response', line, response.headers, response.body, [])}</div>`;
}

function side(
  title: string,
  line: string,
  headers: [string, string][],
  body: BodyView | undefined,
  before: string[],
): string {
  const size = body ? `<span class="meta">${formatBytes(body.sizeBytes)}</span>` : '';
  const rows = headers.map(
    ([name, text]) => `<tr><td class="k mono">${escapeHtml(name)}</td><td class="v">${value(text)}</td></tr>`,
  );
  return `<section class="side"><h3>${title}${size}</h3>${before.map((hop) => `<div class="line mono meta">${escapeHtml(hop)}</div>`).join('')}<div class="line mono">${escapeHtml(line)}</div>${
    rows.length > 0
      ? `<details><summary>Headers (${rows.length})</summary><table><tbody>${rows.join('')}</tbody></table></details>`
      : ''
  }${bodyBlock(body)}</section>`;
}

function bodyBlock(body: BodyView | undefined): string {
  if (!body || body.sizeBytes === 0) return '';
  if (body.text === undefined) {
    const kind = body.contentType ? ` (${body.contentType})` : '';
    return `<pre class="meta">${escapeHtml(`The body${kind} is kept with the run and not part of this file.`)}</pre>`;
  }
  const note = body.truncated ? '\n… the body goes on; it was cut when it was recorded' : '';
  return `<pre>${escapeHtml(cut(prettyText(body.text), bodyLength) + note)}</pre>`;
}

function prettyText(text: string): string {
  if (text.length > bodyLength || !/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function timing(times: Exchange['timing']): string {
  if (!times || times.totalMs <= 0) return '';
  const happened = phases.filter(([, , key]) => times[key] > 0);
  const bar = happened.map(
    ([name, , key]) => `<i class="p-${name}" style="flex:${(times[key] / times.totalMs).toFixed(4)} 0 0"></i>`,
  );
  const legend = happened.map(
    ([name, label, key]) => `<li><i class="p-${name}"></i>${label} ${formatDuration(times[key])}</li>`,
  );
  return `<section><h3 class="eyebrow">Timing ${formatDuration(times.totalMs)}</h3><div class="timing">${bar.join('')}</div><ul class="legend">${legend.join('')}</ul></section>`;
}
