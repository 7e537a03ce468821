/** Last words that mean an identifier, whatever an API calls it. */
const identifiers = new Set(['id', 'uuid', 'guid', 'identifier', 'ids']);
/** Last words of values that other requests are likely to take. */
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

/** singular gives one of what a plural names, by the regular rules of English. */
export function singular(word: string): string {
  if (unchanging.test(word) || word.length < 4) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(ch|sh|x|z|ss|us)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') ? word.slice(0, -1) : word;
}

/** wordsOf takes a name apart, however it is written: `orderIds`, `order_id` and `Order-UUID` all are order, id. */
export function wordsOf(name: string): string[] {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .match(/[a-z]+|\d+/g);
  return (words ?? []).map((word) => (identifiers.has(word) ? 'id' : singular(word)));
}

/** isIdentifier tells whether words name a value that identifies something. */
export const isIdentifier = (words: readonly string[]): boolean => words.at(-1) === 'id';

/** isReference tells whether words name a value that other requests are likely to take. */
export const isReference = (words: readonly string[]): boolean =>
  isIdentifier(words) || references.has(words.at(-1) ?? '');

/** Values that are unique by themselves, whoever has them. */
export const isUnique = (words: readonly string[]): boolean =>
  /^(isbn|sku|iban|vin|ean|gtin|token)$/.test(words.at(-1) ?? '');

/** Whether `words` end as `end` does. */
export const endsWith = (words: readonly string[], end: readonly string[]): boolean =>
  end.length > 0 &&
  end.length <= words.length &&
  end.every((word, at) => words[words.length - end.length + at] === word);

/** sameWords tells whether two names say the same. */
export const sameWords = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && endsWith(a, b);

/** A name of a variable: `order`, `id` is `orderId`. */
export const variableName = (words: readonly string[]): string =>
  words.map((word, at) => (at === 0 ? word : `${word[0]?.toUpperCase()}${word.slice(1)}`)).join('');

/** Words of a schema's name that say nothing about what it describes. */
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

/** Words before it that say what is done with it. */
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

/** entityOf gives what a schema's name describes: of `CreateOrderResponse` it is order; empty where it describes nothing in particular. */
export function entityOf(schemaName: string): string[] {
  const words = wordsOf(schemaName);
  while (words.length > 0 && suffixes.has(words.at(-1) ?? '')) words.pop();
  while (words.length > 0 && prefixes.has(words[0] ?? '')) words.shift();
  return words;
}

/** Parts of an address that carry a value, such as `{orderId}`, `:orderId` or `{{orderId}}`. */
export const isPlaceholder = (segment: string): boolean => /^(\{.*\}|:.+)$/.test(segment);

/** segmentsOf gives the parts of an address after its host or the variable that stands for it. */
export function segmentsOf(url: string): string[] {
  const path = url.replace(/^(\{\{[^}]*\}\}|[a-z][a-z\d+.-]*:\/\/[^/]*)/i, '').split(/[?#]/)[0] ?? '';
  return path.split('/').filter(Boolean);
}

/** resourceOf gives what the part of an address before `end` is about: its last word that is neither value nor version. */
export function resourceOf(segments: readonly string[], end = segments.length): string[] {
  const named = segments
    .slice(0, end)
    .findLast((segment) => !isPlaceholder(segment) && !/^v\d+(\.\d+)?$/i.test(segment));
  return named === undefined ? [] : wordsOf(named);
}
