import type { RequestView } from '../request/request-view.ts';
import type { CompiledStub } from './compiled-stub.ts';
import { SortedStubs } from './sorted-stubs.ts';

/** A request part in which stubs of one path often differ; stubs that require a value there are looked up by it. */
interface Discriminator {
  key: string;
  value: string;
  valuesOf: (request: RequestView) => readonly string[];
}

const one = (value: string | undefined): readonly string[] => (value === undefined ? [] : [value]);
const readers: Record<string, (name: string) => Discriminator['valuesOf']> = {
  soapAction: () => (request) => one(request.soapAction),
  graphql: () => (request) => one(request.graphQl?.operation),
  queryParameters: (name) => (request) => request.query(name),
  headers: (name) => (request) => request.header(name),
  cookies: (name) => (request) => request.cookie(name),
};
/** Headers that have the same value in nearly every request. */
const uniform = new Set(['accept', 'content-type', 'user-agent', 'host', 'connection']);

function discriminatorOf({ matcher }: CompiledStub): Discriminator | undefined {
  for (const part of Object.keys(readers))
    for (const check of matcher.checks) {
      if (check.part !== part || check.equals === undefined || uniform.has(check.name.toLowerCase())) continue;
      if (part === 'graphql' && check.name !== 'operationName') continue;
      const name = part === 'headers' ? check.name.toLowerCase() : check.name;
      return { key: `${part} ${name}`, value: check.equals, valuesOf: readers[part]!(name) };
    }
  return undefined;
}

class Bucket {
  readonly #plain = new SortedStubs();
  #keyed: Map<string, { valuesOf: Discriminator['valuesOf']; stubs: Map<string, SortedStubs> }> | undefined;

  add(stub: CompiledStub): void {
    const by = discriminatorOf(stub);
    if (by === undefined) {
      this.#plain.add(stub);
      return;
    }
    this.#keyed ??= new Map();
    let keyed = this.#keyed.get(by.key);
    if (keyed === undefined) {
      keyed = { valuesOf: by.valuesOf, stubs: new Map() };
      this.#keyed.set(by.key, keyed);
    }
    let stubs = keyed.stubs.get(by.value);
    if (stubs === undefined) {
      stubs = new SortedStubs();
      keyed.stubs.set(by.value, stubs);
    }
    stubs.add(stub);
  }

  remove(stub: CompiledStub): void {
    const by = discriminatorOf(stub);
    if (by === undefined) {
      this.#plain.remove(stub);
      return;
    }
    const keyed = this.#keyed?.get(by.key);
    const stubs = keyed?.stubs.get(by.value);
    stubs?.remove(stub);
    if (stubs?.items.length === 0) keyed?.stubs.delete(by.value);
    if (keyed?.stubs.size === 0) this.#keyed?.delete(by.key);
  }

  collect(request: RequestView, into: CompiledStub[][]): void {
    if (this.#plain.items.length > 0) into.push(this.#plain.items);
    if (this.#keyed === undefined) return;
    for (const { valuesOf, stubs } of this.#keyed.values())
      for (const value of valuesOf(request)) {
        const found = stubs.get(value);
        // A value sent twice leads to the same stubs.
        if (found !== undefined && !into.includes(found.items)) into.push(found.items);
      }
  }

  /** Adds stubs of this bucket, at most `limit`. */
  sample(limit: number, into: CompiledStub[]): void {
    const take = ({ items }: SortedStubs) => {
      for (let at = items.length - 1; at >= 0 && into.length < limit; at -= 1) into.push(items[at]!);
    };
    take(this.#plain);
    for (const { stubs } of this.#keyed?.values() ?? [])
      for (const sorted of stubs.values()) {
        if (into.length >= limit) return;
        take(sorted);
      }
  }
}

/** StubLeaf holds the stubs at one place in the index, by method. */
export class StubLeaf {
  readonly #byMethod = new Map<string, Bucket>();
  #any: Bucket | undefined;

  add(stub: CompiledStub): void {
    for (const bucket of this.#bucketsOf(stub)) bucket.add(stub);
  }

  remove(stub: CompiledStub): void {
    for (const bucket of this.#bucketsOf(stub)) bucket.remove(stub);
  }

  /** Adds lists of stubs that may match, each in the order of `SortedStubs`. */
  collect(request: RequestView, into: CompiledStub[][]): void {
    this.#byMethod.get(request.request.method)?.collect(request, into);
    this.#any?.collect(request, into);
  }

  /** Adds stubs of this place regardless of method, at most `limit`. */
  sample(limit: number, into: CompiledStub[]): void {
    for (const bucket of this.#byMethod.values()) bucket.sample(limit, into);
    this.#any?.sample(limit, into);
  }

  #bucketsOf({ matcher }: CompiledStub): Bucket[] {
    if (matcher.methods === undefined) {
      this.#any ??= new Bucket();
      return [this.#any];
    }
    return [...matcher.methods].map((method) => {
      const known = this.#byMethod.get(method) ?? new Bucket();
      this.#byMethod.set(method, known);
      return known;
    });
  }
}
