import type { JournalEntry } from '../../core/journal/journal.ts';
import type { NearMiss } from '../../core/journal/near-miss.ts';
import { toBase64 } from '../../core/match/text-matchers.ts';
import { stowOwnMembers } from '../../core/parse/own-members.ts';
import type { MockRequest, RequestView } from '../../core/request/request-view.ts';
import type { Stub } from '../../core/stub.ts';
import { stubHeaders } from '../stub-headers.ts';
import type { AdminCall } from './admin-call.ts';

/** Whether members specific to this product are included. */
type Detail = Pick<AdminCall, 'isDetailed'>;

/** mappingOf converts a stub for WireMock clients; in detail, unchanged. */
export const mappingOf = (stub: Stub, { isDetailed }: Detail): Record<string, unknown> => ({
  ...(isDetailed ? stub : stowOwnMembers(stub)),
  uuid: stub.id,
});

/** pageOf returns the part of a list selected by `limit` and `offset`. */
export function pageOf<Item>(items: Item[], request: RequestView): Item[] {
  const number = (name: string) => {
    const value = Number(request.query(name)[0] ?? Number.NaN);
    return Number.isInteger(value) && value >= 0 ? value : undefined;
  };
  const offset = number('offset') ?? 0;
  const limit = number('limit');
  return items.slice(offset, limit === undefined ? undefined : offset + limit);
}

function headersOf(pairs: Iterable<readonly [string, string]>): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = {};
  for (const [name, value] of pairs) {
    const before = Object.hasOwn(headers, name) ? headers[name] : undefined;
    headers[name] = before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value];
  }
  return headers;
}

const pairsOf = (flat: readonly string[]): [string, string][] =>
  flat.flatMap((name, index): [string, string][] => (index % 2 === 0 ? [[name, flat[index + 1] ?? '']] : []));

const multiOf = (values: ReadonlyMap<string, string[]>) =>
  Object.fromEntries([...values].map(([key, list]) => [key, { key, values: list }]));

/** loggedOf converts a journal entry to WireMock's logged request. */
export function loggedOf({ id, at, request }: JournalEntry): Record<string, unknown> {
  const { url, method, clientIp, headers, protocol, scheme, host, port, body } = request.request;
  const cookies = Object.fromEntries([...request.allCookies].map(([name, [first]]) => [name, first]));
  return {
    id,
    url,
    absoluteUrl: `${request.baseUrl}${url}`,
    method,
    clientIp,
    headers: headersOf(headers),
    cookies,
    browserProxyRequest: false,
    loggedDate: at,
    loggedDateString: new Date(at).toISOString(),
    bodyAsBase64: toBase64(body),
    body: request.body.text ?? '',
    protocol,
    scheme,
    host,
    port,
    queryParams: multiOf(request.allQuery),
    formParams: multiOf(request.allForm),
  };
}

/** eventOf converts a journal entry to an event: the request, its response and the reason. */
export function eventOf(entry: JournalEntry, detail: Detail): Record<string, unknown> {
  const { id, answer, stub, by, scope, scenario, violations } = entry;
  const bytes = typeof answer.body === 'string' ? new TextEncoder().encode(answer.body) : answer.body;
  const body = typeof answer.body === 'string' ? answer.body : new TextDecoder().decode(bytes);
  const mapping = stub === undefined ? notMatched(id) : mappingOf(stub, detail);
  return {
    id,
    request: loggedOf(entry),
    responseDefinition: stub === undefined ? { status: answer.status, fromConfiguredStub: false } : mapping.response,
    response: {
      status: answer.status,
      headers: headersOf([...answer.headers, ...pairsOf(stubHeaders(stub))]),
      bodyAsBase64: toBase64(bytes),
      body,
      ...(answer.fault === undefined ? {} : { fault: answer.fault }),
    },
    wasMatched: by !== 'none',
    timing: { addedDelay: answer.delayMs },
    subEvents: subEventsOf(entry, body),
    stubMapping: mapping,
    ...(detail.isDetailed && { by, scope, scenario, violations }),
  };
}

/** WireMock names a stub even if none matched. */
const notMatched = (id: string) => ({
  id,
  uuid: id,
  request: { method: 'ANY' },
  response: { status: 404, fromConfiguredStub: false },
});

/** Notes, violations, and why no stub matched. */
function subEventsOf({ by, notes, violations, answer }: JournalEntry, body: string) {
  const event = (type: string, data: Record<string, unknown>) => ({ type, timeOffsetNanos: 0, data });
  const events = notes.map((message) => event('INFO', { message }));
  for (const { place, message } of violations) events.push(event('WARNING', { message: `${place}: ${message}` }));
  if (by === 'none')
    events.push(event('REQUEST_NOT_MATCHED', { status: answer.status, contentType: 'text/plain', report: body }));
  return events;
}

/** nearMissOf converts a near miss; in detail, with each matcher's differences. */
export function nearMissOf(
  { stub, distance, differences, scenario }: NearMiss,
  request: Record<string, unknown>,
  detail: Detail,
): Record<string, unknown> {
  return {
    request,
    stubMapping: mappingOf(stub, detail),
    matchResult: { distance },
    ...(detail.isDetailed && {
      differences: differences.map((difference) => ({ ...difference, actual: difference.actual ?? null })),
      scenario,
    }),
  };
}

/** requestOf parses a logged request, as sent by clients that ask for near misses. */
export function requestOf(logged: Record<string, unknown>): MockRequest {
  const text = (value: unknown, otherwise: string) => (typeof value === 'string' ? value : otherwise);
  const headers = Object.entries((logged.headers ?? {}) as Record<string, unknown>).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((item): [string, string] => [name, String(item)]),
  );
  return {
    method: text(logged.method, 'GET'),
    url: text(logged.url, '/'),
    scheme: text(logged.scheme, 'http'),
    host: text(logged.host, 'localhost'),
    port: typeof logged.port === 'number' ? logged.port : 80,
    clientIp: text(logged.clientIp, '127.0.0.1'),
    protocol: 'HTTP/1.1',
    headers,
    body: new TextEncoder().encode(text(logged.body, '')),
  };
}
