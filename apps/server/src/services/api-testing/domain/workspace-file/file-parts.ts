import type { WorkspaceChange, WorkspaceFile } from '@touchstone/contracts/api-testing';
import type { PartItem } from '../../../workspaces/index.ts';

/** Lists of a workspace file that other services keep, in written order, with the kind of their items. */
export const partKinds = {
  certificates: 'certificate',
  configurations: 'configuration',
  workflows: 'workflow',
  schedules: 'schedule',
} as const satisfies { [Field in keyof WorkspaceFile]?: WorkspaceChange['kind'] };
/** A list of a workspace file that another service keeps. */
export type PartField = keyof typeof partKinds;
export const partFields = Object.keys(partKinds) as PartField[];

/** partItems returns the items of a list; empty if the file doesn't have the list. */
export const partItems = (file: WorkspaceFile, field: PartField): PartItem[] => file[field] ?? [];

/** withPart returns the file with another list of items. */
export const withPart = (file: WorkspaceFile, field: PartField, items: readonly PartItem[]): WorkspaceFile => ({
  ...file,
  [field]: items,
});

const ids = (items: readonly { id?: string | undefined }[]) => items.flatMap(({ id }) => id ?? []);

/** idsIn returns the ids of everything in a file. */
export function idsIn(file: WorkspaceFile): Set<string> {
  const { environments, databases, prerequisites, suites } = file;
  return new Set([
    ...[environments, databases, prerequisites, suites].flatMap(ids),
    ...suites.flatMap(({ scripts }) => ids(scripts)),
    ...partFields.flatMap((field) => ids(partItems(file, field))),
  ]);
}

const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;

/** refersOutside returns whether anything in an item may be the id of something outside its file. */
export const refersOutside = (item: unknown, known: ReadonlySet<string>): boolean =>
  (JSON.stringify(item).match(uuid) ?? []).some((id) => !known.has(id));

/** missingIn returns which test, environment or run configuration of a schedule is unknown. */
export function missingIn(
  { target: { id, environmentId, configurationId } }: NonNullable<WorkspaceFile['schedules']>[number],
  known: ReadonlySet<string>,
): string | undefined {
  const needs = [
    [id, 'test'],
    [environmentId, 'environment'],
    [configurationId, 'run configuration'],
  ] as const;
  const noun = needs.find(([one]) => one !== null && !known.has(one))?.[1];
  return noun && `The file does not have its ${noun}.`;
}

/** namesFile returns whether an item references an uploaded file, which workspace files don't contain. */
export const namesFile = (item: unknown): boolean => /"fileId":"[^"]/.test(JSON.stringify(item));
