/** The last good response of a monitor, as far as it tells what changed. */
export interface GoodResponse {
  status: number | null;
  durationMs: number | null;
  contentType: string | null;
  /** Cut where long. */
  body: string | null;
  /** Of status, type and structure: the row is written again when it differs. */
  shape: string;
}

const mostBody = 8192;
const mostPaths = 300;

/** goodResponse keeps of a response what a later one can be compared with. */
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
    body: body === null ? null : body.slice(0, mostBody),
    shape: [status, type, ...structureOf(jsonOf(body))].join('\n').slice(0, 20_000),
  };
}

/** jsonOf reads a body as JSON; undefined where it is none. */
export function jsonOf(body: string | null): unknown {
  if (body === null || !/^\s*[[{]/.test(body)) return undefined;
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
}

/** Paths with types, in order; list items count as one. */
function structureOf(value: unknown): string[] {
  const paths = new Set<string>();
  const visit = (path: string, part: unknown, depth: number): void => {
    if (paths.size >= mostPaths || depth > 8) return;
    if (Array.isArray(part)) for (const item of part.slice(0, 5)) visit(`${path}[]`, item, depth + 1);
    else if (typeof part === 'object' && part !== null)
      for (const key of Object.keys(part).sort())
        visit(`${path}.${key}`, (part as Record<string, unknown>)[key], depth + 1);
    else paths.add(`${path}:${part === null ? 'null' : typeof part}`);
  };
  if (value !== undefined) visit('$', value, 0);
  return [...paths];
}
