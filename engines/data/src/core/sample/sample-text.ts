import type { JsonSchema } from '../infer-json-schema.ts';
import { textsMatching } from './sample-pattern.ts';
import { tightest } from './schema-shape.ts';

const lengthLimit = 100_000;

/** For each format a plain text, then a short one; the last is a prefix that can be lengthened. */
const formats: Record<string, [plain: string, short: string, lengthen?: (text: string) => string]> = {
  'date-time': ['2026-01-15T09:30:00Z', '2026-01-15T09:30:00Z', (fill) => `2026-01-15T09:30:00.0${digits(fill)}Z`],
  date: ['2026-01-15', '2026-01-15'],
  time: ['09:30:00Z', '09:30:00Z', (fill) => `09:30:00.0${digits(fill)}Z`],
  duration: ['P1D', 'P1D', (fill) => `P1${digits(fill)}D`],
  email: ['ada@example.com', 'a@b.c', (fill) => `${fill.slice(0, 60)}@${labels(fill.slice(60))}example.com`],
  'idn-email': ['ada@example.com', 'a@b.c', (fill) => `${fill.slice(0, 60)}@${labels(fill.slice(60))}example.com`],
  hostname: ['example.com', 'a', (fill) => `${labels(fill)}example.com`],
  'idn-hostname': ['example.com', 'a', (fill) => `${labels(fill)}example.com`],
  ipv4: ['192.0.2.10', '1.1.1.1'],
  ipv6: ['2001:db8::10', '::'],
  uri: ['https://example.com/path', 'a:b', (fill) => `https://example.com/${fill}`],
  url: ['https://example.com/path', 'a:b', (fill) => `https://example.com/${fill}`],
  'uri-reference': ['/path', '', (fill) => `/${fill}`],
  iri: ['https://example.com/path', 'a:b', (fill) => `https://example.com/${fill}`],
  'iri-reference': ['/path', '', (fill) => `/${fill}`],
  'uri-template': ['/path/{id}', '', (fill) => `/path/${fill}`],
  uuid: ['3f2504e0-4f89-41d3-9a0c-0305e82c3301', '3f2504e0-4f89-41d3-9a0c-0305e82c3301'],
  regex: ['^[a-z]+$', '', (fill) => fill],
  'json-pointer': ['/path', '', (fill) => `/${fill}`],
  'relative-json-pointer': ['0', '0', (fill) => `0/${fill}`],
  byte: ['dGV4dA==', '', (fill) => 'dGV4'.repeat(Math.ceil(fill.length / 4))],
  password: ['secret', '', (fill) => `secret${fill}`],
};

const digits = (fill: string): string => '0'.repeat(fill.length);
const labels = (fill: string): string => (fill.match(/.{1,60}/g) ?? []).map((label) => `${label}.`).join('');

/** textsFor yields texts that are likely to have the formats, patterns and lengths of all parts, the plainest first. */
export function* textsFor(parts: readonly JsonSchema[]): Generator<string> {
  const least = Math.ceil(tightest(parts, 'minLength', 'max') ?? 0);
  const most = tightest(parts, 'maxLength', 'min') ?? Number.POSITIVE_INFINITY;
  if (least > lengthLimit) return;
  const isFitting = (text: string) => text.length >= least && text.length <= most;
  yield* parts.flatMap(formatsOf).flatMap((name) => ofFormat(name, least).filter(isFitting));
  for (const { pattern } of parts) if (typeof pattern === 'string') yield* ofPattern(pattern, least, isFitting);
  for (const word of ['string', 'text', 'a', 'b', '1', 'A', 'other', '']) {
    const text = word.padEnd(least, 'x');
    yield text.length > most ? text.slice(0, Math.max(0, Math.floor(most))) : text;
  }
}

function* ofPattern(pattern: string, least: number, isFitting: (text: string) => boolean): Generator<string> {
  for (const text of textsMatching(pattern, least)) {
    if (isFitting(text)) yield text;
    if (text.length < least) yield* [text.padEnd(least, 'a'), text.padStart(least, 'a')];
  }
}

const formatsOf = ({ format, contentEncoding }: JsonSchema): string[] =>
  [format, contentEncoding === 'base64' && 'byte'].filter(
    (name): name is string => typeof name === 'string' && Object.hasOwn(formats, name),
  );

function ofFormat(name: string, least: number): string[] {
  const [plain, short, lengthen] = formats[name]!;
  if (lengthen === undefined || plain.length >= least) return [plain, short];
  const lacking = Array.from({ length: 40 }, (_, more) => lengthen('a'.repeat(Math.max(0, least - 40) + more)));
  return [plain, short, ...lacking.filter((text) => text.length >= least), lengthen('a'.repeat(least))];
}
