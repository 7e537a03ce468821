import type { Stub } from '../stub.ts';

/** DefaultStubs are the stubs that a reset restores, in the order in which they were kept. */
export class DefaultStubs {
  readonly #stubs = new Map<string, Stub>();

  /** Keeps a stub as it is now, replacing the one with its id. */
  keep(stub: Stub): void {
    this.#stubs.delete(stub.id);
    this.#stubs.set(stub.id, stub);
  }

  drop(id: string): void {
    this.#stubs.delete(id);
  }

  clear(): void {
    this.#stubs.clear();
  }

  list(): Stub[] {
    return [...this.#stubs.values()];
  }
}
