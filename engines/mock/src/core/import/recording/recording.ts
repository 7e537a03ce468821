import { newId } from '@touchstone/kernel';
import { toBase64 } from '../../match/text-matchers.ts';
import type { RequestView } from '../../request/request-view.ts';
import type { RequestPattern, ResponseDefinition, Stub } from '../../stub.ts';
import { isSecretName, mask, maskedHeader, maskedHeaders, maskedText, maskedUrl } from './mask-secrets.ts';
import { parameterised } from './parameterise.ts';
import { type ExchangeFacts, planRecording, slug } from './plan-recording.ts';

/** A recorded exchange; the response body is decompressed. */
export interface RecordedExchange {
  request: RequestView;
  status: number;
  headers: [name: string, value: string][];
  body: Uint8Array;
  /** The decompressed request body, which is searched for credentials; defaults to the request's body. */
  plainRequestBody?: Uint8Array | undefined;
}

/** How recorded exchanges become stubs; names follow WireMock's recordings. */
export interface RecordingOptions {
  /** Request headers that stubs match by; `caseInsensitive` ignores case. */
  captureHeaders?: Record<string, { caseInsensitive?: boolean }>;
  /** Whether repeated requests answer in the recorded order (default); otherwise, the first response is kept. */
  repeatsAsScenarios?: boolean;
  /** How bodies are matched; by default according to their content type. */
  requestBodyPattern?: {
    matcher?: 'auto' | 'equalTo' | 'equalToJson' | 'equalToXml';
    ignoreArrayOrder?: boolean;
    ignoreExtraElements?: boolean;
    caseInsensitive?: boolean;
  };
  /** Records only requests that match this pattern. */
  filters?: RequestPattern;
  /** Whether stubs are persisted; default true. */
  persist?: boolean;
  /** Whether credentials are replaced with `***`; default true. */
  masksSecrets?: boolean;
  /** Values replaced with `***` wherever they occur, if secrets are masked. */
  secrets?: readonly string[];
  transformers?: string[];
}

/** What is kept of an exchange, free of credentials if secrets are masked. */
export interface KeptExchange {
  request: RequestPattern;
  response: ResponseDefinition;
  /** The original request, for replaying it. */
  recorded: RecordedRequest;
}

/** A recorded request, in the `metadata` of its stub. */
export interface RecordedRequest {
  url: string;
  /** Without credentials and connection headers. */
  headers: [name: string, value: string][];
  /** Why its body is not part of the pattern. */
  bodyLeftOut?: 'credentials' | 'multipart';
}

const notRecorded = new Set(['content-length', 'transfer-encoding', 'connection', 'keep-alive', 'date']);
const notSentAgain = new Set([
  ...notRecorded,
  'host',
  'accept-encoding',
  'proxy-connection',
  'te',
  'trailer',
  'upgrade',
  'expect',
  'cookie',
  'x-touchstone-proxied-by',
]);

/**
 * stubsOfRecording makes stubs from exchanges; repeated requests with different responses become a scenario with one
 * step per response.
 */
export function stubsOfRecording(exchanges: readonly RecordedExchange[], options: RecordingOptions = {}): Stub[] {
  const kept = exchanges.map((exchange) => keepExchange(exchange, options));
  const repeats = options.repeatsAsScenarios === false ? 'first' : 'sequence';
  const planned = planRecording(
    kept.map((one) => factsOfExchange(one)),
    { repeats },
  );
  const { persist = true } = options;
  return planned.flatMap(({ index, scenario }) => {
    const one = kept[index];
    if (one === undefined) return [];
    const name = slug(pathOf(one.recorded.url));
    return [{ id: newId(), name, ...stubParts(one, scenario), ...(persist ? { persistent: true } : {}) }];
  });
}

