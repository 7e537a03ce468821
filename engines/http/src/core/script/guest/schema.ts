/** Checks a value against a JSON schema: undefined where it fits, otherwise what is wrong. */
export type SchemaEngine = (schema: unknown, value: unknown) => string | undefined;

let engine: SchemaEngine | undefined;

/** The engine is large, so it is only loaded for scripts that speak of schemas. */
export function useSchemaEngine(loaded: SchemaEngine): void {
  engine = loaded;
}

/** What is wrong with a value by a schema, or undefined. */
export function schemaProblem(schema: unknown, value: unknown): string | undefined {
  if (engine === undefined)
    throw new Error('JSON schema checks are not loaded; write jsonSchema in the script itself.');
  return engine(schema, value);
}
