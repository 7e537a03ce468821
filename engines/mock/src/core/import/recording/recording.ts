import { newId } from '@touchstone/kernel';
import { toBase64 } from '../../match/text-matchers.ts';
import type { RequestView } from '../../request/request-view.ts';
import type { RequestPattern, ResponseDefinition, Stub } from '../../stub.ts';
import { isSecretName, mask, maskedHeader, maskedHeaders, maskedText, maskedUrl } from './mask-secrets.ts';
import { parameterised } from './parameterise.ts';
import { type ExchangeFacts, planRecording, slug } from './plan-recording.ts';

/** An exchange that was recorded; the body of the answer is decompressed. */
export interface RecordedExchange {
  request: RequestView;
  status: number;
  headers: [name: string, value: string][];
  body: Uint8Array;
  /** The body of the request, decompressed; default that of the request. Credentials are looked for here. */
  plainRequestBody?: Uint8Array | undefined;
}

/** How recorded exchanges become stubs; names are those of WireMock's recordings. */
export interface RecordingOptions {
  /** Headers of requests that stubs match by; `caseInsensitive` compares without regard to case. */
  captureHeaders?: Record<string, { caseInsensitive?: boolean }>;
  /** Repeated requests answer in the order in which they were recorded; default true. Without it, the first answer is kept. */
  repeatsAsScenarios?: boolean;
  /** How bodies are matched; default by their content type. */
  requestBodyPattern?: {
    matcher?: 'auto' | 'equalTo' | 'equalToJson' | 'equalToXml';
    ignoreArrayOrder?: boolean;
    ignoreExtraElements?: boolean;
    caseInsensitive?: boolean;
  };
  /** Only requests that match this pattern. */
  filters?: RequestPattern;
  /** Stubs are kept beyond the process; default true. */
  persist?: boolean;
  /** Credentials are replaced by `***`; default true. */
  masksSecrets?: boolean;
  /** Values that are replaced by `***` wherever they stand, while secrets are masked. */
  secrets?: readonly string[];
  transformers?: string[];
}

/** What is kept of an exchange: nothing in it is a credential, while secrets are masked. */
export interface KeptExchange {
  request: RequestPattern;
  response: ResponseDefinition;
  /** The request as it was, for whoever sends it again. */
  recorded: RecordedRequest;
}

/** A recorded request, in the `metadata` of its stub. */
export interface RecordedRequest {
  url: string;
  /** Without credentials, and without what belongs to a connection. */
  headers: [name: string, value: string][];
  /** Why its body is not in the pattern. */
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

/** stubsOfRecording makes stubs of exchanges; requests that repeat with other answers become a scenario with an answer for each. */
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

/** stubParts are the members of the stub of an exchange, beside its id and name. */
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

/** keepExchange reads an exchange as a request pattern with a response. */
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

/** Headers that differ from answer to answer and mean nothing. */
export const volatileHeaders =
  /^(?:date|age|expires|server-timing|cf-ray|traceparent|tracestate|etag|last-modified|ratelimit.*|x-ratelimit.*|x-(?:amzn?-)?(?:request|correlation|trace)-?id|x-(?:runtime|response-time|served-by|cache|cache-hits|timer))$/i;

/** factsOfExchange are what a plan needs to know of an exchange. */
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

/** Hides replaces values that must not be told; undefined where secrets are not masked. */
type Hides = ((text: string) => string) | undefined;

function hiding({ masksSecrets, secrets = [] }: RecordingOptions): Hides {
  if (masksSecrets === false) return undefined;
  const values = secrets.filter((secret) => secret !== '');
  return (text) => values.reduce((at, secret) => at.replaceAll(secret, mask), text);
}

const pathOf = (url: string): string => url.split('?', 1)[0] ?? '/';

/** The address; where its query holds a credential, every value of that is taken. */
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

/** responseOf reads an answer as a response definition. */
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

/** Headers of an answer; what comes several times is a list. */
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

/** responseOfAnswer reads the answer of a service as a stub would give it. */
export const responseOfAnswer = (
  answer: Pick<RecordedExchange, 'status' | 'headers' | 'body'>,
  options: RecordingOptions = {},
): ResponseDefinition => responseOf(answer, options, hiding(options));

/** Whether bytes are UTF-8 text that decodes and encodes to the same bytes. */
function isText(bytes: Uint8Array): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    // `{{` begins a variable in some places where stubs are kept.
    return !text.startsWith('\uFEFF') && !/[\u0000-\u0008\u000e-\u001a]/.test(text) && !text.includes('{{vars.');
  } catch {
    return false;
  }
}
