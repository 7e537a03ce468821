import type { MockAnswer } from '../answer/mock-answer.ts';
import type { RequestMatcher } from '../match/request-matcher.ts';
import type { RequestView } from '../request/request-view.ts';
import type { Stub } from '../stub.ts';

/** A place where a request or a response violates its description. */
export interface ContractViolation {
  in: 'request' | 'answer';
  /** For example `query.limit` or `body $.name`. */
  place: string;
  message: string;
}

/** JournalEntry is a request with its response and the reason for it. */
export interface JournalEntry {
  id: string;
  /** Increases by one with each request. */
  number: number;
  /** Milliseconds since 1970. */
  at: number;
  request: RequestView;
  /** The stub that answered; undefined if none matched. */
  stub: Stub | undefined;
  /** What answered: a stub, or otherwise a resource, a preflight, the upstream or the validation. */
  by: 'stub' | 'resource' | 'cors' | 'upstream' | 'validation' | 'none';
  answer: MockAnswer;
  /** Scope of the state that was read and changed; empty for the shared state. */
  scope: string;
  scenario: { name: string; from: string; to: string } | undefined;
  violations: ContractViolation[];
  /** Failures while answering. */
  notes: string[];
}

/** How many requests a verification expects. */
export interface ExpectedCount {
  exactly?: number;
  atLeast?: number;
  atMost?: number;
}

const byteLimit = 64 * 1024 * 1024;

/** Journal keeps the last requests, up to a number of them and 64 MB of bodies. */
export class Journal {
  #entries: (JournalEntry | undefined)[] = [];
  #first = 0;
  #next = 0;
  #bytes = 0;
  #limit: number;
  readonly #listeners = new Set<(entry: JournalEntry) => void>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  get limit(): number {
    return this.#limit;
  }

  /** Sets how many requests are kept; 0 keeps none. */
  set limit(limit: number) {
    const kept = this.list().slice(0, limit).toReversed();
    this.clear();
    this.#limit = limit;
    for (const entry of kept) this.#keep(entry);
  }

  get size(): number {
    return this.#next - this.#first;
  }

  /** Number of requests seen so far, kept or not. */
  get seen(): number {
    return this.#seen;
  }
  #seen = 0;

  add(entry: Omit<JournalEntry, 'number'>): JournalEntry {
    this.#seen += 1;
    const numbered = entry as JournalEntry;
    numbered.number = this.#seen;
    if (this.#limit > 0) this.#keep(numbered);
    for (const listener of this.#listeners) listener(numbered);
    return numbered;
  }

  /** Calls `listener` with each new request; returns a function that unsubscribes it. */
  listen(listener: (entry: JournalEntry) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  get(id: string): JournalEntry | undefined {
    return this.list().find((entry) => entry.id === id);
  }

  /** The kept requests, newest first. */
  list(): JournalEntry[] {
    const found: JournalEntry[] = [];
    for (let at = this.#next - 1; at >= this.#first; at -= 1) {
      const entry = this.#entries[at % this.#limit];
      if (entry !== undefined) found.push(entry);
    }
    return found;
  }

  /** Kept requests that match a pattern, newest first. */
  find(matcher: RequestMatcher): JournalEntry[] {
    return this.list().filter(({ request }) => matcher.test(request));
  }

  unmatched(): JournalEntry[] {
    return this.list().filter(({ by }) => by === 'none');
  }

  /** Removes the requests for which `isRemoved` is true and returns them, newest first. */
  remove(isRemoved: (entry: JournalEntry) => boolean): JournalEntry[] {
    const all = this.list();
    const removed = all.filter(isRemoved);
    const dropped = new Set(removed);
    this.clear();
    for (const entry of all.toReversed()) if (!dropped.has(entry)) this.#keep(entry);
    return removed;
  }

  clear(): void {
    this.#entries = [];
    this.#first = 0;
    this.#next = 0;
    this.#bytes = 0;
  }

  #keep(entry: JournalEntry): void {
    if (this.size >= this.#limit) this.#drop();
    this.#entries[this.#next % this.#limit] = entry;
    this.#next += 1;
    this.#bytes += sizeOf(entry);
    while (this.#bytes > byteLimit && this.size > 1) this.#drop();
  }

  #drop(): void {
    const place = this.#first % this.#limit;
    const entry = this.#entries[place];
    if (entry !== undefined) this.#bytes -= sizeOf(entry);
    this.#entries[place] = undefined;
    this.#first += 1;
  }
}

const sizeOf = ({ request, answer }: JournalEntry): number => request.request.body.length + answer.body.length;

/** Verification is the result of comparing received requests with the expected ones. */
export interface Verification {
  passed: boolean;
  message: string;
  count: number;
}

/** verifyCount verifies how often a pattern was requested. */
export function verifyCount(journal: Journal, matcher: RequestMatcher, expected: ExpectedCount): Verification {
  return judgeCount(journal.find(matcher).length, expected);
}

/** judgeCount verifies a number of matching requests. */
export function judgeCount(count: number, expected: ExpectedCount): Verification {
  const { exactly, atLeast, atMost } = expected;
  const wanted = [
    exactly === undefined ? '' : `exactly ${exactly}`,
    atLeast === undefined ? '' : `at least ${atLeast}`,
    atMost === undefined ? '' : `at most ${atMost}`,
  ].filter((part) => part !== '');
  const passed =
    (exactly === undefined || count === exactly) &&
    (atLeast === undefined || count >= atLeast) &&
    (atMost === undefined || count <= atMost);
  return { passed, count, message: `Expected ${wanted.join(' and ') || 'any number of'} requests, got ${count}.` };
}

/** verifyOrder verifies that requests with these patterns arrived in this order; others may come in between. */
export function verifyOrder(journal: Journal, matchers: readonly RequestMatcher[]): Verification {
  const entries = journal.list().toReversed();
  let at = 0;
  for (const [index, matcher] of matchers.entries()) {
    while (at < entries.length && !matcher.test(entries[at]!.request)) at += 1;
    if (at === entries.length) {
      const after = index === 0 ? '' : ` after request ${index}`;
      return { passed: false, count: index, message: `No request matches pattern ${index + 1}${after}.` };
    }
    at += 1;
  }
  return { passed: true, count: matchers.length, message: `${matchers.length} requests came in this order.` };
}
