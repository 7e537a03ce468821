import type { Platform } from '../../../../platform/platform.ts';
import { faultStub } from '../../domain/fault-stub.ts';
import { type FaultRow, faultsStore } from '../../store/faults.store.ts';
import type { RunningMock } from './running-mock.ts';

/** FaultKeeper applies the stored faults to a mock, and removes each when it ends. */
export class FaultKeeper {
  readonly #platform: Platform;
  readonly #mock: RunningMock;
  #rows: readonly FaultRow[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(platform: Platform, mock: RunningMock) {
    this.#platform = platform;
    this.#mock = mock;
  }

  /** Loads the stored faults. */
  async load(): Promise<void> {
    const { database, clock } = this.#platform;
    const now = clock.now();
    const rows = await faultsStore.list(database.sql, this.#mock.projectId, now);
    const present = new Set(rows.map(({ id }) => id));
    for (const { id } of this.#rows) if (!present.has(id)) this.#mock.engine.remove(id);
    this.#rows = rows;
    this.apply();
    this.stop();
    if (rows.length === 0) return;
    const next = Math.min(...rows.map(({ endsAt }) => endsAt.getTime()));
    this.#timer = setTimeout(() => void this.#end(), Math.max(next - now.getTime(), 0) + 1);
    this.#timer.unref();
  }

  /** Adds the faults to the engine again, in case its stubs were removed. */
  apply(): void {
    for (const row of this.#rows) this.#mock.engine.put(faultStub(row));
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  async #end(): Promise<void> {
    const { database, clock, log } = this.#platform;
    try {
      await this.load();
      await faultsStore.deleteEnded(database.sql, this.#mock.projectId, clock.now());
    } catch (error) {
      log.warn({ err: error, projectId: this.#mock.projectId }, 'an ended fault of a mock could not be taken away');
    }
  }
}
