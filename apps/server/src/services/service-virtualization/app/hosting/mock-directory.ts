/** Where a mock is reached. */
export interface MockPlaces {
  id: string;
  pathKey: string;
  port: number | null;
}

/** What is not in the list may be new; after this the list is read again. */
const freshMs = 1000;

/**
 * MockDirectory knows the addresses of all mocks, so that a call to an address that no mock has costs no statement of its own: all of them
 * together read the list at most once a second.
 */
export class MockDirectory {
  readonly #list: () => Promise<MockPlaces[]>;
  readonly #nowMs: () => number;
  #byKey = new Map<string, MockPlaces>();
  #readAtMs = Number.NEGATIVE_INFINITY;
  #isStale = true;
  #reading: Promise<void> | undefined;

  constructor(list: () => Promise<MockPlaces[]>, nowMs: () => number) {
    this.#list = list;
    this.#nowMs = nowMs;
  }

  /** Something was made, deleted or renamed. */
  changed(): void {
    this.#isStale = true;
  }

  /** The mock of a key; undefined where no mock has it. */
  async find(pathKey: string): Promise<MockPlaces | undefined> {
    if (this.#isStale) await this.#read();
    const known = this.#byKey.get(pathKey);
    if (known !== undefined || this.#nowMs() - this.#readAtMs < freshMs) return known;
    await this.#read();
    return this.#byKey.get(pathKey);
  }

  /** Where all mocks are reached, as it is now. */
  async all(): Promise<MockPlaces[]> {
    this.#isStale = true;
    await this.#read();
    return [...this.#byKey.values()];
  }

  async #read(): Promise<void> {
    // What is being read may be from before the change.
    while (this.#reading !== undefined) {
      await this.#reading;
      if (!this.#isStale) return;
    }
    this.#isStale = false;
    const reading = this.#list().then((rows) => {
      this.#byKey = new Map(rows.map((row) => [row.pathKey, row]));
      this.#readAtMs = this.#nowMs();
    });
    this.#reading = reading.catch(() => undefined);
    try {
      await reading;
    } catch (error) {
      this.#isStale = true;
      throw error;
    } finally {
      this.#reading = undefined;
    }
  }
}
