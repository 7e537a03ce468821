import { mkdir, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isOurs } from '@touchstone/engine-import/workspace';
import { CliError } from '../cli-error.ts';

/** Files of a folder at most, and bytes of one: more is no workspace. */
const filesLimit = 100_000;
const bytesLimit = 20_000_000;

/** What the last pull or push left behind: which workspace it was, and how it was then. */
export interface Base {
  server: string;
  projectId: string;
  projectName: string;
  revision: string;
  files: Map<string, string>;
}

/** WorkingCopy is a workspace as a folder of files, with what the folder and the server last agreed on. */
export class WorkingCopy {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  /** Every file of the workspace, by its path with slashes; other files of the folder are left out. */
  async read(): Promise<Map<string, string>> {
    const files = new Map<string, string>();
    await this.#readInto(files, '');
    return files;
  }

  async #readInto(files: Map<string, string>, folder: string): Promise<void> {
    const entries = await readdir(join(this.#root, folder), { withFileTypes: true }).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT' && folder === '') return [];
        throw new CliError(`The folder ${this.#root} cannot be read: ${error.message}`);
      },
    );
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && isInside(path)) await this.#readInto(files, path);
      if (!entry.isFile() || !isOurs(path)) continue;
      if (files.size >= filesLimit)
        throw new CliError(`${this.#root} has more than ${filesLimit} files. Is it the right folder?`);
      if ((await stat(join(this.#root, path))).size > bytesLimit) throw new CliError(`${path} is larger than 20 MB.`);
      files.set(path, await readFile(join(this.#root, path), 'utf8'));
    }
  }

  /** Makes the files of the workspace those that are given; answers how many were written and deleted. */
  async write(
    before: ReadonlyMap<string, string>,
    after: ReadonlyMap<string, string>,
  ): Promise<{ written: number; deleted: number }> {
    let written = 0;
    let deleted = 0;
    // Names that differ in case alone are one name on some systems: what goes, goes first.
    for (const path of before.keys())
      if (!after.has(path)) {
        await rm(join(this.#root, path), { force: true });
        await this.#removeEmpty(dirname(path));
        deleted += 1;
      }
    for (const [path, text] of after)
      if (before.get(path) !== text) {
        await this.#put(path, text);
        written += 1;
      }
    return { written, deleted };
  }

  async #removeEmpty(folder: string): Promise<void> {
    for (let at = folder; at !== '.'; at = dirname(at)) {
      const isGone = await rmdir(join(this.#root, at)).then(
        () => true,
        () => false,
      );
      if (!isGone) return;
    }
  }

  /** A file is there whole or not at all. */
  async #put(path: string, text: string): Promise<void> {
    const target = join(this.#root, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(`${target}.new`, text);
    await rename(`${target}.new`, target);
  }

  /** What the last pull or push left behind; undefined in a folder that had none, such as a fresh clone. */
  async readBase(): Promise<Base | undefined> {
    const read = async <T>(name: string): Promise<Record<string, T>> =>
      JSON.parse(await readFile(join(this.#root, '.touchstone', name), 'utf8'));
    try {
      const { server = '', projectId = '', projectName = '', revision = '' } = await read<string>('state.json');
      const files = new Map(Object.entries(await read<string>(`${revision}.json`)));
      return { server, projectId, projectName, revision, files };
    } catch {
      return undefined;
    }
  }

  /** Git ignores the folder: it belongs to this copy alone. */
  async writeBase({ files, ...state }: Base): Promise<void> {
    await this.#put('.touchstone/.gitignore', '*\n');
    await this.#put(`.touchstone/${state.revision}.json`, JSON.stringify(Object.fromEntries(files)));
    await this.#put('.touchstone/state.json', `${JSON.stringify(state, null, 2)}\n`);
    const kept = ['.gitignore', 'state.json', `${state.revision}.json`];
    for (const name of await readdir(join(this.#root, '.touchstone')))
      if (!kept.includes(name)) await rm(join(this.#root, '.touchstone', name), { force: true });
  }
}

/** Folders that files of a workspace lie in. */
const isInside = (path: string): boolean => /^(environments|databases|prerequisites|suites)(\/|$)/.test(path);
