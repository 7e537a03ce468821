import { createHash } from 'node:crypto';
import { timeLimit } from '@touchstone/engine-assert';
import {
  type AdminHooks,
  MockEngine,
  MockServer,
  type MockServerOptions,
  type PreparedStub,
  parseScope,
  Resource,
  type ResourceDefinition,
} from '@touchstone/engine-mock';
import { type RandomSource, sharedLoop } from '@touchstone/kernel';
import { type JsonObject, stubOf } from '../../domain/asset-content.ts';
import { CallAllowance } from '../../domain/call-allowance.ts';
import { settingsOf } from '../../domain/mock-settings.ts';
import { namesVariables, withVariables } from '../../domain/mock-variables.ts';
import type { AssetMark, AssetRow } from '../../store/assets.store.ts';
import type { MockRow } from '../../store/mocks.store.ts';
import { networkCheck } from './networks.ts';
import type { MockSurroundings } from './read-mock.ts';
import type { StateKeeper } from './state-keeper.ts';

/** Time limit of users' expressions, which may be slow. */
const expressionLimitMs = 50;

type Fake = (name: string, random: RandomSource) => unknown;

/** The dependencies of a mock. */
export interface RunningMockOptions {
  server: Pick<MockServerOptions, 'policy' | 'mark' | 'bodyLimit' | 'finish'>;
  hooks: AdminHooks;
  fake: Fake;
  callsPerSecond: number;
  now: () => Date;
  nowMs: () => number;
}

/** An asset as last loaded into the engine. */
interface Loaded {
  revision: number;
  name: string;
  isActive: boolean;
  /** Hash of the variables it was loaded with; undefined if it uses none. */
  variables: string | undefined;
  resource?: { hash: string; resource: Resource };
}

/** An asset that is ready to be loaded into the engine. */
export interface PreparedAsset {
  row: AssetRow;
  /** Hash of the variables it was prepared with; undefined if it uses none. */
  variables: string | undefined;
  stub?: PreparedStub;
}

/** RunningMock is the mock of a project in memory: its engine, and who may call it. */
export class RunningMock {
  readonly engine: MockEngine;
  readonly server: MockServer;
  readonly projectId: string;
  readonly organizationId: string;
  row: MockRow;
  surroundings: MockSurroundings;
  isAdmitted: (address: string) => boolean;
  readonly allowance: CallAllowance;
  lastCallMs: number;
  readonly #fake: Fake;
  readonly #loaded = new Map<string, Loaded>();
  #variablesMark = '';

  constructor(row: MockRow, surroundings: MockSurroundings, options: RunningMockOptions) {
    const settings = settingsOf(row.settings);
    this.row = row;
    this.projectId = row.id;
    this.organizationId = row.organizationId;
    this.surroundings = surroundings;
    this.#fake = options.fake;
    this.lastCallMs = options.nowMs();
    this.allowance = new CallAllowance(options.callsPerSecond, this.lastCallMs);
    this.engine = new MockEngine({
      journalLimit: settings.journalLimit,
      ...(settings.seed === null ? {} : { seed: settings.seed }),
      guard: timeLimit(expressionLimitMs),
      now: options.now,
      file: (name) => this.surroundings.files.get(name.replace(/^\/+/, '')),
      fake: options.fake,
      hostname: 'mock',
    });
    this.server = new MockServer(this.engine, {
      ...options.server,
      acceptsAnyCertificate: settings.acceptsAnyCertificate,
      hooks: options.hooks,
    });
    this.isAdmitted = () => true;
    this.apply(row, surroundings);
  }

  /** Applies settings, switch, variables, files and documents. */
  apply(row: MockRow, surroundings: MockSurroundings): void {
    const settings = settingsOf(row.settings);
    this.row = row;
    this.surroundings = surroundings;
    this.engine.isEnabled = row.isEnabled;
    if (this.engine.journal.limit !== settings.journalLimit) this.engine.journal.limit = settings.journalLimit;
    const { delay } = settings;
    Object.assign(this.engine.settings, {
      cors: settings.cors,
      strict: settings.isStrict,
      stateScope: parseScope(settings.stateScope) ?? 'global',
      proxyUnmatched: settings.proxyTo ?? undefined,
      fixedDelay: delay?.type === 'fixed' ? delay.milliseconds : undefined,
      delayDistribution: delay !== null && delay.type !== 'fixed' ? delay : undefined,
    });
    this.engine.validators = surroundings.validators;
    this.isAdmitted = networkCheck(settings.allowedNetworks);
    this.#variablesMark = hashOf([...surroundings.variables]);
  }

