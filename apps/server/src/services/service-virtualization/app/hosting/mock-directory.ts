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
  /** Grows with each change; the list has those up to `#known`. */
  #version = 1;
  #known = 0;
  /** Never rejects. */
  #reading: Promise<void> | undefined;

  constructor(list: () => Promise<MockPlaces[]>, nowMs: () => number) {
    this.#list = list;
    this.#nowMs = nowMs;
  }

  /** Something was made, deleted or renamed. */
  changed(): void {
    this.#version += 1;
  }

  /** The mock of a key; undefined where no mock has it. */
  async find(pathKey: string): Promise<MockPlaces | undefined> {
    await this.#reach(this.#version);
    const known = this.#byKey.get(pathKey);
    if (known !== undefined || this.#nowMs() - this.#readAtMs < freshMs) return known;
    if (this.#reading !== undefined) await this.#reading;
    else {
      this.changed();
      await this.#reach(this.#version);
    }
    return this.#byKey.get(pathKey);
  }

  /** Where all mocks are reached, as it is now. */
  async all(): Promise<MockPlaces[]> {
    this.changed();
    await this.#reach(this.#version);
    return [...this.#byKey.values()];
  }

  /** Resolves when the list has the changes up to a version: what is being read may be from before them. */
  async #reach(version: number): Promise<void> {
    while (this.#known < version) await (this.#reading ?? this.#read());
  }

  async #read(): Promise<void> {
    const version = this.#version;
    const reading = this.#list().then((rows) => {
      this.#byKey = new Map(rows.map((row) => [row.pathKey, row]));
      this.#readAtMs = this.#nowMs();
      this.#known = version;
    });
    this.#reading = reading.catch(() => undefined);
    try {
      await reading;
    } finally {
      this.#reading = undefined;
    }
  }
}
