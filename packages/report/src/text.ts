import type { AssertionResult, Exchange, StepDetail } from '@touchstone/contracts/api-testing';
import type { Proof } from '@touchstone/contracts/runs';
import { formatBytes, formatDuration } from '@touchstone/kernel';
import type { BodyView } from './body.ts';
import type { ReportCheck, ReportStep } from './document.ts';

/** formatValue writes an expected or actual value as one readable text. */
export function formatValue(value: unknown): string {
  if (value === undefined) return '(nothing)';
  if (typeof value === 'string') return value;
  return JSON.stringify(value) ?? String(value);
}

/**
 * tellsValues says whether what an assertion expected and found explains its failure. A schema is long, and its sentence names place and
 * reason; scripts that compare nothing have no values.
 */
export function tellsValues({ kind, operator, expected, actual }: AssertionResult): boolean {
  if (kind === 'jsonSchema' || kind === 'xsd' || operator === 'schema') return false;
  return kind !== 'script' || expected !== undefined || actual !== undefined;
}

/** What a schema finds fault with, a line each; one alone is told by the sentence of its check. */
const faultLines = ({ faults = [] }: Pick<ReportCheck, 'faults'>): string[] =>
  faults.length < 2 ? [] : faults.map(({ place, message }) => (place ? `${place}: ${message}` : message));

/** proofText writes the proof of a failed check in plain lines, with an arrow in front of the place. */
export function proofText({ lines, note }: Proof): string[] {
  const width = Math.max(0, ...lines.map(({ number }) => (number === undefined ? 0 : String(number).length)));
  const texts = lines.flatMap(({ number, text, isMarked }, index) => {
    const place = number === undefined ? '' : `${String(number).padStart(width)} | `;
    const line = `${isMarked ? '>' : ' '} ${place}${text}`;
    return isGap(lines, index) ? ['  …', line] : [line];
  });
  return note === undefined ? texts : [...texts, note];
}

/** proofLines are the faults of a check and the place in the response that shows them. */
export const proofLines = (check: Pick<ReportCheck, 'faults' | 'proof'>): string[] => [
  ...faultLines(check),
  ...(check.proof ? proofText(check.proof) : []),
];

/** failedChecks are what a step failed at. */
export const failedChecks = ({ blocks }: Pick<ReportStep, 'blocks'>): ReportCheck[] =>
  blocks.flatMap((block) => (block.type === 'checks' ? block.checks : [])).filter(({ status }) => status === 'failed');

/** checkLines say what failed, with the values and the place that show why. */
export const checkLines = (check: ReportCheck): string[] => [
  check.title,
  ...(check.isBrief ? [] : [`  expected: ${formatValue(check.expected)}`, `  actual:   ${formatValue(check.actual)}`]),
  ...proofLines(check).map((line) => `  ${line}`),
];

/** isGap says whether lines are left out in front of a line of a proof. */
export function isGap(lines: Proof['lines'], index: number): boolean {
  const [before, number] = [lines[index - 1]?.number, lines[index]?.number];
  return before !== undefined && number !== undefined && number > before + 1;
}

/** Phases of an exchange: class of the colour, word, key. */
export const phases = [
  ['dns', 'DNS', 'dnsMs'],
  ['tcp', 'Connect', 'tcpMs'],
  ['tls', 'TLS', 'tlsMs'],
  ['send', 'Send', 'sendMs'],
  ['wait', 'Wait', 'waitMs'],
  ['download', 'Download', 'downloadMs'],
] as const;

/** formatCount writes a number with at most one digit after the point. */
export const formatCount = (value: number): string => (Math.round(value * 10) / 10).toLocaleString('en-US');

/** cut shortens a text and says so. */
export function cut(text: string, length: number): string {
  return text.length <= length
    ? text
    : `${text.slice(0, length).toWellFormed()}\n… ${text.length - length} more characters`;
}

/** stepText tells a step, with request and response where it sent one, in a few plain lines. One that passed is told without bodies. */
export function stepText(step: ReportStep): string {
  const lines: string[] = [];
  for (const block of step.blocks) {
    if (block.type === 'attempts') lines.push(...block.attempts.map(attemptLine));
    if (block.type === 'exchange') lines.push(...exchangeLines(block.exchange, step));
    if (block.type === 'text') lines.push(...block.lines);
  }
  const isSent = step.blocks.some(({ type }) => type === 'exchange');
  if (!isSent) lines.unshift(`${step.label} ${step.subtitle}`.trim());
  return lines.filter(Boolean).join('\n');
}

function exchangeLines({ request, response }: Exchange, { status, durationMs }: ReportStep): string[] {
  const withBodies = status !== 'passed';
  const lines = [`${request.method} ${request.url}`];
  if (withBodies && request.body) lines.push(bodyLine(request.body));
  if (!response) return lines;
  const type = response.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  lines.push(`${response.status} ${response.statusText}`.trim());
  lines.push([type, formatBytes(response.body.sizeBytes), formatDuration(durationMs)].filter(Boolean).join(', '));
  if (withBodies) lines.push(bodyLine(response.body));
  return lines;
}

type Attempt = NonNullable<StepDetail['earlierAttempts']>[number];

const attemptLine = ({ status, statusCode, durationMs, message }: Attempt, index: number): string =>
  [`Attempt ${index + 1}: ${status}`, statusCode ?? '', formatDuration(durationMs), message ?? '']
    .filter((part) => part !== '')
    .join(', ');

const bodyLine = (body: BodyView): string => (body.text === undefined ? '' : cut(body.text, 2000));