  /** Of these assets, the ids of those whose stored version isn't loaded. */
  unread(marks: readonly AssetMark[]): string[] {
    return marks.filter((mark) => !this.#isRead(mark)).map(({ id }) => id);
  }

  /** Prepares assets, yielding to other work in between; they take effect when passed to `put`. */
  prepare(rows: readonly AssetRow[]): Promise<PreparedAsset[]> {
    return sharedLoop.work(this.#prepareEach(rows));
  }

  *#prepareEach(rows: readonly AssetRow[]): Generator<undefined, PreparedAsset[]> {
    const prepared: PreparedAsset[] = [];
    for (const row of rows) {
      if (!this.#isRead(row)) prepared.push(this.#prepareOne(row));
      yield;
    }
    return prepared;
  }

  /** Loads assets into the engine, all together. */
  put(assets: readonly PreparedAsset[], keeper: StateKeeper): void {
    for (const one of assets) this.#putOne(one, keeper);
  }

  /** Removes those of `before` that aren't in `marks`, and applies the switches of the others. */
  keep(marks: readonly AssetMark[], before: readonly string[]): void {
    const present = new Set(marks.map(({ id }) => id));
    for (const id of before) if (!present.has(id)) this.remove(id);
    this.switch(marks);
  }

  /** Applies the switches of assets; skips those whose stored version isn't loaded yet. */
  switch(marks: readonly AssetMark[]): void {
    for (const mark of marks) if (this.#isRead(mark)) this.#switch(mark);
  }

  #isActive({ isEnabled, suiteId }: AssetMark): boolean {
    return isEnabled && this.surroundings.active.has(suiteId);
  }

  /** Whether an asset's stored version is loaded, ignoring its switch. */
  #isRead(mark: AssetMark): boolean {
    const known = this.#loaded.get(mark.id);
    if (known === undefined || known.revision !== mark.revision || known.name !== mark.name) return false;
    return known.variables === undefined || known.variables === this.#variablesMark;
  }

  #switch(mark: AssetMark): void {
    const known = this.#loaded.get(mark.id);
    const isActive = this.#isActive(mark);
    if (known === undefined || isActive === known.isActive) return;
    known.isActive = isActive;
    if (known.resource === undefined) this.engine.index.setEnabled(mark.id, isActive);
    else if (isActive) this.engine.resources.set(mark.id, known.resource.resource);
    else this.engine.resources.delete(mark.id);
  }

  #prepareOne(row: AssetRow): PreparedAsset {
    const { content } = row;
    const variables = namesVariables(content) ? this.#variablesMark : undefined;
    if (content.form !== 'stub') return { row, variables };
    const stub = withVariables(stubOf(content, row.id, row.name), this.surroundings.variables);
    return { row, variables, stub: this.engine.prepare({ ...stub, enabled: this.#isActive(row) }) };
  }

  #putOne({ row, variables, stub }: PreparedAsset, keeper: StateKeeper): void {
    const isActive = this.#isActive(row);
    const known = this.#loaded.get(row.id);
    const { revision, name, content } = row;
    // A later edit may have been applied during the preparation.
    if (known !== undefined && known.revision > revision) return;
    const loaded: Loaded = { revision, name, isActive, variables };
    if (content.form === 'resource') this.#putResource(row, content.resource, { loaded, known, isActive, keeper });
    else if (stub?.compiled === undefined) this.engine.remove(row.id);
    else {
      this.engine.add(stub);
      if (stub.stub.enabled !== isActive) this.engine.index.setEnabled(row.id, isActive);
    }
    this.#loaded.set(row.id, loaded);
  }

  #putResource(
    row: AssetRow,
    given: JsonObject,
    about: { loaded: Loaded; known: Loaded | undefined; isActive: boolean; keeper: StateKeeper },
  ): void {
    const { loaded, known, isActive, keeper } = about;
    const { variables } = this.surroundings;
    const definition = withVariables({ name: row.name, ...given }, variables) as unknown as ResourceDefinition;
    // A variable with another value makes it another definition.
    const hash = hashOf(withVariables(given, variables));
    try {
      const resource = known?.resource?.hash === hash ? known.resource.resource : new Resource(definition, this.#fake);
      if (resource !== known?.resource?.resource) {
        const stored = keeper.storedRecords(row.id, hash);
        if (stored) resource.restore(stored);
        resource.onChange = (change) => keeper.recordsChanged(row.id, { hash, resource, change });
      }
      loaded.resource = { hash, resource };
      if (isActive) this.engine.resources.set(row.id, resource);
      else this.engine.resources.delete(row.id);
    } catch {
      this.engine.resources.delete(row.id);
    }
  }

  /** Marks assets as not loaded, so that they are prepared again; until then the engine keeps its version. */
  forget(ids: readonly string[]): void {
    for (const id of ids) this.#loaded.delete(id);
  }

  remove(id: string): void {
    this.#loaded.delete(id);
    this.engine.remove(id);
    this.engine.resources.delete(id);
  }

  /** The ids of all loaded assets. */
  assetIds(): string[] {
    return [...this.#loaded.keys()];
  }

  resourceOf(name: string): { assetId: string; resource: Resource } | undefined {
    for (const [assetId, { resource }] of this.#loaded)
      if (resource && resource.resource.definition.name === name) return { assetId, resource: resource.resource };
    return undefined;
  }

  resources(): { assetId: string; resource: Resource }[] {
    return [...this.#loaded].flatMap(([assetId, { resource }]) =>
      resource ? [{ assetId, resource: resource.resource }] : [],
    );
  }
}

const hashOf = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, 22);
