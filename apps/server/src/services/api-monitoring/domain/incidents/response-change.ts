import type { Incident } from '@touchstone/contracts/api-monitoring';
import { diffJson } from '@touchstone/engine-assert/core';

/** The last good response of a monitor, reduced to what a comparison needs. */
export interface GoodResponse {
  status: number | null;
  durationMs: number | null;
  contentType: string | null;
  /** Truncated if long. */
  body: string | null;
  /** Status, content type and structure; the row is rewritten when it changes. */
  shape: string;
}

const maxBody = 8192;
const maxPaths = 300;
const maxChanges = 100;
const maxText = 500;

/** goodResponse reduces a response to what later ones are compared with. */
export function goodResponse(response: {
  status: number | null;
  durationMs: number | null;
  contentType: string | null;
  body: string | null;
}): GoodResponse {
  const { status, durationMs, contentType, body } = response;
  const type = contentType?.split(';')[0]?.trim() ?? null;
  return {
    status,
    durationMs,
    contentType: type,
    body: body === null ? null : body.slice(0, maxBody),
    shape: [status, type, ...structureOf(jsonOf(body))].join('\n').slice(0, 20_000),
  };
}

/** jsonOf parses a body as JSON; undefined if it isn't JSON. */
export function jsonOf(body: string | null): unknown {
  if (body === null || !/^\s*[[{]/.test(body)) return undefined;
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
}

/** Sorted paths with types; list items count as one. */
function structureOf(value: unknown): string[] {
  const paths = new Set<string>();
  const visit = (path: string, part: unknown, depth: number): void => {
    if (paths.size >= maxPaths || depth > 8) return;
    if (Array.isArray(part)) for (const item of part.slice(0, 5)) visit(`${path}[]`, item, depth + 1);
    else if (typeof part === 'object' && part !== null)
      for (const key of Object.keys(part).sort())
        visit(`${path}.${key}`, (part as Record<string, unknown>)[key], depth + 1);
    else paths.add(`${path}:${part === null ? 'null' : typeof part}`);
  };
  if (value !== undefined) visit('$', value, 0);
  return [...paths];
}

/** The part of a failing response that is compared. */
interface FailingResponse {
  status: number | null;
  headers: readonly (readonly [name: string, value: string])[];
  body: string | null;
}

/** responseChanges lists how a failing response differs from the last good one; empty if one of them is missing. */
export function responseChanges(
  good: Pick<GoodResponse, 'status' | 'contentType' | 'body'> | null,
  failing: FailingResponse | null | undefined,
): Incident['changes'] {
  if (!good || !failing) return [];
  const changes: Incident['changes'] = [];
  if (good.status !== failing.status)
    changes.push({ path: 'status', before: shown(good.status), after: shown(failing.status) });
  const given = failing.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const type = given?.split(';')[0]?.trim() ?? null;
  if (type !== good.contentType) changes.push({ path: 'content-type', before: good.contentType, after: type });
  const [before, after] = [jsonOf(good.body), jsonOf(failing.body)];
  if (before === undefined || after === undefined) {
    if (good.body !== failing.body)
      changes.push({ path: 'body', before: shown(good.body), after: shown(failing.body) });
    return changes;
  }
  for (const { path, expected, actual } of diffJson(before, after, maxChanges))
    changes.push({ path, before: shown(expected), after: shown(actual) });
  return changes;
}

const shown = (value: unknown): string | null =>
  value === undefined || value === null
    ? null
    : (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, maxText);
