import { compileJsonSchema } from '@touchstone/engine-assert/core';
import { type RandomSource, seededRandom } from '@touchstone/kernel';
import { type MockAnswer, plainAnswer } from '../answer/mock-answer.ts';
import { type PathTemplate, parsePathTemplate } from '../match/path-template.ts';
import type { RequestView } from '../request/request-view.ts';
import { listItems } from './list-items.ts';
import { seedItems } from './seed-items.ts';

/** ResourceItem is one record of a resource. */
export type ResourceItem = Record<string, unknown>;

/** ResourceDefinition describes records that callers list, read, create, change and delete. */
export interface ResourceDefinition {
  /** Name of the resource, unique in the mock. */
  name: string;
  /** Path of the list, such as `/pets` or `/shops/{shop}/pets`; the path of a record is one segment longer. */
  path: string;
  /** Member that identifies a record; default `id`. */
  idKey?: string;
  /** JSON Schema of a record. */
  schema?: unknown;
  /** Initial records; without them some are generated from the schema. */
  items?: ResourceItem[];
  /** Number of records to generate; default 10. */
  count?: number;
  /** The same seed generates the same records. */
  seed?: number;
  /** Whether written records must be valid against the schema. */
  validates?: boolean;
  /** Member of the response that holds the list; without it the response is the list. */
  listKey?: string;
}

/** A change to records: all were replaced, one was written, or one was deleted. */
export type ResourceChange =
  | { kind: 'all' }
  | { kind: 'put'; id: string; item: ResourceItem }
  | { kind: 'delete'; id: string };

/** Values for names such as `person.firstName`; undefined for unknown names. */
export type FakeSource = (name: string, random: RandomSource) => unknown;

const itemLimit = 100_000;

/** Resource answers list, get, create, replace, patch and delete requests from records in memory. */
export class Resource {
  readonly definition: ResourceDefinition;
  readonly #list: PathTemplate;
  readonly #one: PathTemplate;
  readonly #idKey: string;
  readonly #fake: FakeSource | undefined;
  #random: RandomSource;
  #items = new Map<string, ResourceItem>();
  /** Called when records have changed. */
  onChange: ((change: ResourceChange) => void) | undefined;

  /** Throws if a brace of the path is not closed. */
  constructor(definition: ResourceDefinition, fake?: FakeSource) {
    const path = definition.path.replace(/\/+$/, '');
    const [list, one] = [parsePathTemplate(path), parsePathTemplate(`${path}/{__id}`)];
    if (list === undefined || one === undefined)
      throw new Error(`The path ${definition.path} has a brace that is not closed.`);
    this.definition = definition;
    this.#list = list;
    this.#one = one;
    this.#idKey = definition.idKey ?? 'id';
    this.#fake = fake;
    this.#random = seededRandom(definition.seed ?? 1);
    this.reset();
  }

