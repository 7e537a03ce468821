import { stringifyExactJson } from '../exact-json.ts';
import type { LineWindow } from './line-window.ts';

/** JsonKeys lead to one value of a document: member names and item indexes. */
export type JsonKeys = readonly (string | number)[];

/** JsonPlace is a value of a document to mark, or one of its ancestors. */
interface JsonPlace {
  isMarked: boolean;
  /** Set once its line is written. */
  line?: number;
  below: Map<string | number, JsonPlace>;
}

/**
 * writeJsonLines writes a value with the indentation of `JSON.stringify` and marks the lines of these places. A missing
 * place is marked at the nearest enclosing value. Returns the line of each place, undefined if the window did not reach
 * it.
 */
export function writeJsonLines(
  value: unknown,
  places: readonly JsonKeys[],
  window: LineWindow,
): (number | undefined)[] {
  const root: JsonPlace = { isMarked: false, below: new Map() };
  const wanted = places.map((keys) => placeAt(root, existing(value, keys)));
  write(value, root, { indent: '', head: '', tail: '' }, window);
  return wanted.map(({ line }) => line);
}

/** countPlaces returns the number of lines that would be marked for these places. */
export const countPlaces = (value: unknown, places: readonly JsonKeys[]): number =>
  new Set(places.map((keys) => JSON.stringify(existing(value, keys)))).size;

function placeAt(root: JsonPlace, keys: JsonKeys): JsonPlace {
  let place = root;
  for (const key of keys) {
    const next = place.below.get(key) ?? { isMarked: false, below: new Map() };
    place.below.set(key, next);
    place = next;
  }
  place.isMarked = true;
  return place;
}

function existing(value: unknown, keys: JsonKeys): JsonKeys {
  let at = value;
  for (const [index, key] of keys.entries()) {
    if (at === null || typeof at !== 'object' || !Object.hasOwn(at, key)) return keys.slice(0, index);
    at = (at as Record<string | number, unknown>)[key];
  }
  return keys;
}

interface Line {
  indent: string;
  /** The name of a member, and the text after its value. */
  head: string;
  tail: string;
}

function write(value: unknown, place: JsonPlace | undefined, line: Line, window: LineWindow): void {
  if (window.isFull) return;
  const { indent, head, tail } = line;
  const add = (text: string) => {
    window.add(`${indent}${head}${text}`, place?.isMarked);
    if (place) place.line = window.number;
  };
  if (value === null || typeof value !== 'object') {
    add(`${stringifyExactJson(value)}${tail}`);
    return;
  }
  const isList = Array.isArray(value);
  const keys = isList ? value.keys() : Object.keys(value);
  const last = (isList ? value.length : (keys as string[]).length) - 1;
  const [open, close] = isList ? ['[', ']'] : ['{', '}'];
  if (last < 0) {
    add(`${open}${close}${tail}`);
    return;
  }
  add(open);
  let index = 0;
  for (const key of keys) {
    const below = {
      indent: `${indent}  `,
      head: isList ? '' : `${JSON.stringify(key)}: `,
      tail: index === last ? '' : ',',
    };
    write((value as Record<string | number, unknown>)[key], place?.below.get(key), below, window);
    index += 1;
  }
  if (!window.isFull) window.add(`${indent}${close}${tail}`);
}

const step = /\.([A-Za-z_]\w*)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/g;

/** keysOf parses the paths of schemas and comparisons, such as `$.items[0]["unit price"]`. */
export const keysOf = (path: string): JsonKeys =>
  [...path.matchAll(step)].map(([, name, index, quoted]) =>
    index === undefined ? (name ?? (JSON.parse(quoted ?? '""') as string)) : Number(index),
  );

/** pointerOf formats keys as a JSON pointer (RFC 6901); the document itself is the empty string. */
export const pointerOf = (keys: JsonKeys): string =>
  keys.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
