import type { ScriptInput } from '@touchstone/contracts/api-testing';
import { withPathParams } from './path-params.ts';

type Row = ScriptInput['queryParams'][number];

/**
 * Replaces variables by neutral characters of the same length, so that characters inside their braces don't count as
 * punctuation.
 */
const maskVariables = (text: string): string => text.replace(/\{\{[^{}]*\}\}/g, (name) => '_'.repeat(name.length));

interface Parts {
  base: string;
  query: string | undefined;
  fragment: string;
}

function partsOf(address: string): Parts {
  const masked = maskVariables(address);
  const hash = masked.indexOf('#');
  const end = hash === -1 ? address.length : hash;
  const question = masked.slice(0, end).indexOf('?');
  return {
    base: address.slice(0, question === -1 ? end : question),
    query: question === -1 ? undefined : address.slice(question + 1, end),
    fragment: address.slice(end),
  };
}

function splitOutsideVariables(text: string, separator: string): string[] {
  const masked = maskVariables(text);
  const parts: string[] = [];
  let start = 0;
  for (let at = masked.indexOf(separator); at !== -1; at = masked.indexOf(separator, start)) {
    parts.push(text.slice(start, at));
    start = at + separator.length;
  }
  return [...parts, text.slice(start)];
}

const escapes: Record<string, string> = { '&': '%26', '#': '%23', '=': '%3D', '+': '%2B', '\r': '%0D', '\n': '%0A' };
const escapeIn = (text: string, pattern: RegExp): string =>
  text
    .split(/(\{\{[^{}]*\}\})/)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(pattern, (character) => escapes[character]!)))
    .join('');

/** A row's text in the address. It stays as readable as a query allows; the engine encodes the rest when it sends. */
const pairText = ({ key, value }: Pick<Row, 'key' | 'value'>): string =>
  `${escapeIn(key, /[&#=+\r\n]/g)}=${escapeIn(value, /[&#+\r\n]/g)}`;

const isBlank = ({ key, value }: Row): boolean => key === '' && value === '';

/** addressOf returns the address with the enabled query parameters, as the user reads and types it. */
export function addressOf({ url, queryParams }: Pick<ScriptInput, 'url' | 'queryParams'>): string {
  const { base, query, fragment } = partsOf(url);
  const own = query === undefined || query === '' ? [] : [query];
  const pairs = [...own, ...queryParams.filter((row) => row.enabled && !isBlank(row)).map(pairText)];
  return `${base}${pairs.length > 0 ? `?${pairs.join('&')}` : ''}${fragment}`;
}

/** A plus in a query means a space, which a row writes as a space. */
const spaced = (text: string): string => escapeIn(text, /\r|\n/g).replaceAll('+', '%20');

interface Pair {
  key: string;
  value: string;
  text: string;
}

/** Query words without `=` stay in the address: some servers distinguish `?wsdl` from `?wsdl=`. */
function readQuery(query: string): { words: string[]; pairs: Pair[] } {
  const words: string[] = [];
  const pairs: Pair[] = [];
  for (const text of splitOutsideVariables(query, '&')) {
    if (text === '') continue;
    const [key = '', ...rest] = splitOutsideVariables(text, '=');
    if (rest.length === 0) words.push(text);
    else pairs.push({ key: spaced(key), value: spaced(rest.join('=')), text });
  }
  return { words, pairs };
}

/** The row that each pair continues: same text, same key, or same position. */
function continuedRows(pairs: readonly Pair[], enabled: readonly Row[]): (Row | undefined)[] {
  const free = new Set(enabled);
  const found: (Row | undefined)[] = pairs.map(() => undefined);
  const match = (matches: (pair: Pair, row: Row, at: number) => boolean) => {
    for (const [at, pair] of pairs.entries()) {
      if (found[at]) continue;
      const row = [...free].find((candidate) => matches(pair, candidate, at));
      if (!row) continue;
      found[at] = row;
      free.delete(row);
    }
  };
  match((pair, row) => pairText(row) === pair.text);
  match((pair, row) => row.key === pair.key);
  if (pairs.length === enabled.length) match((_pair, row, at) => enabled[at] === row);
  return found;
}

function mergeRows(before: readonly Row[], pairs: readonly Pair[]): Row[] {
  const enabled = before.filter((row) => row.enabled && !isBlank(row));
  const continued = continuedRows(pairs, enabled);
  const rows: Row[] = pairs.map(({ key, value, text }, at) => {
    const row = continued[at];
    if (!row) return { key, value, enabled: true };
    return pairText(row) === text ? row : { ...row, key, value };
  });
  // A disabled row stays after the row that it followed.
  let place = 0;
  for (const row of before) {
    if (row.enabled && !isBlank(row)) place += 1;
    else if (!row.enabled) {
      rows.splice(Math.min(place, rows.length), 0, row);
      place += 1;
    }
  }
  return rows;
}

/** withAddress applies an edited address: its query becomes rows, and disabled rows stay. */
export function withAddress(draft: ScriptInput, address: string): ScriptInput {
  const { base, query, fragment } = partsOf(address);
  const { words, pairs } = readQuery(query ?? '');
  const url = `${base}${words.length > 0 ? `?${words.join('&')}` : ''}${fragment}`;
  return { ...withPathParams(draft, url), queryParams: mergeRows(draft.queryParams, pairs) };
}

/** withQueryRows moves the query of a saved address into rows, before the existing ones. */
export function withQueryRows<Draft extends Pick<ScriptInput, 'url' | 'queryParams'>>(draft: Draft): Draft {
  const { base, query = '', fragment } = partsOf(draft.url);
  const { words, pairs } = readQuery(query);
  if (pairs.length === 0) return draft;
  const rows = pairs.map(({ key, value }) => ({ key, value, enabled: true }));
  const url = `${base}${words.length > 0 ? `?${words.join('&')}` : ''}${fragment}`;
  return { ...draft, url, queryParams: [...rows, ...draft.queryParams] };
}

/** withProtocol prepends the protocol to a host typed or pasted without one; anything else stays as it is. */
export function withProtocol(address: string): string {
  const text = address.trim();
  if (/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])(:\d+)?([/?#]|$)/i.test(text)) return `http://${text}`;
  return /^[a-z0-9-]+(\.[a-z0-9-]+)*\.([a-z]{2,}|\d+)(:\d+)?([/?#]|$)/i.test(text) ? `https://${text}` : text;
}
