import type { Exchange, StepDetail } from '@touchstone/contracts';
import type { BodyView } from './body.ts';
import { glyph } from './html-glyphs.ts';
import { escapeHtml } from './html-text.ts';
import { cut, formatDuration, formatSize, formatValue } from './text.ts';

const bodyLength = 20_000;
const valueLength = 2000;
/** A schema is long, and the sentence of its assertion names place and reason. */
const schemaLength = 200;

/** renderStep draws one step as a row that opens. */
export function renderStep(step: StepDetail, options: { suiteKey: number; open: boolean }): string {
  const checks = step.assertionsPassed + step.assertionsFailed;
  const why = step.status === 'passed' || !step.message ? '' : `<span class="why">${escapeHtml(step.message)}</span>`;
  return `<details class="step" id="step-${step.index}" data-status="${step.status}" data-suite="${options.suiteKey}"${options.open ? ' open' : ''}>
<summary>${glyph(step.status)}<span class="method">${escapeHtml(step.method)}</span><span class="name">${escapeHtml(step.name)}${again(step)}</span><span class="url" title="${escapeHtml(step.url)}">${escapeHtml(step.url)}</span><span class="num">${step.statusCode ?? ''}</span><span class="num checks">${checks === 0 ? '' : `${step.assertionsPassed}/${checks}`}</span><span class="num">${formatDuration(step.durationMs)}</span>${why}</summary>
<div class="inside">${[error(step), attempts(step), assertions(step), extracted(step), exchange(step), timing(step.exchange?.timing)].join('')}</div>
</details>
`;
}

function again({ attempt, occurrence = 1 }: StepDetail): string {
  const notes = [...(occurrence > 1 ? [`time ${occurrence}`] : []), ...(attempt > 1 ? [`attempt ${attempt}`] : [])];
  return notes.length === 0 ? '' : ` <span class="meta">${notes.join(', ')}</span>`;
}

function attempts({ earlierAttempts = [] }: StepDetail): string {
  if (earlierAttempts.length === 0) return '';
  const rows = earlierAttempts.map(
    ({ status, statusCode, durationMs, message }, index) =>
      `<tr><td class="i">${glyph(status)}</td><td>Attempt ${index + 1}${message ? `<div class="meta">${escapeHtml(cut(message, 500))}</div>` : ''}</td><td class="v">${statusCode ?? ''}</td><td class="v">${formatDuration(durationMs)}</td></tr>`,
  );
  return `<section><h3 class="eyebrow">Earlier attempts</h3><table><tbody>${rows.join('')}</tbody></table></section>`;
}

function error(step: StepDetail): string {
  const unresolved = step.unresolved.map(({ name, place }) => `{{${name}}} in ${place}`);
  const lines = [
    ...(step.error ? [`${step.error.message} (${step.error.code})`] : []),
    ...(unresolved.length > 0 ? [`No value for ${unresolved.join(', ')}`] : []),
  ];
  return lines.map((line) => `<div class="notice">${escapeHtml(line)}</div>`).join('');
}

const value = (content: unknown, length = valueLength): string => escapeHtml(cut(formatValue(content), length));

function assertions(step: StepDetail): string {
  if (step.assertions.length === 0) return '';
  const rows = step.assertions.map((assertion) => {
    const what = [assertion.kind, assertion.path, assertion.operator].filter(Boolean).join(' ');
    return `<tr${assertion.status === 'failed' ? ' class="bad"' : ''}><td class="i">${glyph(assertion.status)}</td><td>${escapeHtml(assertion.message)}<div class="meta">${escapeHtml(what)}</div></td><td class="v">${value(assertion.expected, assertion.kind === 'jsonSchema' ? schemaLength : valueLength)}</td><td class="v">${value(assertion.actual)}</td></tr>`;
  });
  const head = `Assertions ${step.assertionsPassed}/${step.assertions.length}`;
  return `<section><h3 class="eyebrow">${head}</h3><table><thead><tr><th></th><th></th><th>Expected</th><th>Actual</th></tr></thead><tbody>${rows.join('')}</tbody></table></section>`;
}

function extracted(step: StepDetail): string {
  if (step.extracted.length === 0) return '';
  const rows = step.extracted.map(
    ({ name, value: text, found, message }) =>
      `<tr><td class="k mono">${escapeHtml(name)}</td><td class="v">${found ? value(text) : `<span class="s-failed">${escapeHtml(message ?? 'Not found')}</span>`}</td></tr>`,
  );
  return `<section><h3 class="eyebrow">Extracted values</h3><table><tbody>${rows.join('')}</tbody></table></section>`;
}

function exchange({ exchange: sent }: StepDetail): string {
  if (!sent) return '';
  const { request, response, redirects } = sent;
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
  const size = body ? `<span class="meta">${formatSize(body.sizeBytes)}</span>` : '';
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

const phases = [
  ['dns', 'DNS', 'dnsMs'],
  ['tcp', 'Connect', 'tcpMs'],
  ['tls', 'TLS', 'tlsMs'],
  ['send', 'Send', 'sendMs'],
  ['wait', 'Wait', 'waitMs'],
  ['download', 'Download', 'downloadMs'],
] as const;

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
