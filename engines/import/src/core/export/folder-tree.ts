import type { ImportedFolder } from '../imported-collection.ts';

interface Folder {
  name: string;
  description?: string;
  item: unknown[];
}

const separator = ' / ';

/** FolderTree puts requests into nested folders in order; empty folders keep their place among the others. */
export class FolderTree {
  readonly #root: Folder = { name: '', item: [] };
  readonly #waiting: ImportedFolder[];
  readonly #descriptions: Map<string, string>;
  readonly #isUsed: (path: string) => boolean;
  #open: Folder[] = [];

  constructor(folders: readonly ImportedFolder[], steps: readonly { group: string }[]) {
    const used = new Set(steps.flatMap(({ group }) => pathsOf(group)));
    this.#isUsed = (path) => used.has(path);
    this.#waiting = [...folders];
    this.#descriptions = new Map(
      folders.flatMap(({ path, description }) => (description === undefined ? [] : [[path, description] as const])),
    );
  }

  add(path: string, item: unknown): void {
    if (path !== '' && this.#waiting.some((folder) => folder.path === path)) this.#addEmptyBefore(path);
    this.#enter(path).item.push(item);
  }

  items(): unknown[] {
    for (const { path } of this.#waiting.splice(0)) if (!this.#isUsed(path)) this.#enter(path);
    return this.#root.item;
  }

  #addEmptyBefore(path: string): void {
    for (let next = this.#waiting.shift(); next !== undefined && next.path !== path; next = this.#waiting.shift())
      if (!this.#isUsed(next.path)) this.#enter(next.path);
  }

  /** Continues only the currently open folders, to preserve the order of requests. */
  #enter(path: string): Folder {
    const levels = path === '' ? [] : path.split(separator);
    const shared = levels.findIndex((level, index) => this.#open[index]?.name !== level);
    this.#open = this.#open.slice(0, shared === -1 ? levels.length : shared);
    for (const name of levels.slice(this.#open.length)) {
      const description = this.#take([...this.#open.map((folder) => folder.name), name].join(separator));
      const folder: Folder = { name, ...(description === undefined ? {} : { description }), item: [] };
      (this.#open.at(-1) ?? this.#root).item.push(folder);
      this.#open.push(folder);
    }
    return this.#open.at(-1) ?? this.#root;
  }

  /** Returns the description only for the first part of a split folder. */
  #take(path: string): string | undefined {
    const description = this.#descriptions.get(path);
    this.#descriptions.delete(path);
    return description;
  }
}

const pathsOf = (group: string): string[] => {
  const levels = group.split(separator);
  return levels.map((_level, index) => levels.slice(0, index + 1).join(separator));
};
