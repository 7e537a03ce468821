import type { WorkspaceChange, WorkspaceFile } from '@touchstone/contracts/api-testing';
import { childPath, withFolders } from '../suites/suite-folders.ts';
import { compactScript } from './compact-script.ts';
import { partFields, partItems, partKinds } from './file-parts.ts';
import { stableText } from './stable-text.ts';

type Kind = WorkspaceChange['kind'];

/** An item of a workspace in comparable form. */
interface Comparable {
  kind: Kind;
  name: string;
  content: string;
}

/** What a file changes, by the ids of items. */
export interface WorkspaceDiff {
  added: Map<string, Comparable>;
  changed: Map<string, Comparable>;
  removed: Map<string, Comparable>;
  unchanged: number;
}

const globalsId = 'globals';

/** Relative order of the items on both sides; added and removed items don't shift the others. */
const orderOf = (place: string, ids: readonly string[], known: ReadonlySet<string>): string[] =>
  ids.filter((id) => known.has(place + id));

function* comparables(file: WorkspaceFile, known: ReadonlySet<string>): Generator<[id: string, item: Comparable]> {
  const item = (kind: Kind, name: string, content: unknown): Comparable => ({
    kind,
    name,
    content: stableText(content),
  });
  if (file.globals.length > 0) yield [globalsId, item('globals', 'Global variables', byName(file.globals))];
  for (const { id = '', name, variables } of file.environments)
    yield [id, item('environment', name, { name, variables: byName(variables) })];
  for (const { id = '', ...database } of file.databases) yield [id, item('database', database.name, database)];
  for (const { id = '', scripts, ...suite } of file.suites) {
    const { folders, variables, ...fields } = suite;
    const ids = scripts.map((script) => script.id ?? '');
    const content = {
      ...fields,
      variables: byName(variables),
      folders: withFolders(
        folders,
        scripts.map(({ folder = '' }) => folder),
      ),
      order: orderOf(id, ids, known),
    };
    yield [id, item('suite', suite.name, content)];
    for (const { id: scriptId = '', ...script } of scripts)
      yield [
        scriptId,
        item('script', childPath(childPath(suite.name, script.folder ?? ''), script.scriptName), {
          ...compactScript(script),
          suiteId: id,
        }),
      ];
  }
  const order = orderOf(
    '',
    file.prerequisites.map(({ id = '' }) => id),
    known,
  );
  for (const { id = '', ...prerequisite } of file.prerequisites)
    yield [id, item('prerequisite', prerequisite.name, { ...prerequisite, order: order.indexOf(id) })];
  // References only say where ids lead, so they aren't compared.
  for (const field of partFields)
    for (const { id = '', ...part } of partItems(file, field))
      yield [id, item(partKinds[field], part.name, { ...part, references: undefined })];
}

const byName = <T extends { name: string }>(list: readonly T[]): T[] =>
  [...list].sort((a, b) => (a.name < b.name ? -1 : 1));

/** Which suite each script is in, and the prerequisites. */
const placesOf = (file: WorkspaceFile): string[] => [
  ...file.suites.flatMap((suite) => suite.scripts.map(({ id = '' }) => (suite.id ?? '') + id)),
  ...file.prerequisites.map(({ id = '' }) => id),
];

/** diffItems returns what a file changes in a workspace; both must have ids everywhere. Yields after each item. */
export function* diffItems(present: WorkspaceFile, file: WorkspaceFile): Generator<undefined, WorkspaceDiff> {
  const existing = new Set(placesOf(present));
  const known = new Set(placesOf(file).filter((place) => existing.has(place)));
  const diff: WorkspaceDiff = { added: new Map(), changed: new Map(), removed: new Map(), unchanged: 0 };
  for (const [id, item] of comparables(present, known)) {
    diff.removed.set(id, item);
    yield;
  }
  for (const [id, item] of comparables(file, known)) {
    const before = diff.removed.get(id);
    if (!before) diff.added.set(id, item);
    else if (before.content !== item.content) diff.changed.set(id, item);
    else diff.unchanged += 1;
    diff.removed.delete(id);
    yield;
  }
  return diff;
}

/** keepMissing drops removals from a diff: items that the file lacks stay. */
export function keepMissing(diff: WorkspaceDiff): WorkspaceDiff {
  return { ...diff, removed: new Map(), unchanged: diff.unchanged + diff.removed.size };
}

/** countAdded returns how many of a file's items are new. */
export const countAdded = (items: readonly { id?: string | undefined }[], { added }: WorkspaceDiff): number =>
  items.filter(({ id = '' }) => added.has(id)).length;
