import type { Readable } from 'node:stream';

/** Storage stores bytes under keys, in a folder or an S3-compatible bucket. Keys contain only `a-z 0-9 - / .`. */
export interface Storage {
  /** The location for display: a folder, or host and bucket. */
  place: string;
  /** Stores the complete stream; a failure leaves nothing under the key. Returns the number of bytes. */
  put(key: string, stream: Readable, options: { contentType: string; sizeBytes?: number }): Promise<number>;
  /** Undefined if nothing is stored under the key. */
  get(key: string): Promise<Readable | undefined>;
  delete(key: string): Promise<void>;
  /** Throws if the storage can't be used. */
  check(): Promise<void>;
  /** Whether it contains no file of this product. */
  isEmpty(): Promise<boolean>;
}
