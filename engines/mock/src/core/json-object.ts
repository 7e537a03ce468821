/** A JSON object. */
export type JsonObject = Record<string, unknown>;

/** isObject returns whether a value is a JSON object. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
