import type { RequestView } from '../request/request-view.ts';
import type { RequestPattern } from '../stub.ts';
import { compileValue } from './compile-value.ts';
import { compileMulti, type MultiMatcher } from './multi-value.ts';
import { multipartCheck } from './multipart-check.ts';
import { absentSubject, Subject } from './subject.ts';
import { compileUrl, type UrlMatcher } from './url-matcher.ts';
import type { MatcherContext, ValueMatcher } from './value-matcher.ts';

/** Check matches one part of a request. */
export interface Check {
  /** Member of the request pattern, for example `headers`. */
  readonly part: string;
  /** Name within the part, for example of a header; empty if it has none. */
  readonly name: string;
  readonly operator: string;
  readonly expected: string;
  readonly weight: number;
  /** The required value, if the check is an exact equality; the index looks stubs up by it. */
  readonly equals?: string;
  test(request: RequestView): boolean;
  /** From 0 (a match) to 1 (as different as possible). */
  distance(request: RequestView): number;
  /** The request's value for display; undefined if it has none. */
  actual(request: RequestView): string | undefined;
}

/** RequestMatcher is a compiled request pattern. */
export interface RequestMatcher {
  /** Methods that match; undefined if any does. */
  methods: ReadonlySet<string> | undefined;
  /** Required host in lower case, if it is an exact equality. */
  host: string | undefined;
  url: UrlMatcher;
  method: Check;
  checks: readonly Check[];
  /** Total weight of all parts; those that every request has count even if the pattern doesn't name them. */
  weight: number;
  /** Whether all parts of a request match. */
  test(request: RequestView): boolean;
}

const weights = { scheme: 3, host: 10, port: 10, clientIp: 3, url: 10, method: 3 };
/** Cheap parts are checked first. */
const costs: Record<string, number> = {
  scheme: 0,
  host: 0,
  port: 0,
  pathParameters: 1,
  headers: 1,
  cookies: 1,
  queryParameters: 1,
};

/** compileRequest compiles a request pattern; problems are reported through `context.problem`. */
export function compileRequest(pattern: RequestPattern, path: string, context: MatcherContext): RequestMatcher {
  const url = compileUrl(pattern, path, context);
  const methods = methodsOf(pattern.method, `${path}.method`, context);
  const checks = [
    ...placeChecks(pattern, path, context),
    ...namedChecks(pattern, path, context, url),
    ...basicAuth(pattern.basicAuthCredentials ?? pattern.basicAuth, path, context),
    ...protocolChecks(pattern, path, context),
    ...bodyChecks(pattern.bodyPatterns, `${path}.bodyPatterns`, context),
    ...multipartChecks(pattern.multipartPatterns, `${path}.multipartPatterns`, context),
  ];
  if (pattern.customMatcher !== undefined)
    context.problem(
      `${path}.customMatcher`,
      'Custom matchers are Java classes and are not supported. Use bodyPatterns.',
    );
  const ordered = checks.toSorted((a, b) => (costs[a.part] ?? 5) - (costs[b.part] ?? 5));
  return {
    methods,
    host: checks.find(({ part }) => part === 'host')?.equals?.toLowerCase(),
    url,
    method: methodCheck(methods, pattern.method),
    checks: ordered,
    weight: checks.reduce((sum, check) => (fixedParts.has(check.part) ? sum : sum + check.weight), fixedWeight),
    test(request) {
      if (methods !== undefined && !methods.has(request.request.method)) return false;
      if (!url.test(request)) return false;
      for (const check of ordered) if (!check.test(request)) return false;
      return true;
    },
  };
}

function methodsOf(method: unknown, path: string, context: MatcherContext): ReadonlySet<string> | undefined {
  if (method === undefined || method === null || method === 'ANY') return undefined;
  if (method === 'GET_OR_HEAD') return new Set(['GET', 'HEAD']);
  if (typeof method === 'string') return new Set([method.toUpperCase()]);
  const named = method as { oneOf?: unknown; noneOf?: unknown };
  const list = Array.isArray(method) ? method : named.oneOf;
  if (Array.isArray(list)) return new Set(list.map((item) => String(item).toUpperCase()));
  if (Array.isArray(named.noneOf)) {
    const refused = new Set(named.noneOf.map((item) => String(item).toUpperCase()));
    return new Set(knownMethods.filter((item) => !refused.has(item)));
  }
  context.problem(path, 'A method is a text such as GET or ANY, or { "oneOf": ["GET", "HEAD"] }.');
  return undefined;
}

const knownMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY'];

const methodCheck = (methods: ReadonlySet<string> | undefined, pattern: unknown): Check => {
  const test = (request: RequestView) => methods === undefined || methods.has(request.request.method);
  return {
    part: 'method',
    name: '',
    operator: 'equalTo',
    expected: methods === undefined ? 'ANY' : typeof pattern === 'string' ? pattern : [...methods].join(', '),
    weight: weights.method,
    test,
    distance: (request) => (test(request) ? 0 : 1),
    actual: (request) => request.request.method,
  };
};

type ValueOf = (request: RequestView) => Subject;

function valueCheck(part: string, name: string, matcher: ValueMatcher, weight: number, readValue: ValueOf): Check {
  return {
    part,
    name,
    operator: matcher.operator,
    expected: matcher.expected,
    weight,
    ...(matcher.equals === undefined ? {} : { equals: matcher.equals }),
    test: (request) => matcher.test(readValue(request)),
    distance: (request) => matcher.distance(readValue(request)),
    actual: (request) => readValue(request).text,
  };
}

function placeChecks(pattern: RequestPattern, path: string, context: MatcherContext): Check[] {
  const checks: Check[] = [];
  const add = (
    part: 'scheme' | 'host' | 'port' | 'clientIp',
    value: unknown,
    readValue: (r: RequestView) => string,
  ) => {
    if (value === undefined || value === null) return;
    const matcher = compileValue(value, `${path}.${part}`, context);
    checks.push(valueCheck(part, '', matcher, weights[part], (request) => new Subject(readValue(request))));
  };
  add('scheme', pattern.scheme, ({ request }) => request.scheme);
  add('host', pattern.host, ({ request }) => request.host);
  add('port', pattern.port, ({ request }) => String(request.port));
  add('clientIp', pattern.clientIp, ({ request }) => request.clientIp);
  return checks;
}

const namedParts: Record<string, (request: RequestView, name: string) => readonly string[]> = {
  headers: (request, name) => request.header(name),
  queryParameters: (request, name) => request.query(name),
  formParameters: (request, name) => request.form(name),
  cookies: (request, name) => request.cookie(name),
};

function namedChecks(pattern: RequestPattern, path: string, context: MatcherContext, url: UrlMatcher): Check[] {
  const checks: Check[] = [];
  for (const [part, valuesOf] of Object.entries(namedParts))
    for (const [name, value] of entriesOf(pattern[part], `${path}.${part}`, context)) {
      const compiled = compileMulti(value, `${path}.${part}.${name}`, context);
      const matcher = part === 'cookies' ? presentUnlessAbsent(compiled) : compiled;
      checks.push(multiCheck(part, name, matcher, (request) => valuesOf(request, name)));
    }
  const parameters = entriesOf(pattern.pathParameters, `${path}.pathParameters`, context);
  if (parameters.length > 0 && url.template === undefined)
    context.problem(`${path}.pathParameters`, 'Path parameters need a urlPathTemplate such as /orders/{id}.');
  for (const [name, value] of parameters) {
    if (url.template !== undefined && !url.template.names.includes(name))
      context.problem(`${path}.pathParameters.${name}`, `The template ${url.expected} has no variable {${name}}.`);
    const matcher = compileValue(value, `${path}.pathParameters.${name}`, context);
    const readValue = (request: RequestView) => new Subject(url.template?.read(request.path)?.[name]);
    checks.push(valueCheck('pathParameters', name, matcher, 1, readValue));
  }
  return checks;
}

/** A missing cookie matches only `absent`, as in WireMock. */
function presentUnlessAbsent(matcher: MultiMatcher): MultiMatcher {
  if (matcher.operator === 'absent') return matcher;
  return {
    ...matcher,
    acceptsAbsent: false,
    test: (values) => values.length > 0 && matcher.test(values),
    distance: (values) => (values.length > 0 ? matcher.distance(values) : 1),
  };
}

function multiCheck(
  part: string,
  name: string,
  matcher: MultiMatcher,
  valuesOf: (request: RequestView) => readonly string[],
): Check {
  return {
    part,
    name,
    operator: matcher.operator,
    expected: matcher.expected,
    weight: 1,
    ...(matcher.equals === undefined ? {} : { equals: matcher.equals }),
    test: (request) => matcher.test(valuesOf(request)),
    distance: (request) => matcher.distance(valuesOf(request)),
    actual(request) {
      const values = valuesOf(request);
      return values.length === 0 ? undefined : values.join(', ');
    },
  };
}

