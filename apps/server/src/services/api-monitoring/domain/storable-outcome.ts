const replacement = '�';

/**
 * storable makes all strings of a value storable in the database: NUL and lone surrogates, which tested servers send
 * and truncation leaves, become the replacement character.
 */
export function storable<T>(value: T): T {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', replacement) as T;
  if (Array.isArray(value)) return value.map(storable) as T;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, storable(each)])) as T;
}
