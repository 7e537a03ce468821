import { setImmediate as turn } from 'node:timers/promises';
import type { MockVerification } from '@touchstone/contracts/service-virtualization';
import { timeLimit } from '@touchstone/engine-assert';
import {
  differencesOf,
  distanceOf,
  judgeCount,
  MockEngine,
  type RequestMatcher,
  RequestView,
} from '@touchstone/engine-mock';
import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../../platform/platform.ts';
import type { Actor } from '../../../workspaces/index.ts';
import { requestOfRow } from '../../domain/request-of-row.ts';
import { virtualizationErrors } from '../../errors.ts';
import { type JournalRow, journalStore } from '../../store/journal.store.ts';
import type { MockHost } from '../hosting/mock-host.ts';
import type { Open } from '../open.ts';
import { toDifference } from './journal.ts';

type Pattern = Record<string, unknown>;
export type ExpectedCalls =
  | { pattern: Pattern; exactly?: number | undefined; atLeast?: number | undefined; atMost?: number | undefined }
  | { order: Pattern[] };

interface SeenCall {
  row: JournalRow;
  view: RequestView;
}
const rowsAtOnce = 500;
const maxNear = 3;
/** Time limit of users' expressions, which may be slow. */
const expressionLimitMs = 50;
/** Time limit of all conditions on all calls together. */
const budgetMs = 5000;
const callsPerTurn = 20;
/** A call with a larger distance is unrelated. */
const nearDistance = 0.35;

/**
 * createVerifyJournal verifies the number or order of calls, based on the calls in the journal, including those from
 * before this process started.
 */
export function createVerifyJournal({ platform, open, host }: { platform: Platform; open: Open; host: MockHost }) {
  /** Calls with their requests: complete if in memory, otherwise as stored in the journal. */
  async function* read(projectId: string, since: Date | undefined): AsyncGenerator<SeenCall> {
    await host.flushed(projectId);
    const known = await host.recent(projectId);
    const budget = new Budget();
    for (let after: string | undefined; ; ) {
      const page = { after, since, limit: rowsAtOnce };
      const rows = await journalStore.readAfter(platform.database.sql, projectId, page);
      for (const row of rows) {
        await budget.take();
        yield { row, view: known.get(row.id) ?? new RequestView(requestOfRow(row.detail)) };
      }
      after = rows.at(-1)?.id;
      if (rows.length < rowsAtOnce) return;
    }
  }

  return async function verifyJournal(
    caller: Actor,
    projectId: string,
    expected: ExpectedCalls,
    since?: Date,
  ): Promise<MockVerification> {
    await open.project(caller, projectId, 'view');
    if ('order' in expected) return verifyOrder(expected.order.map(compiled), read(projectId, since));
    const { pattern, ...counts } = expected;
    const matcher = compiled(pattern);
    const near = new NearCalls(matcher);
    let count = 0;
    for await (const call of read(projectId, since)) {
      if (matcher.test(call.view)) count += 1;
      else near.look(call);
    }
    const given = Object.fromEntries(Object.entries(counts).filter(([, value]) => value !== undefined));
    const isTooFew = count < (counts.exactly ?? counts.atLeast ?? 0);
    return { ...judgeCount(count, given), near: isTooFew ? near.list() : [] };
  };
}
/** VerifyJournal verifies the number or order of calls. */
export type VerifyJournal = ReturnType<typeof createVerifyJournal>;

/** Checks that the calls occurred in this order; other calls in between are allowed. */
async function verifyOrder(
  matchers: readonly RequestMatcher[],
  calls: AsyncIterable<SeenCall>,
): Promise<MockVerification> {
  let at = 0;
  let near = new NearCalls(matchers[0]);
  for await (const call of calls) {
    const matcher = matchers[at];
    if (matcher === undefined) break;
    if (!matcher.test(call.view)) {
      near.look(call);
      continue;
    }
    at += 1;
    near = new NearCalls(matchers[at]);
  }
  if (at === matchers.length)
    return { passed: true, count: at, message: `${at} requests came in this order.`, near: [] };
  const after = at === 0 ? '' : ` after request ${at}`;
  return { passed: false, count: at, message: `No request matches pattern ${at + 1}${after}.`, near: near.list() };
}

/** compiled compiles a request pattern; throws if it is invalid. */
export function compiled(pattern: Pattern): RequestMatcher {
  const { matcher, problems } = patternReader.compile(pattern);
  if (problems.length > 0) throw new AppError(virtualizationErrors.invalidPattern, { details: problems });
  return matcher;
}
/** Only parses patterns and stubs; never answers calls. */
export const patternReader = new MockEngine({ journalLimit: 0, guard: timeLimit(expressionLimitMs) });

/** Ends a verification whose conditions take too long, and yields to other work in between. */
class Budget {
  #usedMs = 0;
  #sinceMs = performance.now();
  #count = 0;

  async take(): Promise<void> {
    this.#count += 1;
    if (this.#count % callsPerTurn !== 0) return;
    this.#usedMs += performance.now() - this.#sinceMs;
    if (this.#usedMs > budgetMs) throw new AppError(virtualizationErrors.verificationTooCostly);
    await turn();
    this.#sinceMs = performance.now();
  }
}

/** Collects the calls that came closest to matching. */
class NearCalls {
  readonly #matcher: RequestMatcher | undefined;
  #found: (SeenCall & { distance: number })[] = [];

  constructor(matcher: RequestMatcher | undefined) {
    this.#matcher = matcher;
  }

  look(call: SeenCall): void {
    if (this.#matcher === undefined) return;
    const distance = distanceOf(this.#matcher, call.view);
    if (distance > nearDistance) return;
    this.#found.push({ ...call, distance });
    this.#found.sort((a, b) => a.distance - b.distance);
    this.#found.length = Math.min(this.#found.length, maxNear);
  }

  list(): MockVerification['near'] {
    return this.#found.map(({ row, view, distance }) => ({
      entryId: row.id,
      method: row.method,
      url: row.url,
      distance,
      differences: this.#matcher ? differencesOf(this.#matcher, view).map(toDifference) : [],
    }));
  }
}
