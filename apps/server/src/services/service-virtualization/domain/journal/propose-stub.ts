import { type Difference, mask, type RequestView } from '@touchstone/engine-mock/core';
import type { JsonObject } from '../asset-content.ts';
import type { ExchangeDetail } from '../journal-row.ts';

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** stubForRequest builds a stub that matches a call's method, path, query and body, and answers with status 200. */
export function stubForRequest({ method, url, body }: ExchangeDetail['request']): { name: string; stub: JsonObject } {
  const [path = '/'] = url.split('?', 1);
  const given = [...new URLSearchParams(url.slice(path.length))].filter(([, value]) => value !== mask);
  const query = Object.fromEntries(given.map(([name, value]) => [name, { equalTo: value }]));
  const pattern = body.isCut || body.isBase64 ? undefined : bodyPattern(body.text);
  return {
    name: `${method} ${path}`.slice(0, 255),
    stub: {
      request: {
        method,
        urlPath: path,
        ...(Object.keys(query).length > 0 && { queryParameters: query }),
        ...(pattern && { bodyPatterns: [pattern] }),
      },
      response: { status: 200, headers: { 'Content-Type': 'application/json' }, jsonBody: {} },
    },
  };
}

/** A masked body can't be matched. */
function bodyPattern(text: string): JsonObject | undefined {
  if (text === '' || text.includes(mask)) return undefined;
  try {
    JSON.parse(text);
    return { equalToJson: text, ignoreArrayOrder: true, ignoreExtraElements: true };
  } catch {
    return { equalTo: text };
  }
}

/**
 * adjustedStub adjusts the parts of a stub that don't match a call, and describes the changes. Drops conditions that
 * the call can't meet.
 */
export function adjustedStub(
  given: JsonObject,
  differences: readonly Difference[],
  view: RequestView,
): { stub: JsonObject; changes: string[] } {
  const request = structuredClone(isObject(given.request) ? given.request : {});
  const changes: string[] = [];
  for (const { part, name, expected, actual } of differences) {
    if (part === 'method') {
      request.method = view.request.method;
      changes.push(`Method: ${view.request.method} instead of ${expected}`);
    } else if (part.startsWith('url')) {
      changes.push(`Address: ${adjustAddress(request, part, view)} instead of ${expected}`);
    } else changes.push(adjustCondition(request, { part, name, expected, actual }));
  }
  return { stub: { ...given, request }, changes };
}

/**
 * Sets a pattern's address to that of a call: complete if it was complete before and nothing is masked, otherwise the
 * path.
 */
function adjustAddress(request: JsonObject, part: string, { path, request: { url } }: RequestView): string {
  for (const member of ['url', 'urlPath', 'urlPathTemplate', 'urlPattern', 'urlPathPattern']) delete request[member];
  const isWhole = (part === 'url' || part === 'urlPattern') && !url.includes(mask);
  const address = isWhole ? url : path;
  request[isWhole ? 'url' : 'urlPath'] = address;
  return address;
}

function adjustCondition(
  request: JsonObject,
  { part, name, expected, actual }: Pick<Difference, 'part' | 'name' | 'expected' | 'actual'>,
): string {
  const label = name === '' ? part : `${part} ${name}`;
  const group = request[part];
  if (isObject(group) && name !== '') {
    if (actual === undefined || actual === mask) {
      delete group[name];
      if (Object.keys(group).length === 0) delete request[part];
      return `${label}: no condition any more (it was ${expected})`;
    }
    group[name] = { equalTo: actual };
    return `${label}: ${actual} instead of ${expected}`;
  }
  const isBody = part === 'bodyPatterns' && actual !== undefined;
  const pattern = isBody ? bodyPattern(actual) : undefined;
  if (pattern) {
    request.bodyPatterns = [pattern];
    return 'Body: that of the call';
  }
  delete request[part];
  return `${label}: no condition any more (it was ${expected})`;
}
