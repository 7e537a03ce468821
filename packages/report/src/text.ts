import type { Exchange, StepDetail } from '@touchstone/contracts/api-testing';
import { formatBytes, formatDuration } from '@touchstone/kernel';
import type { BodyView } from './body.ts';
import type { ReportStep } from './document.ts';

/** formatValue writes an expected or actual value as one readable text. */
export function formatValue(value: unknown): string {
  if (value === undefined) return '(nothing)';
  if (typeof value === 'string') return value;
  return JSON.stringify(value) ?? String(value);
}

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