/** stubParts returns the members of an exchange's stub except its id and name. */
export function stubParts(
  { request, response, recorded }: KeptExchange,
  scenario: { name: string; required: string; next: string | undefined } | undefined,
): Omit<Stub, 'id' | 'name'> {
  return {
    request,
    response,
    metadata: { recorded },
    ...(scenario && {
      scenarioName: scenario.name,
      requiredScenarioState: scenario.required,
      ...(scenario.next !== undefined && { newScenarioState: scenario.next }),
    }),
  };
}

/** keepExchange converts an exchange to a request pattern and a response. */
export function keepExchange(exchange: RecordedExchange, options: RecordingOptions = {}): KeptExchange {
  const { request: view } = exchange;
  const hides = hiding(options);
  const pattern: RequestPattern = { ...urlPattern(view.request.url, hides), method: view.request.method };
  const headers = headerPatterns(view, options);
  if (headers !== undefined) pattern.headers = headers;
  const body = bodyPattern(exchange, options, hides);
  if (typeof body === 'object') pattern.bodyPatterns = [body];
  return {
    request: pattern,
    response: responseOf(exchange, options, hides),
    recorded: {
      url: hides ? hides(maskedUrl(view.request.url)) : view.request.url,
      headers: view.request.headers
        .filter(([name]) => !notSentAgain.has(name.toLowerCase()) && !(hides && maskedHeaders.test(name)))
        .map(([name, value]) => [name, hides ? hides(value) : value]),
      ...(typeof body === 'string' ? { bodyLeftOut: body } : {}),
    },
  };
}

/** Headers that vary between responses and carry no meaning. */
export const volatileHeaders =
  /^(?:date|age|expires|server-timing|cf-ray|traceparent|tracestate|etag|last-modified|ratelimit.*|x-ratelimit.*|x-(?:amzn?-)?(?:request|correlation|trace)-?id|x-(?:runtime|response-time|served-by|cache|cache-hits|timer))$/i;

/** factsOfExchange returns what planning needs to know about an exchange. */
export function factsOfExchange(kept: KeptExchange): ExchangeFacts {
  const { request, response, recorded } = kept;
  const alike = parameterised(kept);
  return {
    key: JSON.stringify(request),
    answer: JSON.stringify(steady(response)),
    path: pathOf(recorded.url),
    ...(alike && { shape: JSON.stringify({ request: alike.request, response: steady(alike.response) }) }),
  };
}

function steady(response: ResponseDefinition): ResponseDefinition {
  const headers = Object.entries(response.headers ?? {}).filter(([name]) => !volatileHeaders.test(name));
  return { ...response, headers: Object.fromEntries(headers) };
}

/** Hides masks secret values; undefined if secrets are not masked. */
type Hides = ((text: string) => string) | undefined;

function hiding({ masksSecrets, secrets = [] }: RecordingOptions): Hides {
  if (masksSecrets === false) return undefined;
  const values = secrets.filter((secret) => secret !== '');
  return (text) => values.reduce((at, secret) => at.replaceAll(secret, mask), text);
}

const pathOf = (url: string): string => url.split('?', 1)[0] ?? '/';

/** A pattern for the address; a query parameter that holds a credential matches any value. */
function urlPattern(url: string, hides: Hides): RequestPattern {
  if (hides === undefined || (maskedUrl(url) === url && hides(url) === url)) return { url };
  const path = pathOf(url);
  const found = new Map<string, { equalTo: string } | { matches: string }>();
  for (const [name, value] of new URLSearchParams(url.slice(path.length + 1))) {
    const isSecret = isSecretName(name) || hides(value) !== value;
    found.set(name, isSecret ? { matches: '.+' } : { equalTo: value });
  }
  const query = Object.fromEntries(found);
  if (hides(path) !== path)
    return {
      urlPathTemplate: hides(path).replaceAll(mask, '{secret}'),
      ...(found.size > 0 && { queryParameters: query }),
    };
  return { urlPath: path, queryParameters: query };
}

