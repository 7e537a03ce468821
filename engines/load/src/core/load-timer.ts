/** LoadTimer is the clock of the executors; tests control it. */
export interface LoadTimer {
  /** Milliseconds with fractions; arbitrary origin, monotonic. */
  nowMs(): number;
  /**
   * Calls back once at `ms` of the same origin or as soon as possible after it, never before. Returns a function that
   * cancels it.
   */
  at(ms: number, callback: () => void): () => void;
}
