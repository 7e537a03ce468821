import type { FormField } from '../../core/plan.ts';
import { type FileSource, type OpenedFile, openFile, streamFile } from './file-source.ts';

interface Part {
  head: Buffer;
  text: Buffer | undefined;
  file: OpenedFile | undefined;
}

const lineEnd = Buffer.from('\r\n');

/** MultipartForm is a form with opened files, so that its length is known before streaming. */
export class MultipartForm {
  readonly #parts: Part[];
  readonly #boundary: string;

  private constructor(parts: Part[], boundary: string) {
    this.#parts = parts;
    this.#boundary = boundary;
  }

  /** Opens the files of a form. Throws FILE if one is missing. */
  static async open(
    fields: readonly FormField[],
    boundary: string,
    files: FileSource | undefined,
  ): Promise<MultipartForm> {
    const parts: Part[] = [];
    const form = new MultipartForm(parts, boundary);
    try {
      for (const field of fields) parts.push(await openPart(field, boundary, files));
      return form;
    } catch (error) {
      form.discard();
      throw error;
    }
  }

  get sizeBytes(): number {
    let size = this.#end().length;
    for (const { head, text, file } of this.#parts)
      size += head.length + (text?.length ?? file?.sizeBytes ?? 0) + lineEnd.length;
    return size;
  }

  async *stream(): AsyncGenerator<Buffer> {
    for (const { head, text, file } of this.#parts) {
      yield head;
      if (text !== undefined) yield text;
      if (file !== undefined) yield* streamFile(file);
      yield lineEnd;
    }
    yield this.#end();
  }

  /** The sent body for display, with names instead of file contents. */
  preview(): Buffer {
    const pieces = this.#parts.flatMap(({ head, text, file }) => [
      head,
      text ?? Buffer.from(`(${file?.fileName}, ${file?.sizeBytes} bytes)`),
      lineEnd,
    ]);
    return Buffer.concat([...pieces, this.#end()]);
  }

  /** Closes files that won't be read. */
  discard(): void {
    for (const { file } of this.#parts) file?.stream.destroy();
  }

  #end(): Buffer {
    return Buffer.from(`--${this.#boundary}--\r\n`);
  }
}

async function openPart(field: FormField, boundary: string, files: FileSource | undefined): Promise<Part> {
  const name = escapeQuoted(field.key);
  if (field.kind === 'text') {
    const type = field.contentType ? `\r\nContent-Type: ${oneLine(field.contentType)}` : '';
    const head = Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${type}\r\n\r\n`);
    return { head, text: Buffer.from(field.value), file: undefined };
  }
  const { fileId } = field;
  const label = `The file of the form field ${field.key}`;
  const file = await openFile(files, { fileId, fileName: field.fileName, label });
  const fileName = escapeQuoted(field.fileName || file.fileName);
  const type = oneLine(field.contentType || file.contentType || 'application/octet-stream');
  const disposition = `Content-Disposition: form-data; name="${name}"; filename="${fileName}"`;
  const head = Buffer.from(`--${boundary}\r\n${disposition}\r\nContent-Type: ${type}\r\n\r\n`);
  return { head, text: undefined, file };
}

/** Escapes as browsers do (HTML, multipart/form-data encoding algorithm). */
function escapeQuoted(text: string): string {
  return text.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
}

function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, ' ');
}
