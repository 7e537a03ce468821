import { newId } from '@touchstone/kernel';
import { toBase64 } from '../match/text-matchers.ts';
import type { RequestView } from '../request/request-view.ts';
import { type RequestPattern, type ResponseDefinition, type Stub, startedState } from '../stub.ts';
import { maskedHeaders, maskedText } from './mask-secrets.ts';

/** An exchange that was recorded; the body of the answer is decompressed. */
export interface RecordedExchange {
  request: RequestView;
  status: number;
  headers: [name: string, value: string][];
  body: Uint8Array;
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
  transformers?: string[];
}

const notRecorded = new Set([
  'content-length',
  'content-encoding',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'date',
]);

/** stubsOfRecording makes stubs of exchanges; requests that repeat become a scenario with an answer for each. */
export function stubsOfRecording(exchanges: readonly RecordedExchange[], options: RecordingOptions = {}): Stub[] {
  const groups = new Map<string, { request: RequestPattern; exchanges: RecordedExchange[] }>();
  for (const exchange of exchanges) {
    const request = patternOf(exchange.request, options);
    const key = JSON.stringify(request);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, { request, exchanges: [exchange] });
    else known.exchanges.push(exchange);
  }
  let scenarios = 0;
  return [...groups.values()].flatMap(({ request, exchanges: repeated }) => {
    const [first] = repeated;
    if (first === undefined) return [];
    if (repeated.length === 1 || options.repeatsAsScenarios === false) return [stubOf(request, first, options)];
    scenarios += 1;
    const name = `scenario-${scenarios}-${slug(first.request.path)}`;
    return repeated.map((exchange, index) => ({
      ...stubOf(request, exchange, options),
      scenarioName: name,
      requiredScenarioState: index === 0 ? startedState : `${name}-${index + 1}`,
      ...(index === repeated.length - 1 ? {} : { newScenarioState: `${name}-${index + 2}` }),
    }));
  });
}

const slug = (path: string): string =>
  path
    .replace(/^\/+|\/+$/g, '')
    .replace(/[^\w]+/g, '-')
    .slice(0, 60)
    .toLowerCase() || 'root';

function stubOf(request: RequestPattern, exchange: RecordedExchange, options: RecordingOptions): Stub {
  const { persist = true } = options;
  const id = newId();
  return {
    id,
    name: slug(exchange.request.path),
    request,
    response: responseOf(exchange, options),
    ...(persist ? { persistent: true } : {}),
  };
}

function patternOf(view: RequestView, options: RecordingOptions): RequestPattern {
  const { method, url } = view.request;
  const pattern: RequestPattern = { url, method };
  const headers: Record<string, unknown> = {};
  for (const [name, { caseInsensitive }] of Object.entries(options.captureHeaders ?? {})) {
    const [value] = view.header(name);
    if (value === undefined) continue;
    const isSecret = options.masksSecrets !== false && maskedHeaders.test(name);
    headers[name] = isSecret ? { matches: '.+' } : { equalTo: value, ...(caseInsensitive ? { caseInsensitive } : {}) };
  }
  if (Object.keys(headers).length > 0) pattern.headers = headers;
  const body = bodyPattern(view, options);
  if (body !== undefined) pattern.bodyPatterns = [body];
  return pattern;
}

function bodyPattern(view: RequestView, { requestBodyPattern = {}, masksSecrets }: RecordingOptions) {
  const { body } = view.request;
  const text = view.body.text ?? '';
  if (body.length === 0) return undefined;
  if (masksSecrets !== false && maskedText(text) !== text) return undefined;
  const { matcher = 'auto', ignoreArrayOrder = true, ignoreExtraElements = true, caseInsensitive } = requestBodyPattern;
  const type = view.header('content-type')[0] ?? '';
  if (/^multipart\//i.test(type)) return undefined;
  const chosen =
    matcher !== 'auto' ? matcher : /json/i.test(type) ? 'equalToJson' : /xml/i.test(type) ? 'equalToXml' : 'equalTo';
  if (chosen === 'equalToJson' && view.body.json !== undefined)
    return { equalToJson: text, ignoreArrayOrder, ignoreExtraElements };
  if (chosen === 'equalToXml' && text.trimStart().startsWith('<')) return { equalToXml: text };
  return isText(body)
    ? { equalTo: text, ...(caseInsensitive ? { caseInsensitive } : {}) }
    : { binaryEqualTo: toBase64(body) };
}

function responseOf(exchange: RecordedExchange, options: RecordingOptions): ResponseDefinition {
  const { status, body } = exchange;
  const masks = options.masksSecrets !== false;
  const headers: Record<string, string | string[]> = {};
  for (const [name, value] of exchange.headers) {
    if (notRecorded.has(name.toLowerCase())) continue;
    const kept = masks && maskedHeaders.test(name) ? '***' : value;
    const before = headers[name];
    headers[name] = before === undefined ? kept : [...(Array.isArray(before) ? before : [before]), kept];
  }
  const response: ResponseDefinition = { status };
  if (Object.keys(headers).length > 0) response.headers = headers;
  if (body.length > 0)
    if (isText(body)) {
      const text = new TextDecoder().decode(body);
      response.body = masks ? maskedText(text) : text;
    } else response.base64Body = toBase64(body);
  if (options.transformers !== undefined) response.transformers = options.transformers;
  return response;
}

/** Whether bytes are UTF-8 text that decodes and encodes to the same bytes. */
function isText(bytes: Uint8Array): boolean {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return !text.startsWith('\uFEFF') && !/[\u0000-\u0008\u000e-\u001a]/.test(text);
  } catch {
    return false;
  }
}