function basicAuth(credentials: unknown, path: string, context: MatcherContext): Check[] {
  if (credentials === undefined || credentials === null) return [];
  const { username, password } = credentials as { username?: unknown; password?: unknown };
  if (typeof username !== 'string' || typeof password !== 'string') {
    context.problem(`${path}.basicAuth`, 'Give a username and a password.');
    return [];
  }
  const expected = `Basic ${btoa(String.fromCharCode(...new TextEncoder().encode(`${username}:${password}`)))}`;
  const test = (request: RequestView) =>
    request.header('authorization').some((value) => value.replace(/^basic /i, 'Basic ') === expected);
  return [
    {
      part: 'basicAuth',
      name: '',
      operator: 'equalTo',
      expected: `${username}:•••`,
      weight: 1,
      test,
      distance: (request) => (test(request) ? 0 : 1),
      actual: (request) => (request.header('authorization').length === 0 ? undefined : 'other credentials'),
    },
  ];
}

/** The parts specific to this product's format: GraphQL and SOAP. */
function protocolChecks(pattern: RequestPattern, path: string, context: MatcherContext): Check[] {
  const checks: Check[] = [];
  if (pattern.soapAction !== undefined) {
    const matcher = compileValue(pattern.soapAction, `${path}.soapAction`, context);
    checks.push(valueCheck('soapAction', '', matcher, 1, (request) => new Subject(request.soapAction)));
  }
  const { graphql } = pattern;
  if (graphql === undefined) return checks;
  if (typeof graphql !== 'object' || graphql === null) {
    context.problem(`${path}.graphql`, 'Write an object with operationName, operationType, query or variables.');
    return checks;
  }
  const parts: Record<string, ValueOf> = {
    operationName: ({ graphQl }) => new Subject(graphQl?.operation),
    operationType: ({ graphQl }) => new Subject(graphQl?.type),
    query: ({ graphQl }) => new Subject(graphQl?.query.replace(/[\s,]+/g, ' ').trim()),
    variables: ({ graphQl }) => new Subject(graphQl === undefined ? undefined : JSON.stringify(graphQl.variables)),
  };
  for (const [name, value] of Object.entries(graphql)) {
    const readValue = Object.hasOwn(parts, name) ? parts[name] : undefined;
    const at = `${path}.graphql.${name}`;
    if (readValue === undefined) context.problem(at, `“${name}” is not known. Use ${Object.keys(parts).join(', ')}.`);
    else checks.push(valueCheck('graphql', name, compileValue(normalQuery(name, value), at, context), 1, readValue));
  }
  return checks;
}

const normalQuery = (name: string, value: unknown): unknown =>
  name === 'query' && typeof value === 'string' ? value.replace(/[\s,]+/g, ' ').trim() : value;

function bodyChecks(patterns: unknown, path: string, context: MatcherContext): Check[] {
  return listOf(patterns, path, context).map((pattern, index) =>
    valueCheck('bodyPatterns', String(index), compileValue(pattern, `${path}[${index}]`, context), 1, bodyOf),
  );
}

/** An empty body counts as absent, as in WireMock. */
const bodyOf = ({ body, request }: RequestView): Subject => (request.body.length === 0 ? absentSubject : body);

function multipartChecks(patterns: unknown, path: string, context: MatcherContext): Check[] {
  return listOf(patterns, path, context).map((pattern, index) =>
    multipartCheck(pattern as Record<string, unknown>, `${path}[${index}]`, context),
  );
}

function listOf(value: unknown, path: string, context: MatcherContext): unknown[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value;
  context.problem(path, 'Give a list of patterns.');
  return [];
}

function entriesOf(value: unknown, path: string, context: MatcherContext): [string, unknown][] {
  if (value === undefined || value === null) return [];
  if (typeof value === 'object' && !Array.isArray(value)) return Object.entries(value);
  context.problem(path, 'Give an object with a pattern for each name.');
  return [];
}

/** urlWeight is the weight of the address in a distance. */
export const urlWeight = weights.url;
const fixedParts = new Set(['scheme', 'host', 'port', 'clientIp']);
const fixedWeight = Object.values(weights).reduce((sum, weight) => sum + weight, 0);
