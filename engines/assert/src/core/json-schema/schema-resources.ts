/** SchemaDraft is a version of JSON Schema. */
export type SchemaDraft = '4' | '6' | '7' | '2019-09' | '2020-12';

/** Context of a schema: its base address, its draft, and whether validation keywords apply. */
export interface SchemaPlace {
  base: string;
  draft: SchemaDraft;
  validates: boolean;
}

/** JsonSchema is a schema object; `true` and `false` are schemas too. */
export type JsonSchema = Record<string, unknown>;

/** SchemaError says in one sentence why a schema cannot be used. */
export class SchemaError extends Error {}

const rootBase = 'https://schema.invalid/';
const single = [
  'not',
  'if',
  'then',
  'else',
  'items',
  'additionalItems',
  'additionalProperties',
  'contains',
  'propertyNames',
  'unevaluatedItems',
  'unevaluatedProperties',
  'contentSchema',
];
const lists = ['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items'];
const maps = ['properties', 'patternProperties', 'definitions', '$defs', 'dependentSchemas', 'dependencies'];

/** SchemaResources resolves references: within the document, to given documents, and to the standards' own schemas. */
export class SchemaResources {
  readonly #places = new WeakMap<object, SchemaPlace>();
  readonly #resources = new Map<string, unknown>();
  readonly #anchors = new Map<string, unknown>();
  readonly #dynamicAnchors = new Map<string, unknown>();
  readonly #documents: ReadonlyMap<string, unknown>;
  /** Context of every part of a plain document. */
  #plain: SchemaPlace | undefined;

  constructor(documents: ReadonlyMap<string, unknown>) {
    this.#documents = documents;
  }

  /** Adds a whole document; `draft` is used if it does not declare one. */
  add(schema: unknown, base: string = rootBase, draft: SchemaDraft = '2020-12'): void {
    this.#resources.set(base, schema);
    this.#index(schema, { base, draft, validates: true });
  }

  /** Adds a document none of whose parts has its own address, anchor or draft, so that nothing needs to be indexed. */
  addPlain(schema: unknown, draft: SchemaDraft): void {
    this.#resources.set(rootBase, schema);
    this.#plain = { base: rootBase, draft, validates: true };
  }

  placeOf(schema: JsonSchema): SchemaPlace {
    const place = this.#places.get(schema) ?? this.#plain;
    if (place === undefined) throw new SchemaError('a part of the schema was not read');
    return place;
  }

  /** Finds the schema of a reference. Throws SchemaError if there is none. */
  resolve(reference: string, from: SchemaPlace): unknown {
    const [address, fragment] = splitFragment(resolveAddress(reference, from.base));
    const root = this.#find(address, from.draft);
    if (root === undefined) {
      throw new SchemaError(`it refers to ${reference}, which is not part of the schema. Copy that schema into $defs`);
    }
    if (fragment === '') return root;
    const target = fragment.startsWith('/')
      ? this.#follow(root, fragment, from)
      : this.#anchors.get(`${address}#${fragment}`);
    if (target === undefined) throw new SchemaError(`it refers to ${reference}, which does not exist in the schema`);
    return target;
  }

  dynamicAnchor(base: string, name: string): unknown {
    return this.#dynamicAnchors.get(`${base}#${name}`);
  }

  /** The root schema of a resource. */
  root(base: string): unknown {
    return this.#resources.get(base);
  }

