import { isObject, type JsonObject } from '../../json-values.ts';
import { canonical } from '../../merge/merge-parts.ts';

const prefix = '#/$defs/';

/**
 * SchemaComponents collects the named definitions of a document's schemas, so that each is listed once under
 * `components`.
 */
export class SchemaComponents {
  readonly #schemas = new Map<string, { text: string; schema: unknown }>();

  /**
   * Returns the schema with references into `components`; a schema with any other kind of reference stays unchanged.
   */
  add(schema: object): JsonObject {
    const { $defs, ...rest } = schema as JsonObject;
    if (!isObject($defs) || !refersOnlyToDefinitions(schema)) return schema as JsonObject;
    const names = this.#namesOf($defs);
    for (const [name, definition] of Object.entries($defs)) {
      const known = names.get(name) ?? name;
      if (!this.#schemas.has(known))
        this.#schemas.set(known, { text: textOf(definition), schema: renamed(definition, names) });
    }
    return renamed(rest, names) as JsonObject;
  }

  get schemas(): JsonObject | undefined {
    if (this.#schemas.size === 0) return undefined;
    return Object.fromEntries([...this.#schemas].map(([name, { schema }]) => [name, schema]));
  }

  /** If a definition conflicts with another of the same name, all definitions of its schema get a numbered name. */
  #namesOf(definitions: JsonObject): Map<string, string> {
    const names = Object.keys(definitions);
    for (let number = 1; ; number += 1) {
      const wanted = new Map(names.map((name) => [name, number === 1 ? name : `${name}_${number}`]));
      const isFree = [...wanted].every(([name, final]) => {
        const known = this.#schemas.get(final);
        return known === undefined || known.text === textOf(definitions[name]);
      });
      if (isFree) return wanted;
    }
  }
}

const textOf = (schema: unknown): string => canonical({ schema });

function renamed(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((item) => renamed(item, names));
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      if (key !== '$ref' || typeof item !== 'string') return [key, renamed(item, names)];
      const name = item.slice(prefix.length);
      return [key, `#/components/schemas/${names.get(name) ?? name}`];
    }),
  );
}

function refersOnlyToDefinitions(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(refersOnlyToDefinitions);
  if (!isObject(value)) return true;
  return Object.entries(value).every(([key, item]) =>
    key === '$ref' && typeof item === 'string'
      ? item.startsWith(prefix) && !item.slice(prefix.length).includes('/')
      : refersOnlyToDefinitions(item),
  );
}
