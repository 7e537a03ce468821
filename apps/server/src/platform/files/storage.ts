import type { Readable } from 'node:stream';

/** Storage keeps bytes under keys: a folder, or an S3-compatible bucket. Keys have only `a-z 0-9 - / .`. */
export interface Storage {
  /** Where the bytes lie, for people: a folder, or host and bucket. */
  place: string;
  /** Stores the whole stream; on failure nothing is left under the key. Answers the number of bytes. */
  put(key: string, stream: Readable, options: { contentType: string; sizeBytes?: number }): Promise<number>;
  /** Undefined where nothing lies under the key. */
  get(key: string): Promise<Readable | undefined>;
  delete(key: string): Promise<void>;
  /** Throws where the storage cannot be used. */
  check(): Promise<void>;
  /** Whether no file of this product lies there. */
  isEmpty(): Promise<boolean>;
}
