import type { AssertionResult, Exchange, StepDetail } from '@touchstone/contracts/api-testing';
import type { Proof } from '@touchstone/contracts/runs';
import { formatBytes, formatDuration } from '@touchstone/kernel';
import type { BodyView } from './body.ts';
import type { ReportCheck, ReportStep } from './document.ts';

/** formatValue formats an expected or actual value as one readable text. */
export function formatValue(value: unknown): string {
  if (value === undefined) return '(nothing)';
  if (typeof value === 'string') return value;
  return JSON.stringify(value) ?? String(value);
}

/**
 * tellsValues returns whether the expected and actual values of an assertion explain its failure. A schema is long, and
 * its message contains place and reason; scripts that compare nothing have no values.
 */
export function tellsValues({ kind, operator, expected, actual }: AssertionResult): boolean {
  if (kind === 'jsonSchema' || kind === 'xsd' || operator === 'schema') return false;
  return kind !== 'script' || expected !== undefined || actual !== undefined;
}

/** The faults found by a schema, one per line; a single one is part of the check's message. */
const faultLines = ({ faults = [] }: Pick<ReportCheck, 'faults'>): string[] =>
  faults.length < 2 ? [] : faults.map(({ place, message }) => (place ? `${place}: ${message}` : message));

/** proofText formats the proof of a failed check as plain lines, with an arrow before the failing place. */
export function proofText({ lines, note }: Proof): string[] {
  const width = Math.max(0, ...lines.map(({ number }) => (number === undefined ? 0 : String(number).length)));
  const texts = lines.flatMap(({ number, text, isMarked }, index) => {
    const place = number === undefined ? '' : `${String(number).padStart(width)} | `;
    const line = `${isMarked ? '>' : ' '} ${place}${text}`;
    return isGap(lines, index) ? ['  …', line] : [line];
  });
  return note === undefined ? texts : [...texts, note];
}

/** proofLines returns the faults of a check and the place in the response that shows them. */
export const proofLines = (check: Pick<ReportCheck, 'faults' | 'proof'>): string[] => [
  ...faultLines(check),
  ...(check.proof ? proofText(check.proof) : []),
];

/** failedChecks returns the failed checks of a step. */
export const failedChecks = ({ blocks }: Pick<ReportStep, 'blocks'>): ReportCheck[] =>
  blocks.flatMap((block) => (block.type === 'checks' ? block.checks : [])).filter(({ status }) => status === 'failed');

/** checkLines returns the lines that say what failed, with the values and the place that show why. */
export const checkLines = (check: ReportCheck): string[] => [
  check.title,
  ...(check.isBrief ? [] : [`  expected: ${formatValue(check.expected)}`, `  actual:   ${formatValue(check.actual)}`]),
  ...proofLines(check).map((line) => `  ${line}`),
];

/** isGap returns whether lines are omitted before a line of a proof. */
export function isGap(lines: Proof['lines'], index: number): boolean {
  const [before, number] = [lines[index - 1]?.number, lines[index]?.number];
  return before !== undefined && number !== undefined && number > before + 1;
}

/** Phases of an exchange: CSS class of the colour, label, key. */
export const phases = [
  ['dns', 'DNS', 'dnsMs'],
  ['tcp', 'Connect', 'tcpMs'],
  ['tls', 'TLS', 'tlsMs'],
  ['send', 'Send', 'sendMs'],
  ['wait', 'Wait', 'waitMs'],
  ['download', 'Download', 'downloadMs'],
] as const;

/** formatCount formats a number with at most one decimal. */
export const formatCount = (value: number): string => (Math.round(value * 10) / 10).toLocaleString('en-US');

/** cut shortens a text and says so. */
export function cut(text: string, length: number): string {
  return text.length <= length
    ? text
    : `${text.slice(0, length).toWellFormed()}\n… ${text.length - length} more characters`;
}

/**
 * stepText describes a step, with its request and response if it sent one, in a few plain lines. A passed one has no
 * bodies.
 */
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
