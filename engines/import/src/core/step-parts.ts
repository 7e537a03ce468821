import type { KeyValue } from '@touchstone/engine-http/core';
import { newId } from '@touchstone/kernel';
import type { ImportedCollection, ImportedFolder, ImportedStep, ImportedVariable } from './imported-collection.ts';
import type { FileOptions, NamedFiles } from './named-files.ts';
import { ProblemList } from './problems.ts';

const nameLength = 60;
/** No hand-written collection has more requests than this. */
const stepLimit = 20_000;
/** Folders nested deeper than this are an attack or a mistake. */
export const depthLimit = 64;

/** CollectionDraft is the collection that an importer builds. */
export class CollectionDraft {
  title: string;
  description: string | undefined;
  readonly problems = new ProblemList();
  /** Files available to the document. */
  readonly files: NamedFiles | undefined;
  readonly steps: ImportedStep[] = [];
  readonly environments: { name: string; variables: ImportedVariable[] }[] = [];
  readonly #variables = new Map<string, ImportedVariable>();
  readonly #folders = new Map<string, ImportedFolder>();

  constructor(title: string, { files }: FileOptions = {}) {
    this.title = title;
    this.files = files;
  }

  addStep(step: ImportedStep): void {
    if (this.steps.length < stepLimit) this.steps.push(step);
    else this.problems.add('document', `The document has more than ${stepLimit} requests; the rest was left out.`);
  }

  /** Merges folders with the same path; the first description stays. */
  addFolder(levels: readonly string[], description: string | undefined): void {
    const path = folderPath(levels);
    if (path === '') return;
    const known = this.#folders.get(path);
    const text = known?.description ?? description;
    this.#folders.set(path, { path, ...(text === undefined ? {} : { description: text }) });
  }

  /** The first value of a name stays, because it has the widest scope. */
  addVariable(variable: ImportedVariable, place: string): void {
    const known = this.#variables.get(variable.name);
    if (known === undefined) this.#variables.set(variable.name, variable);
    // Replacing a disabled variable loses nothing.
    else if (known.enabled === false && variable.enabled !== false) this.#variables.set(variable.name, variable);
    else if (known.value !== variable.value && variable.enabled !== false)
      this.problems.add(place, `The variable ${variable.name} has another value elsewhere; this one was left out.`);
  }

  result(): ImportedCollection {
    return {
      title: this.title,
      ...(this.description === undefined ? {} : { description: this.description }),
      servers: serversOf(this.steps),
      ...(this.#folders.size === 0 ? {} : { folders: [...this.#folders.values()] }),
      steps: this.steps,
      variables: [...this.#variables.values()],
      environments: this.environments,
      problems: this.problems.list(),
    };
  }
}

/** importSafely runs an importer; any error in it becomes a problem of the document. */
export function importSafely(
  title: string,
  read: (draft: CollectionDraft) => void,
  options: FileOptions = {},
): ImportedCollection {
  const draft = new CollectionDraft(title, options);
  try {
    read(draft);
  } catch (error) {
    draft.problems.add('document', `The document could not be read to its end: ${messageOf(error)}`);
  }
  return draft.result();
}

/** The members of a draft needed to read a part. */
export type PartDraft = Pick<CollectionDraft, 'problems' | 'files'>;

export const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';

/** newStep completes a step from the members given by the source. */
export function newStep(parts: Partial<ImportedStep> & { method: string; url: string }): ImportedStep {
  return {
    id: newId(),
    group: '',
    headers: [],
    queryParams: [],
    pathParams: [],
    body: { type: 'none' },
    authentication: { type: 'none' },
    assertions: [],
    dataHandlers: [],
    settings: {},
    ...parts,
    name: stepName(parts.name, parts.method, parts.url),
  };
}

/** stepName returns the written name on one line, or the method and path if it has none. */
export function stepName(written: string | undefined, method: string, url: string): string {
  const clean = (written ?? '').replace(/[\s\u0000-\u001f]+/g, ' ').trim();
  const path = url
    .replace(/[?#].*$/s, '')
    .replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '')
    .trim();
  return shortName(clean === '' ? `${method} ${path || '/'}` : clean);
}

/** shortName cuts a name to the maximum length of a step's name. */
export const shortName = (name: string): string =>
  name.length <= nameLength
    ? name
    : `${name
        .slice(0, nameLength - 1)
        .toWellFormed()
        .trimEnd()}…`;

/** longName returns a written name that exceeds the maximum length, and otherwise undefined. */
export function longName(written: string | undefined): string | undefined {
  const clean = (written ?? '').replace(/[\s\u0000-\u001f]+/g, ' ').trim();
  return clean.length > nameLength ? clean : undefined;
}

/** folderPath joins the levels of folders to a group; a single name never looks like two levels. */
export const folderPath = (levels: readonly string[]): string =>
  levels
    .map((level) => level.replace(/\s+/g, ' ').replaceAll(' / ', '/').trim())
    .filter((level) => level !== '')
    .join(' / ');

/** row returns a table row; `enabled` is included only if false, a description only if there is one. */
export const row = (key: string, value: string, enabled = true, description?: string): KeyValue => ({
  key,
  value,
  ...(enabled ? {} : { enabled: false }),
  ...(description === undefined ? {} : { description }),
});

export const findHeader = (headers: readonly KeyValue[], name: string): KeyValue | undefined =>
  headers.find(({ key, enabled }) => enabled !== false && key.trim().toLowerCase() === name.toLowerCase());
function serversOf(steps: readonly ImportedStep[]): string[] {
  const counts = new Map<string, number>();
  for (const { url } of steps) {
    const origin = /^(?:[a-z][a-z0-9+.-]*:\/\/[^/?#\s]+|\{\{[^{}]+\}\}[^/?#\s]*)/i.exec(url.trim())?.[0];
    if (origin !== undefined) counts.set(origin, (counts.get(origin) ?? 0) + 1);
  }
  return [...counts]
    .sort(([, left], [, right]) => right - left)
    .slice(0, 50)
    .map(([origin]) => origin);
}
