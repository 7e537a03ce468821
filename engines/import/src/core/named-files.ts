import type { FormField } from '@touchstone/engine-http/core';

/** NamedFiles are the files that a document names, where whoever imports it lets them be used. */
export interface NamedFiles {
  /** The text of the file at a path as the document writes it. Throws with the reason where it cannot be read. */
  read(path: string): string;
}

/** What becomes of files that a document names. */
export interface FileOptions {
  /**
   * With it, file fields and bodies keep the path of their file as `fileId`, to be opened when they are sent, and texts that a curl command
   * takes from files are read. Without it nothing is read, and files have to be chosen again.
   */
  files?: NamedFiles | undefined;
}

/** What a path becomes in a field: its name, or with `files` the path, which names the file when it is opened. */
export function fileParts(path: string, files: NamedFiles | undefined): Pick<FormField, 'fileId' | 'fileName'> {
  if (files !== undefined && path !== '') return { fileId: path };
  const fileName = path.split(/[\\/]/).at(-1) ?? '';
  return fileName === '' ? {} : { fileName };
}
