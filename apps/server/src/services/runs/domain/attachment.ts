/** A file of a run or of one of its steps. */
export interface Attachment {
  attachmentId: string;
  runId: string;
  /** Null if it belongs to the run as a whole. */
  stepId: string | null;
  stepTitle: string | null;
  name: string;
  mediaType: string;
  sizeBytes: number;
  /** SHA-256, hexadecimal; equal content is stored once. */
  contentHash: string;
  createdAt: Date;
}

/** A file that a kind attaches to a run. */
export interface NewAttachment {
  name: string;
  mediaType: string;
  content: AsyncIterable<Uint8Array> | Uint8Array;
  /** The step it belongs to; default: the run as a whole. */
  stepId?: string;
}
