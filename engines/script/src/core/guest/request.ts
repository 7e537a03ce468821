import type { HeaderChange, RequestChanges, ScriptBody, ScriptPair, ScriptRequest } from '../script-types.ts';
import type { PropertyList, Sdk, SdkRequest } from './kit.ts';
import { variableText } from './scopes.ts';

/** `pm.request`: the sent request, or before sending, the one to change. */
export function openRequest(sdk: Sdk, given: ScriptRequest, expect: (subject: unknown) => { to: unknown }) {
  const { method, url, headers, body, auth } = given;
  const request = new sdk.Request({
    method,
    url,
    header: headers.map(({ key, value }) => ({ key, value })),
    ...(body.mode === 'none' ? {} : { body: sdkBody(body) }),
    ...(auth === undefined ? {} : { auth }),
  });
  Object.defineProperty(request, 'to', { get: () => expect(request).to });
  const before = { url: request.url.toString(), headers: enabledPairs(request.headers), body: textOf(bodyOf(request)) };
  const changes = (): RequestChanges => {
    const now = { url: request.url.toString(), body: bodyOf(request) };
    return {
      headers: headerChanges(before.headers, enabledPairs(request.headers)),
      ...(request.method === method ? {} : { method: String(request.method) }),
      ...(now.url === before.url ? {} : { url: now.url }),
      ...(textOf(now.body) === before.body ? {} : { body: now.body }),
    };
  };
  return { request, changes };
}

/** Converts a script's argument of `pm.sendRequest` to the request that the host sends. */
export function plainRequest(sdk: Sdk, given: unknown): ScriptRequest {
  const request = sdk.Request.isRequest(given) ? (given as SdkRequest) : new sdk.Request(given);
  const auth = request.auth?.toJSON();
  return {
    method: String(request.method),
    url: request.url.toString(),
    headers: enabledPairs(request.headers),
    body: bodyOf(request),
    ...(auth === undefined ? {} : { auth: auth as NonNullable<ScriptRequest['auth']> }),
  };
}

function sdkBody(body: ScriptBody): object {
  return body.mode === 'file' ? { mode: 'file', file: { src: '' } } : body;
}

const textOf = (body: ScriptBody): string => JSON.stringify(body);

/** The body as it would be sent; its parts may be the library's lists, or a script's replacements. */
function bodyOf(request: SdkRequest): ScriptBody {
  const body = request.body as unknown;
  if (typeof body === 'string') return { mode: 'raw', raw: body };
  if (body === null || typeof body !== 'object') return { mode: 'none' };
  const { mode, raw, urlencoded, formdata, graphql, disabled } = body as Record<string, unknown>;
  if (disabled === true) return { mode: 'none' };
  switch (mode) {
    case 'raw':
      return { mode, raw: variableText(raw) };
    case 'urlencoded':
      return { mode, urlencoded: pairsOf(urlencoded) };
    case 'formdata':
      return { mode, formdata: pairsOf(formdata) };
    case 'graphql': {
      const { query, variables } = (graphql ?? {}) as { query?: unknown; variables?: unknown };
      return { mode, graphql: { query: variableText(query), variables: variableText(variables) } };
    }
    case 'file':
      return { mode };
    default:
      return { mode: 'none' };
  }
}

function pairsOf(given: unknown): ScriptPair[] {
  if (typeof given === 'string') {
    return given.split('&').map((part) => {
      const [key = '', ...value] = part.split('=');
      return { key, value: value.join('=') };
    });
  }
  if (typeof (given as PropertyList | undefined)?.all === 'function') return enabledPairs(given as PropertyList);
  if (Array.isArray(given)) return plainPairs(given as Record<string, unknown>[]);
  if (given === null || typeof given !== 'object') return [];
  return Object.entries(given).map(([key, value]) => ({ key, value: variableText(value) }));
}

const enabledPairs = (list: PropertyList): ScriptPair[] => plainPairs(list.all());

function plainPairs(list: Record<string, unknown>[]): ScriptPair[] {
  return list
    .filter((item) => item?.disabled !== true)
    .map((item) => ({ key: variableText(item?.key ?? ''), value: variableText(item?.value ?? '') }));
}

/** The edits that turn the headers before into those after; unchanged rows aren't touched. */
function headerChanges(before: ScriptPair[], after: ScriptPair[]): HeaderChange[] {
  const named = (list: ScriptPair[], name: string) => list.filter(({ key }) => key.toLowerCase() === name);
  const names = new Set([...before, ...after].map(({ key }) => key.toLowerCase()));
  return [...names].flatMap((name): HeaderChange[] => {
    const [was, is] = [named(before, name), named(after, name)];
    if (JSON.stringify(was) === JSON.stringify(is)) return [];
    if (was.length === 1 && is.length === 1) return [{ operation: 'upsert', ...is[0]! }];
    const removed: HeaderChange[] = was.length === 0 ? [] : [{ operation: 'remove', key: was[0]!.key, value: '' }];
    return [...removed, ...is.map((pair): HeaderChange => ({ operation: 'add', ...pair }))];
  });
}
