import type { RequestView } from '../request/request-view.ts';
import type { Stub } from '../stub.ts';
import type { CompiledStub } from './compiled-stub.ts';
import { comesBefore } from './compiled-stub.ts';
import { StubLeaf } from './stub-leaf.ts';
import { WordIndex } from './word-index.ts';

/** At most this many stubs that share words with a request are compared, regardless of their address. */
const mostLikely = 32;

/** A node in the tree of path segments. */
class PathNode {
  readonly literals = new Map<string, PathNode>();
  /** Paths with a variable for this segment. */
  variable: PathNode | undefined;
  /** Stubs whose path ends here. */
  ending: StubLeaf | undefined;
  /** Stubs of patterns that start with the segments up to here. */
  below: StubLeaf | undefined;

  child(segment: string | undefined): PathNode {
    if (segment === undefined) {
      this.variable ??= new PathNode();
      return this.variable;
    }
    let known = this.literals.get(segment);
    if (known === undefined) {
      known = new PathNode();
      this.literals.set(segment, known);
    }
    return known;
  }
}

/** The stubs for one host, or for any. */
class HostStubs {
  readonly #root = new PathNode();
  readonly #addresses = new Map<string, StubLeaf>();

  add(stub: CompiledStub): void {
    this.#leafOf(stub).add(stub);
  }

  remove(stub: CompiledStub): void {
    this.#leafOf(stub).remove(stub);
  }

  collect(request: RequestView, into: CompiledStub[][]): void {
    this.#addresses.get(request.request.url)?.collect(request, into);
    this.#walk(this.#root, request, 0, into);
  }

  /**
   * Adds stubs near a request, at most `limit`: those that the index leads to, then others on its path, then those that
   * share its first segments.
   */
  near(request: RequestView, limit: number, into: CompiledStub[]): void {
    const likely: CompiledStub[][] = [];
    this.collect(request, likely);
    for (const list of likely)
      for (let at = list.length - 1; at >= 0 && into.length < limit; at -= 1) into.push(list[at]!);
    const trail: PathNode[] = [this.#root];
    for (const segment of request.segments) {
      const node = trail.at(-1)!;
      const next = node.literals.get(segment) ?? node.variable;
      if (next === undefined) break;
      trail.push(next);
    }
    const seen = new Set<PathNode>();
    for (const node of trail.toReversed()) this.#sample(node, limit, into, seen);
    for (const leaf of this.#addresses.values()) {
      if (into.length >= limit) return;
      leaf.sample(limit, into);
    }
  }

  #sample(node: PathNode, limit: number, into: CompiledStub[], seen: Set<PathNode>): void {
    const waiting = [node];
    for (let next = waiting.pop(); next !== undefined && into.length < limit; next = waiting.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      next.ending?.sample(limit, into);
      next.below?.sample(limit, into);
      if (next.variable !== undefined) waiting.push(next.variable);
      for (const child of next.literals.values()) waiting.push(child);
    }
  }

  #walk(node: PathNode, request: RequestView, depth: number, into: CompiledStub[][]): void {
    node.below?.collect(request, into);
    const { segments } = request;
    if (depth === segments.length) {
      node.ending?.collect(request, into);
      return;
    }
    const literal = node.literals.get(segments[depth]!);
    if (literal !== undefined) this.#walk(literal, request, depth + 1, into);
    if (node.variable !== undefined) this.#walk(node.variable, request, depth + 1, into);
  }

  #leafOf({ matcher }: CompiledStub): StubLeaf {
    const { place } = matcher.url;
    if (place.kind === 'url') {
      const known = this.#addresses.get(place.url) ?? new StubLeaf();
      this.#addresses.set(place.url, known);
      return known;
    }
    let node = this.#root;
    for (const segment of place.segments) node = node.child(segment);
    if (place.kind === 'path') {
      node.ending ??= new StubLeaf();
      return node.ending;
    }
    node.below ??= new StubLeaf();
    return node.below;
  }
}

/**
 * StubChanges are the stubs that were added or replaced, in the order in which they are tried, and those that were
 * removed.
 */
export interface StubChanges {
  changed: Stub[];
  gone: Stub[];
}

/**
 * StubIndex finds the stub for a request by host, method and path, then by the values in which stubs of one path
 * differ, so lookup time does not grow with their number. Stubs are added and removed individually.
 */
