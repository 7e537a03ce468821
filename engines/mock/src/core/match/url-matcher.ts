import type { RequestView } from '../request/request-view.ts';
import { type PathTemplate, parsePathTemplate } from './path-template.ts';
import { textDistance } from './text-distance.ts';
import { compileWholePattern } from './text-matchers.ts';
import type { MatcherContext } from './value-matcher.ts';

/** Where the index keeps a stub: at a whole address, at a path, or below its leading segments. */
export type UrlPlace =
  | { kind: 'url'; url: string }
  /** Segments; undefined matches any one segment. */
  | { kind: 'path'; segments: (string | undefined)[] }
  | { kind: 'below'; segments: string[] };

/** UrlMatcher matches the address of a request. */
export interface UrlMatcher {
  /** Member of the pattern: url, urlPath, urlPattern, urlPathPattern, urlPathTemplate, or any. */
  readonly kind: string;
  readonly expected: string;
  readonly place: UrlPlace;
  readonly template?: PathTemplate;
  test(request: RequestView): boolean;
  distance(request: RequestView): number;
}

const kinds = ['url', 'urlPath', 'urlPathTemplate', 'urlPattern', 'urlPathPattern'] as const;

/** compileUrl compiles the address of a request pattern, which may have at most one of its forms. */
export function compileUrl(pattern: Record<string, unknown>, path: string, context: MatcherContext): UrlMatcher {
  const given = kinds.filter((kind) => pattern[kind] !== undefined && pattern[kind] !== null);
  if (given.length > 1) context.problem(path, `Give only one of ${given.join(', ')}.`);
  const [kind] = given;
  if (kind === undefined) return anyUrl;
  const expected = String(pattern[kind]);
  const at = `${path}.${kind}`;
  if (kind === 'url' || kind === 'urlPath') return literal(kind, expected);
  if (kind === 'urlPathTemplate') return templated(expected, at, context);
  return patterned(kind, expected, at, context);
}

const anyUrl: UrlMatcher = {
  kind: 'any',
  expected: 'any URL',
  place: { kind: 'below', segments: [] },
  test: () => true,
  distance: () => 0,
};

const segmentsOf = (path: string): string[] => (path.startsWith('/') ? path.slice(1) : path).split('/');

function literal(kind: 'url' | 'urlPath', expected: string): UrlMatcher {
  const actual = (request: RequestView) => (kind === 'url' ? request.request.url : request.path);
  return {
    kind,
    expected,
    place: kind === 'url' ? { kind, url: expected } : { kind: 'path', segments: segmentsOf(expected) },
    test: (request) => actual(request) === expected,
    distance: (request) => textDistance(expected, actual(request)),
  };
}

function templated(expected: string, path: string, context: MatcherContext): UrlMatcher {
  const template = parsePathTemplate(expected);
  if (template === undefined) context.problem(path, `A brace of “${expected}” is not closed.`);
  const segments = segmentsOf(expected);
  const isVariable = (segment: string) => /[{*]/.test(segment);
  const firstRest = segments.findIndex((segment) => segment.includes('**'));
  const lead = segments.slice(0, firstRest < 0 ? undefined : firstRest);
  const firstVariable = lead.findIndex(isVariable);
  const place: UrlPlace =
    firstRest < 0
      ? { kind: 'path', segments: segments.map((segment) => (isVariable(segment) ? undefined : segment)) }
      : { kind: 'below', segments: lead.slice(0, firstVariable < 0 ? undefined : firstVariable) };
  return {
    kind: 'urlPathTemplate',
    expected,
    place,
    ...(template === undefined ? {} : { template }),
    test: (request) => template?.read(request.path) !== undefined,
    distance: (request) =>
      template?.read(request.path) === undefined ? templateDistance(segments, request.segments) : 0,
  };
}

/** Variables have distance 0; literals contribute their difference. */
function templateDistance(wanted: string[], actual: string[]): number {
  const most = Math.max(wanted.length, actual.length);
  let sum = 0;
  for (let index = 0; index < most; index += 1) {
    const [left, right] = [wanted[index], actual[index]];
    if (left === undefined || right === undefined) sum += 1;
    else if (!/[{*]/.test(left)) sum += textDistance(left, right);
  }
  return Math.max(0.01, sum / most);
}

function patterned(
  kind: 'urlPattern' | 'urlPathPattern',
  expected: string,
  path: string,
  context: MatcherContext,
): UrlMatcher {
  const covers = compileWholePattern(expected, path, context);
  const test = (text: string): boolean => {
    try {
      return covers(text);
    } catch {
      return false;
    }
  };
  const actual = (request: RequestView) => (kind === 'urlPattern' ? request.request.url : request.path);
  const prefix = literalPrefix(expected);
  const readable = expected.replace(/\\([^\w])/g, '$1');
  return {
    kind,
    expected,
    place: { kind: 'below', segments: prefix === '' ? [] : segmentsOf(prefix) },
    test: (request) => test(actual(request)),
    distance: (request) => (test(actual(request)) ? 0 : Math.max(0.01, textDistance(readable, actual(request)))),
  };
}

/** literalPrefix returns the whole path segments that every match of a pattern starts with; empty if there are none. */
export function literalPrefix(pattern: string): string {
  if (pattern.includes('|')) return '';
  let prefix = '';
  let at = pattern.startsWith('^') ? 1 : 0;
  while (at < pattern.length) {
    const char = pattern[at]!;
    const isEscaped = char === '\\';
    const literalChar = isEscaped ? pattern[at + 1] : char;
    if (literalChar === undefined || literalChar === '?') break;
    if (isEscaped ? /\w/.test(literalChar) : /[.*+?()[\]{}$^]/.test(char)) break;
    at += isEscaped ? 2 : 1;
    // A character followed by a quantifier may be missing.
    if (/[*?{+]/.test(pattern[at] ?? '')) break;
    prefix += literalChar;
  }
  const whole = prefix.slice(0, Math.max(0, prefix.lastIndexOf('/')));
  return whole.startsWith('/') ? whole : '';
}
