import { mkdir, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hasOurs, isOurs, misplacedReason } from '@touchstone/engine-import/workspace';
import { CliError } from '../cli-error.ts';

/** The most files of a folder, and bytes of a file, accepted as a workspace. */
const filesLimit = 100_000;
const bytesLimit = 20_000_000;

/** What the last pull or push stored: which workspace, and its state at that time. */
export interface Base {
  server: string;
  projectId: string;
  projectName: string;
  revision: string;
  files: Map<string, string>;
}

interface CopyContent {
  files: Map<string, string>;
  misplaced: string[];
}

/** WorkingCopy is a workspace as a folder of files, with the state on which folder and server last agreed. */
export class WorkingCopy {
  readonly #root: string;

  constructor(root: string) {
    this.#root = root;
  }

  /**
   * Every file of the workspace, by its path with slashes, and the paths of those that only seem to belong to it. Other
   * files of the folder are left out.
   */
  async read(): Promise<CopyContent> {
    const content: CopyContent = { files: new Map(), misplaced: [] };
    await this.#readInto(content, '');
    return content;
  }

  async #readInto(content: CopyContent, folder: string): Promise<void> {
    const { files, misplaced } = content;
    const entries = await readdir(join(this.#root, folder), { withFileTypes: true }).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT' && folder === '') return [];
        throw new CliError(`The folder ${this.#root} cannot be read: ${error.message}`);
      },
    );
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (entry.isDirectory() && hasOurs(path.split('/')[0] ?? '')) await this.#readInto(content, path);
      if (entry.isFile() && misplacedReason(path) !== undefined) misplaced.push(path);
      if (!entry.isFile() || !isOurs(path)) continue;
      if (files.size >= filesLimit)
        throw new CliError(`${this.#root} has more than ${filesLimit} files. Is it the right folder?`);
      if ((await stat(join(this.#root, path))).size > bytesLimit) throw new CliError(`${path} is larger than 20 MB.`);
      files.set(path, await readFile(join(this.#root, path), 'utf8'));
    }
  }

  /** Replaces the files of the workspace; returns how many were written and deleted. */
  async write(
    before: ReadonlyMap<string, string>,
    after: ReadonlyMap<string, string>,
  ): Promise<{ written: number; deleted: number }> {
    let written = 0;
    let deleted = 0;
    // On some systems, names that differ only in case are the same file, so deletions come first.
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
      const isRemoved = await rmdir(join(this.#root, at)).then(
        () => true,
        () => false,
      );
      if (!isRemoved) return;
    }
  }

  /** Writes a file atomically. */
  async #put(path: string, text: string): Promise<void> {
    const target = join(this.#root, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(`${target}.new`, text);
    await rename(`${target}.new`, target);
  }

  /** What the last pull or push stored; undefined in a folder that had none, such as a fresh clone. */
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

  /** Ignored by Git: it belongs to this copy only. */
  async writeBase({ files, ...state }: Base): Promise<void> {
    await this.#put('.touchstone/.gitignore', '*\n');
    await this.#put(`.touchstone/${state.revision}.json`, JSON.stringify(Object.fromEntries(files)));
    await this.#put('.touchstone/state.json', `${JSON.stringify(state, null, 2)}\n`);
    const kept = ['.gitignore', 'state.json', `${state.revision}.json`];
    for (const name of await readdir(join(this.#root, '.touchstone')))
      if (!kept.includes(name)) await rm(join(this.#root, '.touchstone', name), { force: true });
  }
}