export class StubIndex {
  readonly #anyHost = new HostStubs();
  readonly #byHost = new Map<string, HostStubs>();
  readonly #byId = new Map<string, CompiledStub>();
  readonly #words = new WordIndex();
  /** While watched: the stubs before the first change, by id. */
  #before: Map<string, Stub | undefined> | undefined;

  get size(): number {
    return this.#byId.size;
  }

  get(id: string): CompiledStub | undefined {
    return this.#byId.get(id);
  }

  /** Adds a stub; replaces the one with the same id. */
  add(stub: CompiledStub): void {
    this.remove(stub.stub.id);
    this.#note(stub.stub.id);
    this.#byId.set(stub.stub.id, stub);
    this.#words.add(stub);
    this.#hostOf(stub).add(stub);
  }

  /** Enables or disables a stub in its place, without parsing it again. Returns false if no stub has the id. */
  setEnabled(id: string, enabled: boolean): boolean {
    const known = this.#byId.get(id);
    if (known !== undefined) known.stub = { ...known.stub, enabled };
    return known !== undefined;
  }

  /** Removes a stub; returns false if no stub has the id. */
  remove(id: string): boolean {
    const known = this.#byId.get(id);
    if (known === undefined) return false;
    this.#note(id);
    this.#byId.delete(id);
    this.#words.remove(known);
    this.#hostOf(known).remove(known);
    return true;
  }

  #note(id: string): void {
    if (this.#before?.has(id) === false) this.#before.set(id, this.#byId.get(id)?.stub);
  }

  /** Records additions and removals; the returned function stops recording and returns the changes. */
  watch(): () => StubChanges {
    const before = new Map<string, Stub | undefined>();
    this.#before = before;
    return () => {
      if (this.#before === before) this.#before = undefined;
      const now = [...before.keys()].flatMap((id) => this.#byId.get(id) ?? []);
      const changed = now.toSorted((a, b) => (comesBefore(a, b) ? -1 : 1)).map(({ stub }) => stub);
      const gone = [...before].flatMap(([id, stub]) => (stub === undefined || this.#byId.has(id) ? [] : [stub]));
      return { changed, gone };
    };
  }

  /** All stubs in the order in which they are tried. */
  list(): CompiledStub[] {
    return [...this.#byId.values()].sort((a, b) => (comesBefore(a, b) ? -1 : 1));
  }

  /** The first stub whose parts all match and that `accepts` accepts. */
  find(request: RequestView, accepts: (stub: CompiledStub) => boolean): CompiledStub | undefined {
    const lists: CompiledStub[][] = [];
    this.#byHost.get(request.request.host.toLowerCase())?.collect(request, lists);
    this.#anyHost.collect(request, lists);
    const matches = (stub: CompiledStub) => stub.matcher.test(request) && accepts(stub);
    const [only] = lists;
    if (lists.length === 1 && only !== undefined) return only.findLast(matches);
    return firstOf(lists, matches);
  }

  /**
   * Candidates for near misses: the likeliest stubs, and at most about `limit` of those around the request's address.
   */
  near(request: RequestView, limit: number): { likely: CompiledStub[]; around: CompiledStub[] } {
    const likely = new Set(this.#words.near(request, mostLikely));
    const around: CompiledStub[] = [];
    this.#byHost.get(request.request.host.toLowerCase())?.near(request, limit, around);
    this.#anyHost.near(request, limit, around);
    for (const stubs of this.#byHost.values()) {
      if (around.length >= limit) break;
      stubs.near(request, limit, around);
    }
    return { likely: [...likely], around: [...new Set(around)].filter((stub) => !likely.has(stub)) };
  }

  #hostOf({ matcher: { host } }: CompiledStub): HostStubs {
    if (host === undefined) return this.#anyHost;
    const known = this.#byHost.get(host) ?? new HostStubs();
    this.#byHost.set(host, known);
    return known;
  }
}

/** Walks several lists in their common order. */
function firstOf(lists: CompiledStub[][], matches: (stub: CompiledStub) => boolean): CompiledStub | undefined {
  const places = lists.map((list) => list.length - 1);
  for (;;) {
    let chosen = -1;
    for (let index = 0; index < lists.length; index += 1) {
      const stub = lists[index]![places[index]!];
      if (stub === undefined) continue;
      if (chosen < 0 || comesBefore(stub, lists[chosen]![places[chosen]!]!)) chosen = index;
    }
    if (chosen < 0) return undefined;
    const stub = lists[chosen]![places[chosen]!]!;
    if (matches(stub)) return stub;
    places[chosen]! -= 1;
  }
}
