import type { Exchange, StepDetail } from '@touchstone/contracts/api-testing';
import type { BodyView } from './body.ts';
import type { ReportStep } from './document.ts';

/** formatValue writes an expected or actual value as one readable text. */
export function formatValue(value: unknown): string {
  if (value === undefined) return '(nothing)';
  if (typeof value === 'string') return value;
  return JSON.stringify(value) ?? String(value);
}

/** formatDuration writes milliseconds as people read them: 74 ms, 2.1 s, 2m 14s. */
export function formatDuration(ms: number | null): string {
  if (ms === null) return '–';
  if (ms < 1) return `${ms.toFixed(1)} ms`;
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes}m ${seconds % 60}s` : `${Math.floor(minutes / 60)}h ${minutes % 60}m`;
}

/** formatCount writes a number with at most one digit after the point. */
export const formatCount = (value: number): string => (Math.round(value * 10) / 10).toLocaleString('en-US');

/** formatSize writes bytes as people read them. */
export function formatSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

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
  lines.push([type, formatSize(response.body.sizeBytes), formatDuration(durationMs)].filter(Boolean).join(', '));
  if (withBodies) lines.push(bodyLine(response.body));
  return lines;
}

type Attempt = NonNullable<StepDetail['earlierAttempts']>[number];

const attemptLine = ({ status, statusCode, durationMs, message }: Attempt, index: number): string =>
  [`Attempt ${index + 1}: ${status}`, statusCode ?? '', formatDuration(durationMs), message ?? '']
    .filter((part) => part !== '')
    .join(', ');

const bodyLine = (body: BodyView): string => (body.text === undefined ? '' : cut(body.text, 2000));
