import type { Resource, ResourceChange, ResourceItem, StateStore } from '@touchstone/engine-mock';
import type { Sql } from '../../../../platform/database/pool.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { mocksStore } from '../../store/mocks.store.ts';
import { type RecordRow, stateStore } from '../../store/state.store.ts';

/** Changed records: all, or some by their ids (null: deleted). */
interface DirtyRecords {
  hash: string;
  resource: Resource;
  isAll: boolean;
  items: Map<string, ResourceItem | null>;
}

/** Another process hosts the mock now: the changes of this one are no longer valid. */
export class LostMock extends Error {}

/**
 * StateKeeper stores the state of a mock. Before a call is answered, `settled` must resolve: everything that has
 * changed so far is stored then. Changes of concurrent calls share a transaction.
 */
export class StateKeeper {
  readonly #database: Platform['database'];
  readonly #projectId: string;
  readonly #process: string;
  #state: StateStore | undefined;
  readonly #scopes = new Set<string>();
  readonly #records = new Map<string, DirtyRecords>();
  readonly #stored = new Map<string, { hash: string; items: ResourceItem[] }>();
  #position = 0;
  #writing: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(database: Platform['database'], { projectId, process }: { projectId: string; process: string }) {
    this.#database = database;
    this.#projectId = projectId;
    this.#process = process;
  }

  /** Restores the stored state, and tracks changes of `state` from now on. */
  async follow(state: StateStore): Promise<void> {
    const { sql } = this.#database;
    const [scopes, resources, records] = await Promise.all([
      stateStore.scopes(sql, this.#projectId),
      stateStore.resources(sql, this.#projectId),
      stateStore.records(sql, this.#projectId),
    ]);
    state.restore(scopes);
    for (const [assetId, hash] of resources) this.#stored.set(assetId, { hash, items: [] });
    for (const { assetId, item, position } of records) {
      this.#stored.get(assetId)?.items.push(item);
      this.#position = Math.max(this.#position, position);
    }
    this.#state = state;
    state.onChange = (scope) => this.#scopes.add(scope);
  }

  /** The stored records of a resource; undefined if none were changed, or if its definition has changed since. */
  storedRecords(assetId: string, hash: string): ResourceItem[] | undefined {
    const found = this.#stored.get(assetId);
    this.#stored.delete(assetId);
    return found?.hash === hash ? found.items : undefined;
  }

  recordsChanged(
    assetId: string,
    { hash, resource, change }: { hash: string; resource: Resource; change: ResourceChange },
  ): void {
    const known = this.#records.get(assetId);
    const dirty = known ?? { hash, resource, isAll: false, items: new Map() };
    if (change.kind === 'all') {
      dirty.isAll = true;
      dirty.items.clear();
    } else if (!dirty.isAll) dirty.items.set(change.id, change.kind === 'put' ? change.item : null);
    this.#records.set(assetId, dirty);
  }

  get isSettled(): boolean {
    return this.#scopes.size === 0 && this.#records.size === 0 && this.#writing === undefined;
  }

  /** Resolves when all changes so far are stored. */
  settled(): Promise<void> {
    if (this.#writing === undefined) {
      if (this.#scopes.size === 0 && this.#records.size === 0) return Promise.resolve();
      this.#writing = this.#write().finally(() => {
        this.#writing = undefined;
      });
      return this.#writing;
    }
    if (this.#scopes.size === 0 && this.#records.size === 0) return this.#writing;
    this.#next ??= this.#writing
      .catch(() => undefined)
      .then(() => {
        this.#next = undefined;
        return this.settled();
      });
    return this.#next;
  }

  async #write(): Promise<void> {
    const scopes = [...this.#scopes];
    const records = [...this.#records];
    this.#scopes.clear();
    this.#records.clear();
    try {
      await this.#database.transaction(async (sql) => {
        const row = await mocksStore.findById(sql, this.#projectId);
        if (row?.servedBy !== this.#process) throw new LostMock();
        await this.#writeScopes(sql, scopes);
        for (const [assetId, dirty] of records) await this.#writeRecords(sql, assetId, dirty);
      });
    } catch (error) {
      // Failed writes are retried with the next change.
      for (const scope of scopes) this.#scopes.add(scope);
      for (const [assetId, dirty] of records) this.#restoreDirty(assetId, dirty);
      throw error;
    }
  }

  #restoreDirty(assetId: string, dirty: DirtyRecords): void {
    const since = this.#records.get(assetId);
    if (since?.isAll) return;
    for (const [id, item] of since?.items ?? []) if (!dirty.isAll) dirty.items.set(id, item);
    this.#records.set(assetId, dirty);
  }

  async #writeScopes(sql: Sql, scopes: readonly string[]): Promise<void> {
    const found = scopes.map((scope) => this.#state?.snapshot(scope)).filter((one) => one !== undefined);
    const isEmpty = ({ scenarios, values }: (typeof found)[number]) =>
      Object.keys(scenarios).length === 0 && Object.keys(values).length === 0;
    const kept = found.filter((one) => !isEmpty(one));
    const names = new Set(kept.map(({ scope }) => scope));
    await stateStore.deleteScopes(
      sql,
      this.#projectId,
      scopes.filter((scope) => !names.has(scope)),
    );
    await stateStore.putScopes(
      sql,
      kept.map((one) => ({ projectId: this.#projectId, ...one })),
    );
  }

  async #writeRecords(sql: Sql, assetId: string, { hash, resource, isAll, items }: DirtyRecords): Promise<void> {
    const projectId = this.#projectId;
    const isFirst = !this.#marked.has(`${assetId}:${hash}`);
    await stateStore.markResource(sql, { assetId, projectId, definitionHash: hash });
    const rowOf = (item: ResourceItem): RecordRow => {
      this.#position += 1;
      return { assetId, projectId, recordId: String(item[resource.idKey]), position: this.#position, item };
    };
    if (isAll || isFirst) {
      await stateStore.deleteRecords(sql, assetId);
      await stateStore.putRecords(sql, resource.items.map(rowOf));
    } else {
      const gone = [...items].filter(([, item]) => item === null).map(([id]) => id);
      await stateStore.deleteRecords(sql, assetId, gone);
      await stateStore.putRecords(sql, [...items.values()].filter((item) => item !== null).map(rowOf));
    }
    this.#marked.add(`${assetId}:${hash}`);
  }
  /** Resources whose records are all stored. */
  readonly #marked = new Set<string>();
}
