import type { Readable } from 'node:stream';
import { HttpError } from '../../core/http-error.ts';

/** OpenedFile is a file ready for streaming; `sizeBytes` must be exact, because it is part of Content-Length. */
export interface OpenedFile {
  stream: Readable;
  sizeBytes: number;
  fileName: string;
  contentType: string;
}

/** FileSource opens the files of form fields and bodies. */
export interface FileSource {
  /** An HttpError with the code FILE is shown as is; any other failure is reported as a missing upload. */
  open(fileId: string): Promise<OpenedFile>;
}

/** openFile opens a file of a request; `label` starts the sentence about a missing file. Throws FILE. */
export async function openFile(
  files: FileSource | undefined,
  wanted: { fileId: string | undefined; fileName?: string | undefined; label: string },
): Promise<OpenedFile> {
  const { fileId, fileName, label } = wanted;
  if (fileId === undefined || fileId === '' || files === undefined) {
    throw new HttpError('FILE', `${label} is not chosen. Choose a file and try again.`);
  }
  try {
    const file = await files.open(fileId);
    // A file may fail while another is still being opened; the error surfaces when the file is streamed.
    file.stream.on('error', () => undefined);
    return file;
  } catch (error) {
    if (error instanceof HttpError) throw error;
    throw new HttpError('FILE', `${label} (${fileName ?? fileId}) cannot be opened. Upload it again.`, error);
  }
}

/** streamFile yields the bytes of a file, and throws FILE if their number differs from the announced one. */
export async function* streamFile({ stream, sizeBytes, fileName }: OpenedFile): AsyncGenerator<Buffer> {
  let sent = 0;
  const changed = () => new HttpError('FILE', `The file ${fileName} changed while it was being sent. Try again.`);
  try {
    for await (const chunk of stream) {
      const bytes = Buffer.from(chunk as Uint8Array);
      sent += bytes.length;
      if (sent > sizeBytes) throw changed();
      yield bytes;
    }
  } catch (error) {
    if (error instanceof HttpError) throw error;
    throw new HttpError('FILE', `The file ${fileName} cannot be read. Upload it again.`, error);
  }
  if (sent !== sizeBytes) throw changed();
}