  /** The records in creation order. */
  get items(): ResourceItem[] {
    return [...this.#items.values()];
  }

  /** Restores the initial records. */
  reset(): void {
    const { definition } = this;
    this.#random = seededRandom(definition.seed ?? 1);
    this.restore(definition.items ?? seedItems(definition, this.#random, this.#fake));
  }

  /** Replaces all records. */
  restore(items: readonly ResourceItem[]): void {
    this.#items = new Map();
    for (const item of items) this.#keep({ ...item });
    this.onChange?.({ kind: 'all' });
  }

  /** The member that identifies a record. */
  get idKey(): string {
    return this.#idKey;
  }

  /** Stores a record as it is, with a new id if it has none. */
  put(item: ResourceItem): ResourceItem {
    const kept = { ...item };
    this.#keep(kept);
    this.#changed(kept);
    return kept;
  }

  /** Deletes a record; returns false if no record has the id. */
  delete(id: string): boolean {
    if (!this.#items.delete(id)) return false;
    this.onChange?.({ kind: 'delete', id });
    return true;
  }

  /** A copy of the resource with the same records, for trying out a request. */
  copy(): Resource {
    return new Resource({ ...this.definition, items: this.items }, this.#fake);
  }

  #changed(item: ResourceItem): void {
    this.onChange?.({ kind: 'put', id: String(item[this.#idKey]), item });
  }

  /** The response to a request for this resource; undefined if it addresses something else. */
  answer(request: RequestView): MockAnswer | undefined {
    const one = this.#one.read(request.path);
    if (one !== undefined) return this.#answerOne(request, one.__id ?? '');
    return this.#list.read(request.path.replace(/(.)\/$/, '$1')) === undefined ? undefined : this.#answerList(request);
  }

  #answerList(request: RequestView): MockAnswer | undefined {
    switch (request.request.method) {
      case 'GET':
      case 'HEAD': {
        const { items, total } = listItems(this.items, request);
        const { listKey } = this.definition;
        const answer = json(200, listKey === undefined ? items : { [listKey]: items, total });
        answer.headers.push(['X-Total-Count', String(total)]);
        return answer;
      }
      case 'POST':
        return this.#write(request, undefined, 201);
      case 'PUT':
        return this.#replaceAll(request);
      case 'DELETE':
        this.restore([]);
        return json(204);
      default:
        return undefined;
    }
  }

  #answerOne(request: RequestView, id: string): MockAnswer | undefined {
    const known = this.#items.get(id);
    const { method } = request.request;
    if (method === 'PUT')
      return this.#write(request, { [this.#idKey]: known?.[this.#idKey] ?? this.#idOf(id) }, known ? 200 : 201);
    if (!['GET', 'HEAD', 'PATCH', 'DELETE'].includes(method)) return undefined;
    if (known === undefined) return json(404, { error: `No ${this.definition.name} has the ${this.#idKey} ${id}.` });
    if (method === 'PATCH') return this.#write(request, known, 200);
    if (method !== 'DELETE') return json(200, known);
    this.delete(id);
    return json(204);
  }

  #replaceAll(request: RequestView): MockAnswer {
    const list = request.body.json?.value;
    if (!Array.isArray(list) || !list.every(isItem))
      return json(400, { error: 'The body must be a list of JSON objects.' });
    if (list.length > itemLimit) return json(507, { error: `A resource keeps at most ${itemLimit} records.` });
    const violations = list.flatMap((item, index) =>
      this.#violations(item).map(({ path, message }) => ({ path: `[${index}] ${path}`, message })),
    );
    if (violations.length > 0) return json(422, { error: 'The records do not fit their schema.', violations });
    this.restore(list);
    return json(200, this.items);
  }

  /** Creates, replaces or patches a record: the body is merged over `base`. */
  #write(request: RequestView, base: ResourceItem | undefined, status: number): MockAnswer {
    const body = request.body.json?.value;
    if (!isItem(body)) return json(400, { error: 'The body must be a JSON object.' });
    const isPatch = request.request.method === 'PATCH';
    const given = body;
    const item: ResourceItem = isPatch ? { ...base, ...given } : { ...given, ...base };
    if (isPatch && base !== undefined) item[this.#idKey] = base[this.#idKey];
    item[this.#idKey] ??= this.#nextId();
    const violations = this.#violations(item);
    if (violations.length > 0) return json(422, { error: 'The record does not fit its schema.', violations });
    if (base === undefined && this.#items.has(String(item[this.#idKey])))
      return json(409, { error: `The ${this.#idKey} ${item[this.#idKey]} is taken.` });
    if (!this.#items.has(String(item[this.#idKey])) && this.#items.size >= itemLimit)
      return json(507, { error: `A resource keeps at most ${itemLimit} records. Delete some.` });
    this.#keep(item);
    this.#changed(item);
    return json(status, item);
  }

  #violations(item: ResourceItem) {
    const { schema, validates } = this.definition;
    if (!validates || schema === undefined) return [];
    return compileJsonSchema(schema)
      .validate(item)
      .map(({ path, message }) => ({ path, message }));
  }

  #keep(item: ResourceItem): void {
    item[this.#idKey] ??= this.#nextId();
    this.#items.set(String(item[this.#idKey]), item);
  }

  #idOf(text: string): string | number {
    return this.#countsUp() && /^\d{1,15}$/.test(text) ? Number(text) : text;
  }

  #countsUp(): boolean {
    const { schema } = this.definition;
    const properties = (schema as { properties?: Record<string, { type?: unknown }> } | undefined)?.properties;
    const type = properties?.[this.#idKey]?.type;
    if (type !== undefined) return type === 'integer' || type === 'number';
    const [first] = this.#items.values();
    return first === undefined || typeof first[this.#idKey] === 'number';
  }

  #nextId(): string | number {
    if (!this.#countsUp())
      return 'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx'.replace(/[xy]/g, (char) =>
        (char === 'x' ? Math.floor(this.#random() * 16) : 8 + Math.floor(this.#random() * 4)).toString(16),
      );
    let most = 0;
    for (const item of this.#items.values()) most = Math.max(most, Number(item[this.#idKey]) || 0);
    return most + 1;
  }
}

const isItem = (value: unknown): value is ResourceItem =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function json(status: number, value?: unknown): MockAnswer {
  if (value === undefined) return { status, headers: [], body: '', delayMs: 0, webhooks: [] };
  return plainAnswer(status, JSON.stringify(value), 'application/json');
}
