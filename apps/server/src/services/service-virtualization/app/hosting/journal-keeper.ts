import type { JournalEntry } from '@touchstone/engine-mock';
import type { Platform } from '../../../../platform/platform.ts';
import { journalRow } from '../../domain/journal-row.ts';
import { journalStore } from '../../store/journal.store.ts';
import type { RunningMock } from './running-mock.ts';

/** Calls are stored at the latest after this. */
export const flushEveryMs = 200;
/** Near misses are looked for so many unmatched calls of one batch; the search is costly. */
const mostSearched = 200;
/** How alike a stub must be to count as a near miss of an unmatched call. */
const nearDistance = 0.12;
/** Callbacks are told of in the call that caused them, so long after it. */
const watchMs = 60_000;
export const journalChannel = 'service_virtualization_journal';

/** A call whose callbacks are not all told of yet. */
interface WatchedCall {
  entry: JournalEntry;
  notes: number;
  sinceMs: number;
}

/** A call with what its caller says of what made it call. */
interface WaitingCall {
  entry: JournalEntry;
  cause: string | undefined;
}

/** JournalKeeper writes the calls of a mock to the database in batches, and tells those who watch. */
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

  /** Keeps a call that was decided; the oldest ones are dropped where more wait than are kept. */
  add(entry: JournalEntry, cause: string | undefined): void {
    const { limit } = this.#mock.engine.journal;
    if (limit === 0) return;
    if (this.#waiting.length >= limit * 2) this.#waiting.splice(0, limit);
    this.#waiting.push({ entry, cause });
    this.#timer ??= setTimeout(() => void this.flush(), flushEveryMs);
  }

  /** Forgets what waits: the journal was emptied. */
  async clear(): Promise<void> {
    this.#waiting = [];
    this.#watched = [];
    await this.#writing;
  }

  /** Resolves when the calls up to now are stored. */
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
      const isUnmatched = entry.by === 'none' && engine.isEnabled && searched < mostSearched;
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
    await journalStore.insert(database.sql, rows);
    this.#sinceTrim += rows.length;
    if (this.#sinceTrim > limit / 10) {
      await journalStore.trim(database.sql, projectId, limit);
      this.#sinceTrim = 0;
    }
    for (const { entry } of entries)
      if (entry.answer.webhooks.length > 0)
        this.#watched.push({ entry, notes: entry.notes.length, sinceMs: performance.now() });
    if (this.#watched.length > 0) this.#timer ??= setTimeout(() => void this.flush(), 1000);
    await database.pool.query('select pg_notify($1, $2)', [journalChannel, projectId]);
  }

  /** What became of callbacks comes after the call is stored. */
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
