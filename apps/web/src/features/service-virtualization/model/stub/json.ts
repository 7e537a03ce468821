/** A JSON object, such as a stub or a part of it. */
export type Json = Record<string, unknown>;

/** isObject returns whether a value is a JSON object. */
export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** objectAt returns the object member of an object; empty if there is none. */
export const objectAt = (json: Json, name: string): Json => (isObject(json[name]) ? json[name] : {});

/** textAt returns the string member of an object; empty if there is none. */
export const textAt = (json: Json, name: string): string => {
  const value = json[name];
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
};

/** Returns an object with updated members; undefined and empty values remove them. */
export function withMembers(json: Json, patch: Json): Json {
  const next = { ...json };
  for (const [name, value] of Object.entries(patch)) {
    const isEmpty =
      value === undefined ||
      value === '' ||
      (Array.isArray(value) && value.length === 0) ||
      (isObject(value) && Object.keys(value).length === 0);
    if (isEmpty) delete next[name];
    else next[name] = value;
  }
  return next;
}

/** pretty formats a value for reading. */
export const pretty = (value: unknown): string => JSON.stringify(value, null, 2) ?? '';

/** isEqual returns whether two JSON values are equal; the order of keys matters. */
export const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
