import type { DriftFinding } from '@touchstone/contracts/service-virtualization';
import { diffJson } from '@touchstone/engine-assert/core';
import { maskedText, volatileHeaders } from '@touchstone/engine-mock/core';

/** An answer with a decompressed body. */
export interface ComparedAnswer {
  status: number;
  headers: readonly (readonly [name: string, value: string])[];
  body: Uint8Array;
}
type Differences = DriftFinding['differences'];

const maxDifferences = 50;
const longestShown = 500;
/** Hop-by-hop headers, and headers that a comparison must not reveal. */
const notCompared =
  /^(?:connection|keep-alive|transfer-encoding|content-length|content-encoding|vary|set-cookie|server|via)$/i;

/**
 * compareAnswers lists the differences between the service's and the mock's answer; values masked in the mock aren't
 * compared.
 */
export function compareAnswers(
  mock: ComparedAnswer,
  service: ComparedAnswer,
  compares: 'values' | 'shape',
): Differences {
  const differences: Differences = [];
  if (mock.status !== service.status)
    differences.push({ place: 'status', mock: String(mock.status), service: String(service.status) });
  differences.push(...headerDifferences(mock, service), ...bodyDifferences(mock.body, service.body, compares));
  return differences.slice(0, maxDifferences);
}

function headerDifferences(mock: ComparedAnswer, service: ComparedAnswer): Differences {
  const [expected, actual] = [valuesOf(mock.headers), valuesOf(service.headers)];
  return [...expected].flatMap(([name, { label, value }]) => {
    const isCompared = !notCompared.test(name) && !volatileHeaders.test(name) && !value.includes('***');
    const now = actual.get(name)?.value;
    if (!isCompared || now === value) return [];
    return [{ place: `headers.${label}`, mock: shown(value), service: now === undefined ? null : shown(now) }];
  });
}

function valuesOf(headers: ComparedAnswer['headers']): Map<string, { label: string; value: string }> {
  const values = new Map<string, { label: string; value: string }>();
  for (const [label, value] of headers) {
    const known = values.get(label.toLowerCase());
    if (known) known.value += `, ${value}`;
    else values.set(label.toLowerCase(), { label, value });
  }
  return values;
}

function bodyDifferences(mock: Uint8Array, service: Uint8Array, compares: 'values' | 'shape'): Differences {
  if (Buffer.compare(mock, service) === 0) return [];
  const [expected, actual] = [textOf(mock), textOf(service)];
  if (expected === undefined || actual === undefined)
    return [{ place: 'body', mock: bytesText(mock), service: bytesText(service) }];
  // Values that were masked in the recording are masked in the new answer too.
  const masked = expected.includes('***') ? maskedText(actual) : actual;
  if (masked === expected) return [];
  const [left, right] = [jsonOf(expected), jsonOf(masked)];
  if (left && right) return jsonDifferences(left.value, right.value, compares);
  if (left || right) return [{ place: 'body', mock: shown(expected), service: shown(maskedText(actual)) }];
  return [lineDifference(expected, masked)];
}

const bytesText = ({ length }: Uint8Array): string => `${length} ${length === 1 ? 'byte' : 'bytes'}`;

function jsonDifferences(left: unknown, right: unknown, compares: 'values' | 'shape'): Differences {
  const found =
    compares === 'shape'
      ? diffJson(shapeOf(left), shapeOf(right), maxDifferences)
      : diffJson(left, right, maxDifferences);
  return found.map(({ path, expected, actual }) => ({
    place: `body ${path}`,
    mock: expected === undefined ? null : shownValue(expected),
    service: actual === undefined ? null : shownValue(actual),
  }));
}

/** Members and types; for a list, the shapes of its items. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) {
    const shapes = new Map(value.map((item) => [JSON.stringify(shapeOf(item)), shapeOf(item)]));
    return [...shapes].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, shape]) => shape);
  }
  if (value === null) return 'null';
  if (typeof value !== 'object') return typeof value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, shapeOf(member)]),
  );
}

function lineDifference(expected: string, actual: string): Differences[number] {
  const [left, right] = [expected.split('\n'), actual.split('\n')];
  const at = left.findIndex((line, index) => line !== right[index]);
  const line = at < 0 ? left.length : at;
  const show = (text: string | undefined) => (text === undefined ? null : shown(maskedText(text)));
  return { place: `body line ${line + 1}`, mock: show(left[line]), service: show(right[line]) };
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return /[\u0000-\u0008\u000e-\u001a]/.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

function jsonOf(text: string): { value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return undefined;
  }
}

const shownValue = (value: unknown): string => shown(maskedText(JSON.stringify(value)));
const shown = (text: string): string =>
  (text.length > longestShown ? `${text.slice(0, longestShown)}…` : text).replaceAll('\u0000', '\uFFFD').toWellFormed();

/** inWords describes the differences in a sentence. */
export function inWords(differences: Differences): string {
  const parts = new Set(differences.map(({ place }) => place.split(/[ .]/, 1)[0] ?? ''));
  const named = ['status', 'headers', 'body'].filter((part) => parts.has(part));
  return `${named.join(', ')} changed.`.replace(/^./, (letter) => letter.toUpperCase());
}
