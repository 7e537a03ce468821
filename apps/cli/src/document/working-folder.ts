import { createReadStream, readFileSync, realpathSync, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname, resolve, sep } from 'node:path';
import { type FileSource, HttpError } from '@touchstone/engine-http';
import type { NamedFiles } from '@touchstone/engine-import';
import { CliError } from '../cli-error.ts';

/** Options for which files documents may use. */
export interface FileFlags {
  workingDir?: string;
  insecureFileRead?: boolean;
}

const textLimit = 50 * 1024 * 1024;

/**
 * WorkingFolder finds the files that documents reference: relative to it, and inside it even after resolving links,
 * unless `isOpen`.
 */
export class WorkingFolder {
  readonly #base: string;
  readonly #bounds: string;
  readonly #isOpen: boolean;

  /**
   * `base` is what names are relative to, `bounds` the folder they must stay in. Throws CliError if it isn't a folder.
   */
  constructor(base: string, bounds: string, isOpen: boolean) {
    if (!statSync(bounds, { throwIfNoEntry: false })?.isDirectory())
      throw new CliError(`--working-dir ${bounds} is not a folder. Check the path.`);
    this.#base = resolve(base);
    this.#bounds = realpathSync(bounds);
    this.#isOpen = isOpen;
  }

  /** The real path of a file; undefined if it doesn't exist. Throws if it is outside or not a regular file. */
  find(name: string): string | undefined {
    const path = resolve(this.#base, name);
    let actual: string;
    try {
      actual = realpathSync(path);
    } catch {
      // Files outside get the same error whether or not they exist.
      this.#assertInside(path, name);
      return undefined;
    }
    this.#assertInside(actual, name);
    if (!statSync(actual).isFile()) throw new Error('it is not an ordinary file');
    return actual;
  }

  /** The text of a file. Throws the reason if it can't be read. */
  readText(name: string): string {
    const path = this.find(name);
    if (path === undefined) throw new Error('no such file');
    if (statSync(path).size > textLimit) throw new Error('it is larger than 50 MB');
    return readFileSync(path, 'utf8');
  }

  #assertInside(path: string, name: string): void {
    const folder = this.#bounds.endsWith(sep) ? this.#bounds : `${this.#bounds}${sep}`;
    if (this.#isOpen || path.startsWith(folder)) return;
    throw new Error(
      `it is outside the folder ${this.#bounds}. Give a folder that contains ${name} with --working-dir, or allow every file with --insecure-file-read`,
    );
  }
}

/**
 * requestFiles returns the files that a document's requests may send: those in --working-dir, or in `folder`, by
 * default the current one.
 */
export function requestFiles(flags: FileFlags, folder = '.'): NamedFiles & FileSource {
  const base = flags.workingDir ?? folder;
  const working = new WorkingFolder(base, base, flags.insecureFileRead === true);
  return {
    read: (path) => working.readText(path),
    open: async (fileId) => {
      try {
        const path = working.find(fileId);
        if (path === undefined) throw new Error(`no such file in ${resolve(base)}`);
        const { size } = await stat(path);
        return { stream: createReadStream(path), sizeBytes: size, fileName: basename(path), contentType: '' };
      } catch (error) {
        throw new HttpError('FILE', `The file ${fileId} cannot be sent: ${(error as Error).message}.`, error);
      }
    },
  };
}

/**
 * neighbourFiles returns the files that a document at a path may reference: those in its own folder, or in
 * --working-dir if given.
 */
export function neighbourFiles(document: string, flags: FileFlags): WorkingFolder {
  const folder = dirname(resolve(document));
  return new WorkingFolder(folder, flags.workingDir ?? folder, flags.insecureFileRead === true);
}
