import type { Readable } from 'node:stream';
import { HttpError } from '../../core/http-error.ts';

/** OpenedFile is a file ready to be streamed; `sizeBytes` must be exact, it becomes part of Content-Length. */
export interface OpenedFile {
  stream: Readable;
  sizeBytes: number;
  fileName: string;
  contentType: string;
}

/** FileSource opens the files that form fields and bodies refer to. */
export interface FileSource {
  /** An HttpError of the kind FILE is shown as it is; every other failure is said to be a missing upload. */
  open(fileId: string): Promise<OpenedFile>;
}

/** openFile opens a file of a request; `label` begins the sentence where it is missing. Throws FILE. */
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
    // A file may fail while another is still being opened; the error is read when the file is streamed.
    file.stream.on('error', () => undefined);
    return file;
  } catch (error) {
    if (error instanceof HttpError) throw error;
    throw new HttpError('FILE', `${label} (${fileName ?? fileId}) cannot be opened. Upload it again.`, error);
  }
}

/** streamFile gives the bytes of a file, and throws FILE where they are not as many as announced. */
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
