import type { StepDetail } from '@touchstone/contracts';
import type { BodyView } from './body.ts';

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

/** exchangeText tells request and response in a few plain lines. A step that passed is told without bodies. */
export function exchangeText(step: StepDetail): string {
  const { exchange } = step;
  if (!exchange) return `${step.method} ${step.url}`;
  const { request, response } = exchange;
  const withBodies = step.status !== 'passed';
  const lines = [...(step.earlierAttempts ?? []).map(attemptLine), `${request.method} ${request.url}`];
  if (withBodies && request.body) lines.push(bodyLine(request.body));
  if (response) {
    lines.push(`${response.status} ${response.statusText}`.trim());
    const type = response.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
    lines.push(
      `${[type, formatSize(response.body.sizeBytes), formatDuration(step.durationMs)].filter(Boolean).join(', ')}`,
    );
    if (withBodies) lines.push(bodyLine(response.body));
  }
  return lines.filter(Boolean).join('\n');
}

type Attempt = NonNullable<StepDetail['earlierAttempts']>[number];

const attemptLine = ({ status, statusCode, durationMs, message }: Attempt, index: number): string =>
  [`Attempt ${index + 1}: ${status}`, statusCode ?? '', formatDuration(durationMs), message ?? '']
    .filter((part) => part !== '')
    .join(', ');

const bodyLine = (body: BodyView): string => (body.text === undefined ? '' : cut(body.text, 2000));
