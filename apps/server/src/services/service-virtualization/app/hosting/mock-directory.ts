/** The addresses of a mock. */
export interface MockPlaces {
  id: string;
  pathKey: string;
  port: number | null;
}

/** A key missing from the list may be new; the list is reread if it is older than this. */
const freshMs = 1000;

/**
 * MockDirectory caches the addresses of all mocks, so that calls to unknown addresses don't query the database each:
 * together they reread the list at most once a second.
 */
export class MockDirectory {
  readonly #list: () => Promise<MockPlaces[]>;
  readonly #nowMs: () => number;
  #byKey = new Map<string, MockPlaces>();
  #readAtMs = Number.NEGATIVE_INFINITY;
  /** Incremented by each change; the list includes those up to `#known`. */
  #version = 1;
  #known = 0;
  /** Never rejects. */
  #reading: Promise<void> | undefined;

  constructor(list: () => Promise<MockPlaces[]>, nowMs: () => number) {
    this.#list = list;
    this.#nowMs = nowMs;
  }

  /** Call when a mock was created, deleted or renamed. */
  changed(): void {
    this.#version += 1;
  }

  /** The mock of a key; undefined if there is none. */
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

  /** The current addresses of all mocks. */
  async all(): Promise<MockPlaces[]> {
    this.changed();
    await this.#reach(this.#version);
    return [...this.#byKey.values()];
  }

  /** Resolves when the list includes the changes up to a version; a read in progress may predate them. */
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
