/** Final words that mean an identifier in various APIs. */
const identifiers = new Set(['id', 'uuid', 'guid', 'identifier', 'ids']);
/** Final words of values that other requests are likely to use. */
const references = new Set([
  'code',
  'key',
  'slug',
  'token',
  'number',
  'no',
  'ref',
  'reference',
  'sku',
  'handle',
  'login',
  'username',
  'hash',
  'isbn',
]);
const unchanging = /(ss|us|is|ics|news|series|species|data)$/;

/** singular returns the singular of a plural noun, by the regular rules of English. */
export function singular(word: string): string {
  if (unchanging.test(word) || word.length < 4) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(ch|sh|x|z|ss|us)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') ? word.slice(0, -1) : word;
}

/**
 * wordsOf splits a name into words, whatever its notation: `orderIds`, `order_id` and `Order-UUID` all become order,
 * id.
 */
export function wordsOf(name: string): string[] {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .match(/[a-z]+|\d+/g);
  return (words ?? []).map((word) => (identifiers.has(word) ? 'id' : singular(word)));
}

/** isIdentifier returns whether words name an identifier. */
export const isIdentifier = (words: readonly string[]): boolean => words.at(-1) === 'id';

/** isReference returns whether words name a value that other requests are likely to use. */
export const isReference = (words: readonly string[]): boolean =>
  isIdentifier(words) || references.has(words.at(-1) ?? '');

/** Whether values of this name are globally unique, regardless of their owner. */
export const isUnique = (words: readonly string[]): boolean =>
  /^(isbn|sku|iban|vin|ean|gtin|token)$/.test(words.at(-1) ?? '');

/** Whether `words` ends with `end`. */
export const endsWith = (words: readonly string[], end: readonly string[]): boolean =>
  end.length > 0 &&
  end.length <= words.length &&
  end.every((word, at) => words[words.length - end.length + at] === word);

/** sameWords returns whether two names consist of the same words. */
export const sameWords = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && endsWith(a, b);

/** A variable name: `order`, `id` becomes `orderId`. */
export const variableName = (words: readonly string[]): string =>
  words.map((word, at) => (at === 0 ? word : `${word[0]?.toUpperCase()}${word.slice(1)}`)).join('');

/** Suffix words of a schema name that don't describe its entity. */
const suffixes = new Set([
  'response',
  'request',
  'dto',
  'result',
  'model',
  'schema',
  'list',
  'page',
  'collection',
  'envelope',
  'output',
  'view',
  'details',
  'detail',
  'resource',
  'entity',
  'body',
  'payload',
  'full',
  'summary',
  'item',
]);

/** Prefix words of a schema name for an operation on the entity. */
const prefixes = new Set([
  'create',
  'created',
  'add',
  'new',
  'get',
  'list',
  'find',
  'search',
  'fetch',
  'read',
  'update',
  'updated',
  'change',
  'edit',
  'patch',
  'delete',
  'all',
  'register',
  'api',
  'base',
  'basic',
  'public',
]);

/**
 * entityOf returns the words for the entity that a schema's name describes: order for `CreateOrderResponse`; empty if
 * it describes nothing in particular.
 */
export function entityOf(schemaName: string): string[] {
  const words = wordsOf(schemaName);
  while (words.length > 0 && suffixes.has(words.at(-1) ?? '')) words.pop();
  while (words.length > 0 && prefixes.has(words[0] ?? '')) words.shift();
  return words;
}

/** Whether a path segment carries a value, such as `{orderId}`, `:orderId` or `{{orderId}}`. */
export const isPlaceholder = (segment: string): boolean => /^(\{.*\}|:.+)$/.test(segment);

/** segmentsOf returns the segments of an address after its host, or after the variable in its place. */
export function segmentsOf(url: string): string[] {
  const path = url.replace(/^(\{\{[^}]*\}\}|[a-z][a-z\d+.-]*:\/\/[^/]*)/i, '').split(/[?#]/)[0] ?? '';
  return path.split('/').filter(Boolean);
}

/**
 * resourceOf returns the resource that an address refers to before `end`: its last word that is neither a value nor a
 * version.
 */
export function resourceOf(segments: readonly string[], end = segments.length): string[] {
  const named = segments
    .slice(0, end)
    .findLast((segment) => !isPlaceholder(segment) && !/^v\d+(\.\d+)?$/i.test(segment));
  return named === undefined ? [] : wordsOf(named);
}