function headerPatterns(view: RequestView, options: RecordingOptions): Record<string, unknown> | undefined {
  const hides = hiding(options);
  const patterns: Record<string, unknown> = {};
  for (const [name, { caseInsensitive }] of Object.entries(options.captureHeaders ?? {})) {
    const [value] = view.header(name);
    if (value === undefined) continue;
    const isSecret = hides !== undefined && (maskedHeaders.test(name) || hides(value) !== value);
    patterns[name] = isSecret ? { matches: '.+' } : { equalTo: value, ...(caseInsensitive ? { caseInsensitive } : {}) };
  }
  return Object.keys(patterns).length > 0 ? patterns : undefined;
}

function bodyPattern(
  { request: view, plainRequestBody }: RecordedExchange,
  { requestBodyPattern = {} }: RecordingOptions,
  hides: Hides,
): RequestPattern | RecordedRequest['bodyLeftOut'] | undefined {
  const { body } = view.request;
  if (body.length === 0) return undefined;
  const type = view.header('content-type')[0] ?? '';
  if (/^multipart\//i.test(type)) return 'multipart';
  const plain = plainRequestBody === undefined ? (view.body.text ?? '') : new TextDecoder().decode(plainRequestBody);
  if (hides !== undefined && hides(maskedText(plain)) !== plain) return 'credentials';
  const text = view.body.text ?? '';
  const { matcher = 'auto', ignoreArrayOrder = true, ignoreExtraElements = true, caseInsensitive } = requestBodyPattern;
  const chosen = matcher === 'auto' ? matcherOf(type) : matcher;
  if (chosen === 'equalToJson' && view.body.json !== undefined)
    return { equalToJson: text, ignoreArrayOrder, ignoreExtraElements };
  if (chosen === 'equalToXml' && text.trimStart().startsWith('<')) return { equalToXml: text };
  return isText(body)
    ? { equalTo: text, ...(caseInsensitive ? { caseInsensitive } : {}) }
    : { binaryEqualTo: toBase64(body) };
}

const matcherOf = (type: string): string =>
  /json/i.test(type) ? 'equalToJson' : /xml/i.test(type) ? 'equalToXml' : 'equalTo';

/** responseOf converts a recorded response to a response definition. */
function responseOf(
  exchange: Pick<RecordedExchange, 'status' | 'headers' | 'body'>,
  { transformers }: RecordingOptions,
  hides: Hides,
): ResponseDefinition {
  const { status, body } = exchange;
  const headers = keptHeaders(exchange.headers, hides);
  const response: ResponseDefinition = { status };
  if (Object.keys(headers).length > 0) response.headers = headers;
  if (body.length > 0)
    if (isText(body)) {
      const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(body);
      response.body = hides ? hides(maskedText(text)) : text;
    } else response.base64Body = toBase64(body);
  if (transformers !== undefined) response.transformers = transformers;
  return response;
}

/** Headers of a response; repeated ones become a list. */
function keptHeaders(given: RecordedExchange['headers'], hides: Hides): Record<string, string | string[]> {
  const headers = new Map<string, { name: string; values: string[] }>();
  for (const [name, value] of given) {
    const lower = name.toLowerCase();
    if (notRecorded.has(lower)) continue;
    const known = headers.get(lower) ?? { name, values: [] };
    known.values.push(hides ? hides(maskedHeader(name, value)) : value);
    headers.set(lower, known);
  }
  return Object.fromEntries(
    [...headers.values()].map(({ name, values }) => [name, values.length === 1 ? (values[0] ?? '') : values]),
  );
}

/** responseOfAnswer converts a service's response to a stub's response definition. */
export const responseOfAnswer = (
  answer: Pick<RecordedExchange, 'status' | 'headers' | 'body'>,
  options: RecordingOptions = {},
): ResponseDefinition => responseOf(answer, options, hiding(options));

/** Whether bytes are UTF-8 text that survives decoding and encoding unchanged. */
function isText(bytes: Uint8Array): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    // In some stub stores, `{{` starts a variable.
    return !text.startsWith('\uFEFF') && !/[\u0000-\u0008\u000e-\u001a]/.test(text) && !text.includes('{{vars.');
  } catch {
    return false;
  }
}
