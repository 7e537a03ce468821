import type { Readable } from 'node:stream';

/** OpenedFile is a file ready to be streamed; `sizeBytes` must be exact, it becomes part of Content-Length. */
export interface OpenedFile {
  stream: Readable;
  sizeBytes: number;
  fileName: string;
  contentType: string;
}

/** FileSource opens the files that form fields refer to. */
export interface FileSource {
  open(fileId: string): Promise<OpenedFile>;
}
