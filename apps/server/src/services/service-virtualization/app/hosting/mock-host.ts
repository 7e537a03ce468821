import { setTimeout as pause } from 'node:timers/promises';
import { loadXPath } from '@touchstone/engine-assert';
import { loadFakeValues } from '@touchstone/engine-data';
import type { FinishedCall, MockAnswer, RequestView, StubChanges } from '@touchstone/engine-mock';
import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../../platform/platform.ts';
import { sessionOptions } from '../../../workspaces/index.ts';
import type { VirtualizationSettings } from '../../config.ts';
import { confinedAs } from '../../domain/mock-headers.ts';
import { virtualizationErrors } from '../../errors.ts';
import { assetsStore } from '../../store/assets.store.ts';
import { journalStore } from '../../store/journal.store.ts';
import { type MockRow, mocksStore } from '../../store/mocks.store.ts';
import { recordingsStore } from '../../store/recordings.store.ts';
import type { MockReach } from '../projects/mock-reach.ts';
import type { AdminRecordings } from '../recordings/admin-recordings.ts';
import { HostedRecording } from '../recordings/hosted-recording.ts';
import { FaultKeeper } from './fault-keeper.ts';
import { flushEveryMs, JournalKeeper } from './journal-keeper.ts';
import type { KeepAdminEdits } from './keep-admin-edits.ts';
import { MockDirectory, type MockPlaces } from './mock-directory.ts';
import { MockOperations } from './mock-operations.ts';
import type { ReadMock } from './read-mock.ts';
import { refusal, unstored } from './refusals.ts';
import { type PreparedAsset, RunningMock } from './running-mock.ts';
import { ServedElsewhere } from './served-elsewhere.ts';
import { LostMock, StateKeeper } from './state-keeper.ts';

/** A change of a mock: some assets, its faults, or everything around them. */
export type MockChange = { kind: 'assets'; ids: readonly string[] } | { kind: 'faults' } | { kind: 'all' };

/** A mock hosted by this process. */
export interface HostedMock {
  mock: RunningMock;
  state: StateKeeper;
  journal: JournalKeeper;
  faults: FaultKeeper;
  recording: HostedRecording;
  /** Admin API edits run one after another; `changes` returns those of the current one. */
  admin: { isBusy: Promise<void>; changes: () => StubChanges };
}

const changeChannel = 'service_virtualization_changed';
const sweepEveryMs = 60_000;

interface Parts {
  platform: Platform;
  settings: VirtualizationSettings;
  reach: MockReach;
  read: ReadMock;
  keepAdminEdits: KeepAdminEdits;
  adminRecordings: AdminRecordings;
}

/**
 * MockHost hosts the mocks that this process serves: each is loaded from the database on first use, follows every edit
 * immediately, and is unloaded when idle. Among several processes, one hosts a mock for as long as it lives.
 */
