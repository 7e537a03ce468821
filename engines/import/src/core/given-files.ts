import type { ImportProblem } from './problems.ts';

/** A user's file as text. */
export interface GivenFile {
  fileName: string;
  text: string;
}

/** baseName returns the last part of a path or address. */
export const baseName = (path: string): string =>
  path
    .replace(/[?#].*$/s, '')
    .split(/[\\/]/)
    .at(-1) ?? path;

/** decodeText decodes bytes as UTF-8, or as UTF-16 if there is a byte order mark for it. */
export function decodeText(bytes: Uint8Array): string {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}

/**
 * mainFile returns the index of the main document among several files: the one with a known format that no other file
 * references.
 */
export function mainFile(files: readonly GivenFile[], isKnown: (file: GivenFile) => boolean): number | undefined {
  const known = files.filter(isKnown);
  const isNamed = (file: GivenFile) =>
    files.some((other) => other !== file && other.text.includes(baseName(file.fileName)));
  const document = (known.length > 1 ? known.find((file) => !isNamed(file)) : undefined) ?? known[0];
  return document && files.indexOf(document);
}

/** GivenFiles resolves the references of a document to the files given with it. */
export class GivenFiles {
  readonly #files: readonly GivenFile[];
  readonly #asked = new Set<GivenFile>();

  constructor(files: readonly GivenFile[]) {
    this.#files = files;
  }

  /** Browsers don't report folders: a file is found by its name, regardless of the folder in the reference. */
  readonly resolve = async (location: string): Promise<string | undefined> => {
    const same = this.#files.filter(({ fileName }) => fileName === location);
    const [file, another] = same.length > 0 ? same : this.#files.filter((given) => isNamed(given, location));
    if (file === undefined) return undefined;
    if (another !== undefined) throw new Error('several of the given files have this name');
    this.#asked.add(file);
    return file.text;
  };

  /** Files that were never requested. */
  unused(): ImportProblem[] {
    return this.#files
      .filter((file) => !this.#asked.has(file))
      .map(({ fileName }) => ({ place: fileName, reason: 'No document names this file, so it was left out.' }));
  }
}

const isNamed = ({ fileName }: GivenFile, location: string): boolean => baseName(fileName) === baseName(location);
