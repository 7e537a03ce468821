/** More addresses than this are a load test, not requests worth keeping. */
const expansionLimit = 20;

type Part = string[];

/**
 * expandGlobs expands `{a,b}` and `[1-3]` as curl does (manual, URL globbing). Returns undefined for more than 20
 * addresses. Variables in double braces, and a single name in braces (which documentation uses for path parameters),
 * stay unchanged.
 */
export function expandGlobs(url: string): string[] | undefined {
  const parts: Part[] = [];
  let count = 1;
  let literal = '';
  const authority = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:[^/?#@]*@)?\[[0-9a-f:.%]+\](?::\d*)?/i.exec(url)?.[0] ?? '';
  literal += authority;
  const pattern =
    /(\{\{[^{}]*\}\})|\\([{}[\]])|\{([^{}]*,[^{}]*)\}|\[(?:(\d+)-(\d+)|([a-z])-([a-z])|([A-Z])-([A-Z]))(?::(\d+))?\]|([^\\{[]+|[\s\S])/g;
  for (const match of url.slice(authority.length).matchAll(pattern)) {
    const [whole, , escaped] = match;
    const choices = choicesOf(match);
    if (choices === undefined) {
      literal += escaped ?? whole;
      continue;
    }
    parts.push([literal], choices);
    literal = '';
    count *= choices.length;
    if (count > expansionLimit) return undefined;
  }
  parts.push([literal]);
  return parts.reduce<string[]>((known, part) => known.flatMap((begin) => part.map((piece) => begin + piece)), ['']);
}

function choicesOf([, , , set, from, to, lower, lowerEnd, upper, upperEnd, step]: RegExpMatchArray): Part | undefined {
  if (set !== undefined) return set.split(',');
  if (from !== undefined) return numbers(from, to ?? from, Number(step ?? 1));
  const first = lower ?? upper;
  return first === undefined ? undefined : letters(first, lowerEnd ?? upperEnd ?? first, Number(step ?? 1));
}

/** Leading zeros of the lower bound determine the width. */
function numbers(from: string, to: string, step: number): Part {
  const [first, last] = [Number(from), Number(to)];
  return range(first, last, step).map((value) => String(value).padStart(from.length, '0'));
}

const letters = (from: string, to: string, step: number): Part =>
  range(from.charCodeAt(0), to.charCodeAt(0), step).map((code) => String.fromCharCode(code));

/** One more than the limit is enough to detect an excess; a descending range is invalid. */
function range(first: number, last: number, step: number): number[] {
  const values: number[] = [];
  for (let value = first; value <= last && values.length <= expansionLimit; value += Math.max(1, step))
    values.push(value);
  return values.length === 0 ? [first] : values;
}
