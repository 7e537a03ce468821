import type { JournalEntry } from '@touchstone/engine-mock';
import type { Platform } from '../../../../platform/platform.ts';
import { journalRow } from '../../domain/journal-row.ts';
import { journalStore } from '../../store/journal.store.ts';
import type { RunningMock } from './running-mock.ts';

/** The longest time until a call is stored. */
export const flushEveryMs = 200;
/** Near misses are searched for at most this many unmatched calls of a batch; the search is expensive. */
const maxSearched = 200;
/** Maximum distance at which a stub counts as a near miss of an unmatched call. */
const nearDistance = 0.12;
/** How long after a call its callbacks are still added to it. */
const watchMs = 60_000;
export const journalChannel = 'service_virtualization_journal';

/** A call with unreported callbacks. */
interface WatchedCall {
  entry: JournalEntry;
  notes: number;
  sinceMs: number;
}

/** A call and the cause that its caller stated. */
interface WaitingCall {
  entry: JournalEntry;
  cause: string | undefined;
}

/** JournalKeeper stores the calls of a mock in batches, and notifies its watchers. */
export class JournalKeeper {
  readonly #platform: Platform;
  readonly #mock: RunningMock;
  #waiting: WaitingCall[] = [];
  #watched: WatchedCall[] = [];
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #sinceTrim = Number.POSITIVE_INFINITY;

  constructor(platform: Platform, mock: RunningMock) {
    this.#platform = platform;
    this.#mock = mock;
  }

  /** Queues a finished call; drops the oldest if more are waiting than the journal keeps. */
  add(entry: JournalEntry, cause: string | undefined): void {
    const { limit } = this.#mock.engine.journal;
    if (limit === 0) return;
    if (this.#waiting.length >= limit * 2) this.#waiting.splice(0, limit);
    this.#waiting.push({ entry, cause });
    this.#timer ??= setTimeout(() => void this.flush(), flushEveryMs);
  }

  /** Drops waiting calls: the journal was cleared. */
  async clear(): Promise<void> {
    this.#waiting = [];
    this.#watched = [];
    await this.#writing;
  }

  /** Resolves when all calls so far are stored. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#writing = this.#writing
      .then(() => this.#write())
      .catch((error: unknown) => {
        this.#platform.log.warn({ err: error, projectId: this.#mock.projectId }, 'calls of a mock were not kept');
      });
    return this.#writing;
  }

  async #write(): Promise<void> {
    const { limit } = this.#mock.engine.journal;
    const entries = limit === 0 ? [] : this.#waiting.slice(-limit);
    this.#waiting = [];
    await this.#tellCallbacks();
    if (entries.length === 0) return;
    const { database, stepReferences } = this.#platform;
    const { projectId, organizationId, engine, surroundings } = this.#mock;
    let searched = 0;
    const rows = entries.map(({ entry, cause }) => {
      const isUnmatched = entry.by === 'none' && engine.isEnabled && searched < maxSearched;
      if (isUnmatched) searched += 1;
      const [near] = isUnmatched ? engine.nearMisses(entry.request, 1, 60) : [];
      return journalRow(entry, {
        projectId,
        organizationId,
        hasNearMiss: near !== undefined && near.distance <= nearDistance,
        secrets: surroundings.secrets,
        cause: stepReferences.read(cause, organizationId),
      });
    });
    // What callbacks note from here on isn't in the rows.
    const sinceMs = performance.now();
    const watched = entries.flatMap(({ entry }): WatchedCall[] =>
      entry.answer.webhooks.length > 0 ? [{ entry, notes: entry.notes.length, sinceMs }] : [],
    );
    await journalStore.insert(database.sql, rows);
    this.#sinceTrim += rows.length;
    if (this.#sinceTrim > limit / 10) {
      await journalStore.trim(database.sql, projectId, limit);
      this.#sinceTrim = 0;
    }
    this.#watched.push(...watched);
    if (this.#watched.length > 0) this.#timer ??= setTimeout(() => void this.flush(), 1000);
    await database.pool.query('select pg_notify($1, $2)', [journalChannel, projectId]);
  }

  /** Adds the outcome of callbacks to calls that are already stored. */
  async #tellCallbacks(): Promise<void> {
    const nowMs = performance.now();
    const still: WatchedCall[] = [];
    for (const watched of this.#watched) {
      const { entry } = watched;
      if (entry.notes.length > watched.notes) {
        await journalStore.setNotes(this.#platform.database.sql, entry.id, entry.notes);
        watched.notes = entry.notes.length;
      }
      if (nowMs - watched.sinceMs < watchMs && watched.notes < entry.answer.webhooks.length) still.push(watched);
    }
    this.#watched = still;
    if (still.length > 0) this.#timer ??= setTimeout(() => void this.flush(), 1000);
  }
}
