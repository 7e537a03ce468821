/** More addresses than this are a load test, not requests that somebody wants to keep. */
const expansionLimit = 20;

type Part = string[];

/**
 * expandGlobs expands `{a,b}` and `[1-3]` as curl does (manual, URL globbing). Undefined where it would give more than 20 addresses.
 * Variables in double braces and a single name in braces, which documentation uses for a path parameter, stay as they are.
 */
export function expandGlobs(url: string): string[] | undefined {
  const parts: Part[] = [];
  const authority = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^/?#@]*@)?\[[0-9a-f:.%]+\](?::\d*)?/i.exec(url)?.[0] ?? '';
  if (authority !== '') parts.push([authority]);
  const pattern =
    /(\{\{[^{}]*\}\})|\\([{}[\]])|\{([^{}]*,[^{}]*)\}|\[(?:(\d+)-(\d+)|([a-z])-([a-z])|([A-Z])-([A-Z]))(?::(\d+))?\]|([^\\{[]+|[\s\S])/g;
  for (const match of url.slice(authority.length).matchAll(pattern)) {
    const [whole, , escaped, set, from, to] = match;
    if (set !== undefined) parts.push(set.split(','));
    else if (from !== undefined) parts.push(numbers(from, to!, Number(match[10] ?? 1)));
    else if (whole.startsWith('[') && (match[6] ?? match[8]) !== undefined)
      parts.push(letters((match[6] ?? match[8])!, (match[7] ?? match[9])!, Number(match[10] ?? 1)));
    else parts.push([escaped ?? whole]);
    if (countOf(parts) > expansionLimit) return undefined;
  }
  return parts.reduce<string[]>((known, part) => known.flatMap((begin) => part.map((piece) => begin + piece)), ['']);
}

const countOf = (parts: readonly Part[]): number =>
  parts.reduce((count, { length }) => Math.min(count * length, 1e6), 1);

/** Leading zeros of the lower bound give the width. */
function numbers(from: string, to: string, step: number): Part {
  const [first, last] = [Number(from), Number(to)];
  const width = from.startsWith('0') ? from.length : 0;
  return range(first, last, step).map((value) => String(value).padStart(width, '0'));
}

const letters = (from: string, to: string, step: number): Part =>
  range(from.charCodeAt(0), to.charCodeAt(0), step).map((code) => String.fromCharCode(code));

/** One more than the limit is enough to see that there are too many; a range that runs backwards is none. */
function range(first: number, last: number, step: number): number[] {
  const values: number[] = [];
  for (let value = first; value <= last && values.length <= expansionLimit; value += Math.max(1, step))
    values.push(value);
  return values.length === 0 ? [first] : values;
}
