/** A JSON object, such as a stub or a part of it. */
export type Json = Record<string, unknown>;

/** isObject says whether a value is a JSON object. */
export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** objectAt is the member of an object that is an object; empty where there is none. */
export const objectAt = (json: Json, name: string): Json => (isObject(json[name]) ? json[name] : {});

/** textAt is the member of an object that is a text; empty where there is none. */
export const textAt = (json: Json, name: string): string => {
  const value = json[name];
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
};

/** with sets members of an object in place; undefined, and what is empty, takes them out. */
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

/** pretty writes a value as people read it. */
export const pretty = (value: unknown): string => JSON.stringify(value, null, 2) ?? '';

/** isEqual compares two JSON values; the order of members counts. */
export const isEqual = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
