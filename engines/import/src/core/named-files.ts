import type { FormField } from '@touchstone/engine-http/core';

/** NamedFiles are files named by a document, available if the caller of the import permits it. */
export interface NamedFiles {
  /** The text of the file at a path as written in the document. Throws with the reason if it can't be read. */
  read(path: string): string;
}

/** How files named by a document are handled. */
export interface FileOptions {
  /**
   * If set, file fields and bodies keep their path as `fileId`, to be opened when sent, and text that a curl command
   * takes from files is read. Otherwise nothing is read, and files have to be selected again.
   */
  files?: NamedFiles | undefined;
}

/** A path as members of a field: its name, or with `files` also the path, by which the file is opened. */
export function fileParts(path: string, files: NamedFiles | undefined): Pick<FormField, 'fileId' | 'fileName'> {
  if (files !== undefined && path !== '') return { fileId: path };
  const fileName = path.split(/[\\/]/).at(-1) ?? '';
  return fileName === '' ? {} : { fileName };
}
