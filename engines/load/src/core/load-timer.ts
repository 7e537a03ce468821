/** LoadTimer is the clock that executors run on; tests hold it. */
export interface LoadTimer {
  /** Milliseconds with fractions; any origin, never backwards. */
  nowMs(): number;
  /** Calls back once at `ms` of the same origin or as soon as possible after it, never before. Gives what cancels it. */
  at(ms: number, callback: () => void): () => void;
}