  #plainOf(root: JsonSchema): SchemaPlace | undefined {
    return this.#resources.get(rootBase) === root ? this.#plain : undefined;
  }

  #find(address: string, draft: SchemaDraft): unknown {
    if (this.#resources.has(address)) return this.#resources.get(address);
    const document = this.#documents.get(address) ?? this.#documents.get(address.replace(/\/$/, ''));
    if (document === undefined) return undefined;
    this.add(document, address, draft);
    return this.#resources.get(address);
  }

  /** Follows a JSON pointer; a resource with its own address may start along the way. */
  #follow(root: unknown, pointer: string, from: SchemaPlace): unknown {
    let current = root;
    let place = isSchema(root) ? (this.#places.get(root) ?? this.#plainOf(root) ?? from) : from;
    for (const written of pointer.slice(1).split('/')) {
      const key = decode(written).replaceAll('~1', '/').replaceAll('~0', '~');
      if (Array.isArray(current)) current = current[Number(key)];
      else if (isSchema(current) && Object.hasOwn(current, key)) current = current[key];
      else return undefined;
      if (isSchema(current)) place = this.#places.get(current) ?? place;
    }
    // A reference may point into an unknown keyword.
    if (isSchema(current) && !this.#places.has(current) && place !== this.#plain) this.#index(current, place);
    return current;
  }

  #index(schema: unknown, outer: SchemaPlace): void {
    if (!isSchema(schema) || this.#places.has(schema)) return;
    const place = this.#enter(schema, outer);
    this.#places.set(schema, place);
    for (const key of single) if (isSchema(schema[key])) this.#index(schema[key], place);
    for (const key of lists) {
      const list = schema[key];
      if (Array.isArray(list)) for (const item of list) this.#index(item, place);
    }
    for (const key of maps) {
      const map = schema[key];
      if (isSchema(map)) for (const item of Object.values(map)) this.#index(item, place);
    }
  }

  #enter(schema: JsonSchema, outer: SchemaPlace): SchemaPlace {
    const declared = this.#declared(schema, outer);
    const { draft } = declared;
    const isOld = draft === '4' || draft === '6' || draft === '7';
    // Up to draft 7, siblings of a reference are ignored.
    if (isOld && typeof schema.$ref === 'string') return declared;
    const id = schema[draft === '4' ? 'id' : '$id'];
    let place: SchemaPlace = declared;
    if (typeof id === 'string') {
      const [address, fragment] = splitFragment(resolveAddress(id, outer.base));
      if (!(isOld && id.startsWith('#'))) {
        place = { ...declared, base: address };
        this.#resources.set(address, schema);
      }
      if (isOld && fragment !== '') this.#anchors.set(`${address}#${fragment}`, schema);
    } else if (this.#resources.get(outer.base) !== schema) place = { ...outer };
    for (const [key, anchors] of [
      ['$anchor', [this.#anchors]],
      ['$dynamicAnchor', [this.#anchors, this.#dynamicAnchors]],
    ] as const) {
      const name = schema[key];
      if (isOld || typeof name !== 'string') continue;
      for (const map of anchors) map.set(`${place.base}#${name}`, schema);
    }
    return place;
  }

  /** `$schema` at the root of a resource selects the draft; a custom one may disable the validation keywords. */
  #declared(schema: JsonSchema, outer: SchemaPlace): SchemaPlace {
    const written = schema.$schema;
    if (typeof written !== 'string') return outer;
    const draft = draftNamed(written);
    if (draft !== undefined) return { ...outer, draft, validates: true };
    const meta = this.#documents.get(written.replace(/#$/, ''));
    if (!isSchema(meta)) return outer;
    const vocabulary = isSchema(meta.$vocabulary) ? Object.keys(meta.$vocabulary) : undefined;
    const validates = vocabulary === undefined || vocabulary.some((name) => name.endsWith('/validation'));
    return { ...outer, draft: draftNamed(String(meta.$schema ?? '')) ?? outer.draft, validates };
  }
}

/** draftNamed returns the draft of a `$schema`, or undefined for one that isn't the standard's. */
export function draftNamed(address: string): SchemaDraft | undefined {
  const draft = /^https?:\/\/json-schema\.org\/(?:draft-0([467])\/schema|draft\/(2019-09|2020-12)\/schema)#?$/.exec(
    address.trim(),
  );
  return (draft?.[1] ?? draft?.[2]) as SchemaDraft | undefined;
}

/** isSchema returns whether a value is an object, like a schema with keywords. */
export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function resolveAddress(reference: string, base: string): string {
  try {
    return new URL(reference, base).href;
  } catch {
    return reference.startsWith('#') ? splitFragment(base)[0] + reference : reference;
  }
}

/** splitFragment separates the address of a document from the decoded fragment. */
export function splitFragment(address: string): [address: string, fragment: string] {
  const hash = address.indexOf('#');
  if (hash === -1) return [address, ''];
  return [address.slice(0, hash), decode(address.slice(hash + 1))];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
