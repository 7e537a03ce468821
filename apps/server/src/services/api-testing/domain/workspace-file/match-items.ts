import type { WorkspaceFile, WorkspaceScript, WorkspaceSuite } from '@touchstone/contracts/api-testing';
import { partFields, partItems } from './file-parts.ts';

/** An item of a workspace file that has an id. */
export interface FileItem {
  id?: string | undefined;
}

const lower = (name: string): string => name.toLowerCase();
const nameOfScript = ({ folder = '', scriptName }: WorkspaceScript): string => `${folder}\0${scriptName}`;
const nameOfSuite = ({ name, isChaining }: WorkspaceSuite): string => `${isChaining}\0${lower(name)}`;

/** Pairs items with the stored ones: by id, preferring the same name if several have an id; then by name. */
function pair<Item extends FileItem>(
  present: readonly Item[],
  given: readonly Item[],
  nameOf: (item: Item) => string,
): Map<Item, Item> {
  const pairs = new Map<Item, Item>();
  const left = new Set(present);
  const take = (item: Item, found: Item | undefined) => {
    if (!found || pairs.has(item) || !left.delete(found)) return;
    pairs.set(item, found);
  };
  const byId = new Map(present.map((item) => [item.id, item]));
  for (const item of given) {
    const found = byId.get(item.id);
    if (found && nameOf(found) === nameOf(item)) take(item, found);
  }
  for (const item of given) take(item, byId.get(item.id));
  const byName = Map.groupBy(left, nameOf);
  for (const item of given) {
    const named = pairs.has(item) ? undefined : byName.get(nameOf(item));
    take(
      item,
      named?.find((one) => left.has(one)),
    );
  }
  return pairs;
}

/**
 * matchItems gives the items of a workspace file the ids of the stored items they correspond to, and returns the items
 * that are new. Scripts are matched by id in the entire workspace, by name only in their own suite and folder.
 */
export function matchItems(present: WorkspaceFile, file: WorkspaceFile): Set<FileItem> {
  const fresh = new Set<FileItem>();
  const settle = <Item extends FileItem>(given: readonly Item[], pairs: ReadonlyMap<Item, Item>) => {
    for (const item of given) {
      const found = pairs.get(item);
      if (found) item.id = found.id;
      else fresh.add(item);
    }
  };
  const match = <Item extends FileItem & { name: string }>(existing: readonly Item[], given: readonly Item[]) =>
    settle(
      given,
      pair(existing, given, ({ name }) => lower(name)),
    );
  match(present.environments, file.environments);
  match(present.databases, file.databases);
  match(present.prerequisites, file.prerequisites);
  for (const field of partFields) match(partItems(present, field), partItems(file, field));
  const suites = pair(present.suites, file.suites, nameOfSuite);
  const homes = new Map<WorkspaceScript, string>();
  for (const suite of present.suites) for (const script of suite.scripts) homes.set(script, suite.id ?? '');
  for (const suite of file.suites) for (const script of suite.scripts) homes.set(script, suites.get(suite)?.id ?? '');
  const scripts = (of: readonly WorkspaceSuite[]) => of.flatMap((suite) => suite.scripts);
  const given = scripts(file.suites);
  settle(
    given,
    pair(scripts(present.suites), given, (script) => `${homes.get(script)}\0${nameOfScript(script)}`),
  );
  settle(file.suites, suites);
  return fresh;
}