export class MockHost {
  readonly #parts: Parts;
  /** The name of this process, as declared to the others. */
  readonly process: string;
  /** Operations on mocks, including those hosted by other processes. */
  readonly operations: MockOperations;
  readonly #takeOverThere: (projectId: string, change: MockChange) => Promise<unknown>;
  readonly #hosted = new Map<string, Promise<HostedMock>>();
  readonly #directory: MockDirectory;
  /** Edits of a mock are applied one after another. */
  readonly #updates = new Map<string, Promise<void>>();
  /** Called when the addresses of mocks may have changed. */
  onPlaces: () => void = () => undefined;
  #undo: (() => void)[] = [];
  #sweep: NodeJS.Timeout | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    const { processes, processCalls } = parts.platform;
    this.process = processes.own;
    this.operations = new MockOperations((projectId) => this.open(projectId), processCalls);
    this.#takeOverThere = this.operations.define('host.changed', ({ mock }, change: MockChange) =>
      this.#update(mock.projectId, change),
    );
    const { clock } = parts.platform;
    this.#directory = new MockDirectory(parts.reach.list, () => clock.monotonicMs());
  }

  /** The mock of a project. Throws if another living process hosts it. */
  open(projectId: string): Promise<HostedMock> {
    const known = this.#hosted.get(projectId);
    if (known) return known;
    const opened = this.#load(projectId);
    this.#hosted.set(projectId, opened);
    opened.catch(() => this.#hosted.delete(projectId));
    return opened;
  }

  /** The mock at an address; undefined if there is none. */
  async find(pathKey: string): Promise<HostedMock | undefined> {
    const found = await this.#directory.find(pathKey);
    return found && this.open(found.id);
  }

  /** The current addresses of all mocks. */
  places(): Promise<MockPlaces[]> {
    return this.#directory.all();
  }

  #placesChanged(): void {
    this.#directory.changed();
    this.onPlaces();
  }

  /** Call when a mock was created, restored or is reachable again. */
  async appeared(projectId: string): Promise<void> {
    this.#placesChanged();
    await this.#tell(projectId, { kind: 'all' });
  }

  /** Applies an edit; resolves when the mock answers accordingly, whichever process hosts it. */
  async changed(projectId: string, change: MockChange): Promise<void> {
    if (change.kind === 'all') this.#placesChanged();
    await this.#update(projectId, change);
    await this.#tell(projectId, change);
    await this.#changedThere(projectId, change);
  }

  /** Applies an edit in the hosting process before its caller continues; if that fails, the notification does. */
  async #changedThere(projectId: string, change: MockChange): Promise<void> {
    if (this.#hosted.has(projectId)) return;
    const { platform } = this.#parts;
    const { processes } = platform;
    const row = await mocksStore.findById(platform.database.sql, projectId);
    if (!row?.servedBy || row.servedBy === this.process || !(await processes.addressOf(row.servedBy))) return;
    await this.#takeOverThere(projectId, change).catch((error: unknown) =>
      platform.log.warn({ err: error, projectId }, 'another process did not take over an edit of a mock'),
    );
  }

  /** Unloads a mock that is no longer reachable, as when its project was deleted. */
  async dropped(projectId: string): Promise<void> {
    this.#placesChanged();
    this.#forget(projectId);
    await this.#tell(projectId, { kind: 'all' });
  }

  /** Unloads a mock, so that it is loaded again. */
  async reload(projectId: string): Promise<void> {
    const hosted = await this.#hosted.get(projectId);
    await hosted?.journal.flush();
    this.#forget(projectId);
  }

  /** Resolves when all calls of a mock so far are stored, if this process hosts it. */
  async flush(projectId: string): Promise<void> {
    const hosted = await this.#hosted.get(projectId)?.catch(() => undefined);
    await hosted?.journal.flush();
  }

  /** The requests of the calls in memory, by call id; empty if another process hosts the mock. */
  async recent(projectId: string): Promise<ReadonlyMap<string, RequestView>> {
    const hosted = await this.#hosted.get(projectId)?.catch(() => undefined);
    return new Map(hosted?.mock.engine.journal.list().map(({ id, request }) => [id, request]));
  }

  /** Resolves when all calls of a mock so far are stored, whichever process hosts it. */
  async flushed(projectId: string): Promise<void> {
    if (this.#hosted.has(projectId)) return this.flush(projectId);
    await pause(flushEveryMs * 2);
  }

  async start(): Promise<void> {
    const { notifier } = this.#parts.platform;
    this.#undo.push(await notifier.listen(changeChannel, (text) => this.#hear(text)));
    // Notifications sent while the connection was down were missed.
    this.#undo.push(
      notifier.onReconnect(() => {
        this.#placesChanged();
        for (const projectId of this.#hosted.keys()) void this.#update(projectId, { kind: 'all' });
      }),
    );
    this.#sweep = setInterval(() => void this.#dropIdle(), sweepEveryMs);
    this.#sweep.unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.#sweep);
    for (const undo of this.#undo) undo();
    const all = await Promise.all([...this.#hosted.values()].map((one) => one.catch(() => undefined)));
    for (const hosted of all) {
      hosted?.faults.stop();
      await hosted?.journal.flush();
      await hosted?.state.settled().catch(() => undefined);
      await hosted?.mock.server.stop();
    }
    const { sql } = this.#parts.platform.database;
    await mocksStore.release(sql, [...this.#hosted.keys()], this.process).catch(() => undefined);
  }

  /** The row of a mock that this process hosts. Throws ServedElsewhere if another process does, or should. */
  async #claim(projectId: string): Promise<MockRow> {
    const { config, database, processes } = this.#parts.platform;
    const { sql } = database;
    await processes.announce();
    // Processes with other roles only run tests.
    const claimed = config.roles.includes('api')
      ? await mocksStore.claim(sql, projectId, this.process)
      : await mocksStore.findById(sql, projectId);
    if (!claimed || claimed.isAway) throw new AppError(virtualizationErrors.projectNotFound);
    if (claimed.servedBy === this.process) return claimed;
    const isThere = claimed.servedBy !== null && (await processes.addressOf(claimed.servedBy)) !== undefined;
    const other = isThere ? claimed.servedBy : (await processes.others('api'))[0];
    if (!other) throw new AppError(virtualizationErrors.noHost);
    throw new ServedElsewhere(other);
  }

  async #load(projectId: string): Promise<HostedMock> {
    const { platform, settings, read } = this.#parts;
    const row = await this.#claim(projectId);
    const [surroundings, fake] = await Promise.all([
      read.surroundings({ organizationId: row.organizationId, projectId }),
      loadFakeValues(),
      loadXPath(),
    ]);
    const { addressPolicy } = sessionOptions(platform, { organizationId: row.organizationId, projectId: undefined });
    const state = new StateKeeper(platform.database, { projectId, process: this.process });
    const recordings = this.#parts.adminRecordings(() => ({ projectId, recording: hosted.recording }));
    const mock: RunningMock = new RunningMock(row, surroundings, {
      fake,
      callsPerSecond: settings.MOCK_CALLS_PER_SECOND,
      now: () => platform.clock.now(),
      nowMs: () => platform.clock.monotonicMs(),
      hooks: { save: () => true, recordings },
      server: {
        ...(addressPolicy && { policy: addressPolicy }),
        mark: platform.engineMark,
        bodyLimit: settings.MOCK_BODY_MB * 1024 * 1024,
        finish: (answer, about) => {
          const finished = this.#finish(hosted, answer, about);
          const { mount } = about;
          const confine = (made: MockAnswer) => confinedAs(made, mount ?? '');
          return finished instanceof Promise ? finished.then(confine) : confine(finished);
        },
      },
    });
    const hosted: HostedMock = {
      mock,
      state,
      journal: new JournalKeeper(platform, mock),
      faults: new FaultKeeper(platform, mock),
      recording: new HostedRecording(platform, mock),
      admin: { isBusy: Promise.resolve(), changes: () => ({ changed: [], gone: [] }) },
    };
    await state.follow(mock.engine.state);
    await this.#follow(hosted);
    await hosted.faults.load();
    await hosted.recording.refresh();
    return hosted;
  }

  /** Runs an admin API edit once the previous ones are stored. */
  async editAsAdmin(hosted: HostedMock, perform: () => Promise<void>): Promise<void> {
    const { admin } = hosted;
    const edit = admin.isBusy.then(() => {
      admin.changes = hosted.mock.engine.index.watch();
      return perform();
    });
    admin.isBusy = edit.catch(() => undefined);
    await edit;
  }

  /** Delays the answer until the call's changes are stored. */
  #finish(
    hosted: HostedMock,
    answer: MockAnswer,
    { entry, request, cause }: FinishedCall,
  ): MockAnswer | Promise<MockAnswer> {
    const { state, journal } = hosted;
    if (entry) journal.add(entry, cause);
    const isEdit = entry === undefined && request.method !== 'GET';
    if (!isEdit) return state.isSettled ? answer : this.#stored(hosted, answer, state.settled());
    const path = request.url.split('?')[0] ?? '';
    const kept = this.#parts.keepAdminEdits.store(hosted, path).then(async () => {
      if (/^\/__admin\/(?:reset|requests(?:\/reset)?)$/.test(path) && hosted.mock.engine.journal.size === 0) {
        await journal.clear();
        await journalStore.clear(this.#parts.platform.database.sql, hosted.mock.projectId);
      }
      if (path === '/__admin/recordings/stop' && answer.status === 200)
        await recordingsStore.setNewestSaved(this.#parts.platform.database.sql, hosted.mock.projectId);
      await state.settled();
    });
    return this.#stored(hosted, answer, kept);
  }

  async #stored(hosted: HostedMock, answer: MockAnswer, work: Promise<void>): Promise<MockAnswer> {
    const { projectId } = hosted.mock;
    try {
      await work;
      return answer;
    } catch (error) {
      if (error instanceof AppError && error.status < 500) return refusal(error);
      if (error instanceof LostMock) this.#forget(projectId);
      else this.#parts.platform.log.error({ err: error, projectId }, 'state of a mock was not stored');
      return unstored;
    }
  }

  #update(projectId: string, change: MockChange): Promise<void> {
    const before = this.#updates.get(projectId) ?? Promise.resolve();
    const update = before.then(() => this.#takeOver(projectId, change));
    const settled = update.catch(() => undefined);
    this.#updates.set(projectId, settled);
    void settled.then(() => {
      if (this.#updates.get(projectId) === settled) this.#updates.delete(projectId);
    });
    return update;
  }

  async #takeOver(projectId: string, change: MockChange): Promise<void> {
    const hosted = await this.#hosted.get(projectId)?.catch(() => undefined);
    if (!hosted) return;
    const { mock, state } = hosted;
    const { sql } = this.#parts.platform.database;
    if (change.kind === 'faults') return hosted.faults.load();
    if (change.kind === 'assets') {
      const rows = await assetsStore.listByIds(sql, projectId, change.ids);
      const prepared = await mock.prepare(rows);
      const present = new Set(rows.map(({ id }) => id));
      for (const id of change.ids) if (!present.has(id)) mock.remove(id);
      mock.switch(rows);
      mock.put(prepared, state);
      return;
    }
    const row = await mocksStore.findById(sql, projectId);
    if (!row || row.servedBy !== this.process || !(await this.#parts.reach.has(row))) {
      this.#forget(projectId);
      return;
    }
    const { acceptsAnyCertificate, seed } = mock.row.settings;
    if (acceptsAnyCertificate !== row.settings.acceptsAnyCertificate || seed !== row.settings.seed) {
      // These are fixed for the life of an engine.
      await this.reload(projectId);
      return;
    }
    const place = { organizationId: row.organizationId, projectId };
    mock.apply(row, await this.#parts.read.surroundings(place, mock.surroundings));
    await this.#follow(hosted);
    await hosted.recording.refresh();
  }

  /** Updates a mock to its project's current assets, all together; only changed ones are read, in batches. */
  async #follow({ mock, state }: HostedMock): Promise<void> {
    const { sql } = this.#parts.platform.database;
    const { projectId } = mock;
    const before = mock.assetIds();
    const marks = await assetsStore.listMarks(sql, projectId);
    const prepared: PreparedAsset[] = [];
    for await (const rows of assetsStore.partsByIds(sql, projectId, mock.unread(marks)))
      prepared.push(...(await mock.prepare(rows)));
    mock.keep(marks, before);
    mock.put(prepared, state);
  }

  #forget(projectId: string): void {
    void this.#hosted
      .get(projectId)
      ?.then(({ mock }) => mock.server.stop())
      .catch(() => undefined);
    this.#hosted.delete(projectId);
  }

  async #dropIdle(): Promise<void> {
    const { platform, settings } = this.#parts;
    const since = platform.clock.monotonicMs() - settings.MOCK_IDLE_MINUTES * 60_000;
    for (const [projectId, opened] of [...this.#hosted]) {
      const hosted = await opened.catch(() => undefined);
      if (!hosted || hosted.mock.lastCallMs > since || hosted.mock.server.recorder.order !== undefined) continue;
      await hosted.journal.flush();
      await hosted.state.settled().catch(() => undefined);
      this.#forget(projectId);
      // If the database is away, this process keeps its claim and loads the mock again on the next call.
      await mocksStore.release(platform.database.sql, [projectId], this.process).catch(() => undefined);
    }
  }

  async #tell(projectId: string, change: MockChange): Promise<void> {
    // A notification has at most 8,000 bytes.
    const ids = change.kind === 'assets' && change.ids.length <= 150 ? change.ids : undefined;
    const text = JSON.stringify({ from: this.process, projectId, ids, isOfFaults: change.kind === 'faults' });
    await this.#parts.platform.database.pool.query('select pg_notify($1, $2)', [changeChannel, text]);
  }

  #hear(text: string): void {
    const told = JSON.parse(text) as { from: string; projectId: string; ids?: string[]; isOfFaults?: boolean };
    if (told.from === this.process) return;
    const { projectId, ids, isOfFaults } = told;
    if (!ids && !isOfFaults) this.#placesChanged();
    void this.#update(projectId, ids ? { kind: 'assets', ids } : { kind: isOfFaults ? 'faults' : 'all' });
  }
}
