import type { Hash } from 'node:crypto';
import type { PreparedBody } from '../../core/prepare-request.ts';
import { type FileSource, type OpenedFile, openFile, streamFile } from './file-source.ts';
import { MultipartForm } from './multipart.ts';

/** OutgoingBody is the body of one exchange with opened files, so that its length is known before sending. */
export class OutgoingBody {
  /** Bytes in memory; undefined for a streamed body. */
  readonly bytes: Uint8Array | undefined;
  readonly #form: MultipartForm | undefined;
  readonly #file: OpenedFile | undefined;

  private constructor(content: { bytes?: Uint8Array; form?: MultipartForm; file?: OpenedFile }) {
    this.bytes = content.bytes;
    this.#form = content.form;
    this.#file = content.file;
  }

  /** Opens the files of a body. Throws FILE if one is missing. */
  static async open(body: PreparedBody, files: FileSource | undefined): Promise<OutgoingBody> {
    if (body.kind === 'multipart') {
      return new OutgoingBody({ form: await MultipartForm.open(body.fields, body.boundary, files) });
    }
    if (body.kind === 'file') {
      const file = await openFile(files, { fileId: body.fileId, label: 'The file of the body' });
      return new OutgoingBody({ file });
    }
    return new OutgoingBody(body.kind === 'bytes' ? { bytes: body.bytes } : {});
  }

  /** Undefined if there is no body at all. */
  get sizeBytes(): number | undefined {
    return this.bytes?.length ?? this.#form?.sizeBytes ?? this.#file?.sizeBytes;
  }

  /** The streamed bytes; undefined if they are in memory or there are none. */
  stream(): AsyncGenerator<Buffer> | undefined {
    if (this.#form !== undefined) return this.#form.stream();
    return this.#file === undefined ? undefined : streamFile(this.#file);
  }

  /** The sent body for display, with names instead of file contents. */
  preview(): Uint8Array {
    if (this.#form !== undefined) return this.#form.preview();
    if (this.#file === undefined) return this.bytes ?? new Uint8Array();
    return Buffer.from(`(${this.#file.fileName}, ${this.#file.sizeBytes} bytes)`);
  }

  /** Feeds the body, or its first `maxBytes`, into a hash instead of sending it. */
  async hashInto(hash: Hash, maxBytes = Number.POSITIVE_INFINITY): Promise<void> {
    if (this.bytes !== undefined) hash.update(this.bytes.subarray(0, maxBytes));
    let leftBytes = maxBytes;
    for await (const chunk of this.stream() ?? []) {
      hash.update(chunk.subarray(0, leftBytes));
      leftBytes -= chunk.length;
      if (leftBytes <= 0) break;
    }
  }

  /** Closes files that won't be read. */
  discard(): void {
    this.#form?.discard();
    this.#file?.stream.destroy();
  }
}
