import type { FillIn, LeftOut, WorkspaceFile } from '@touchstone/contracts/api-testing';
import { AppError } from '@touchstone/kernel';
import type { Sql } from '../../../../platform/database/pool.ts';
import { type FlowFiles, replaceIds } from '../../../flows/index.ts';
import type { Actor, FilePart, FilePlace, PartItem } from '../../../workspaces/index.ts';
import { countAdded, type WorkspaceDiff } from '../../domain/workspace-file/diff-items.ts';
import {
  idsIn,
  missingIn,
  namesFile,
  type PartField,
  partFields,
  partItems,
  partKinds,
  refersOutside,
  withPart,
} from '../../domain/workspace-file/file-parts.ts';
import { stableText } from '../../domain/workspace-file/stable-text.ts';
import { apiTestingErrors } from '../../errors.ts';

/** The parts of workspace files that other services keep. */
export type FileParts = Record<PartField, FilePart<PartItem>>;

/** normalParts normalizes other services' parts to the form in which they are stored; throws their problems. */
export function normalParts(parts: FileParts, file: WorkspaceFile): WorkspaceFile {
  const faults: { path: string; message: string }[] = [];
  const normal = partFields.reduce((given, field) => {
    const { normal: normalOf } = parts[field];
    if (!given[field] || !normalOf) return given;
    const items = partItems(given, field).map((item) => {
      const read = normalOf(item);
      if ('item' in read) return read.item;
      for (const { path, message } of read.faults) faults.push({ path: `${field} “${item.name}”.${path}`, message });
      return item;
    });
    return withPart(given, field, items);
  }, file);
  if (faults.length > 0) throw new AppError(apiTestingErrors.workspaceFileFaults, { details: faults.slice(0, 50) });
  return normal;
}

/**
 * withReferences adds references for everything outside the file that workflows use, so that it can be resolved
 * elsewhere.
 */
export async function withReferences(
  flowFiles: FlowFiles,
  place: Pick<FilePlace, 'actor' | 'projectId'>,
  file: WorkspaceFile,
): Promise<WorkspaceFile> {
  const known = idsIn(file);
  const workflows: NonNullable<WorkspaceFile['workflows']> = [];
  for (const workflow of file.workflows ?? []) {
    const { document } = workflow;
    const all = refersOutside(document, known)
      ? await flowFiles.referencesOf(place.actor, place.projectId, document)
      : [];
    workflows.push({ ...workflow, references: all.filter(({ id }) => !known.has(id)) });
  }
  return { ...file, workflows };
}

/** followReferences replaces references in workflows with local ids, and reports the ones that can't be resolved. */
export async function followReferences(
  flowFiles: FlowFiles,
  place: Pick<FilePlace, 'actor' | 'projectId'>,
  file: WorkspaceFile,
): Promise<{ file: WorkspaceFile; missing: FillIn[] }> {
  if (!file.workflows) return { file, missing: [] };
  const missing: FillIn[] = [];
  const known = idsIn(file);
  const workflows: typeof file.workflows = [];
  for (const { references, ...workflow } of file.workflows) {
    const outside = references.filter(({ id }) => !known.has(id));
    const found = await flowFiles.follow(place.actor, place.projectId, outside);
    for (const { names, isAmbiguous } of found.missing) {
      const what = `${names.join(' / ')}${isAmbiguous ? ' (several have this name)' : ''}`;
      missing.push({ kind: 'workflow', name: workflow.name, what });
    }
    workflows.push({ ...workflow, references, document: replaceIds(workflow.document, found.ids) });
  }
  return { file: { ...file, workflows }, missing };
}

const contentOf = (item: PartItem): string => stableText({ ...item, references: undefined });

/**
 * withoutProblems removes invalid items from a file, leaving the stored ones in place. Lists absent from the file stay
 * unchanged.
 */
export function withoutProblems(
  parts: FileParts,
  { actor, workspacePlan }: { actor: Actor; workspacePlan: 'FREE' | 'PRO' },
  { present, file, removes }: { present: WorkspaceFile; file: WorkspaceFile; removes: boolean },
): { file: WorkspaceFile; leftOut: LeftOut[] } {
  const leftOut: LeftOut[] = [];
  const known = removes ? idsIn(file) : idsIn(file).union(idsIn(present));
  const allowed = partFields.reduce((given, field) => {
    const existing = new Map(partItems(present, field).map((item) => [item.id, item]));
    if (!given[field]) return withPart(given, field, structuredClone([...existing.values()]));
    const items = partItems(given, field).flatMap((item) => {
      const before = existing.get(item.id);
      if (before && contentOf(before) === contentOf(item)) return [item];
      const unmet = field === 'schedules' ? missingIn(item as Parameters<typeof missingIn>[0], known) : undefined;
      const reason = unmet ?? parts[field].problemOf?.(actor, workspacePlan, item);
      if (reason === undefined) return [item];
      leftOut.push({ kind: partKinds[field], name: item.name, reason });
      return before ? [structuredClone(before)] : [];
    });
    return withPart(given, field, items);
  }, file);
  return { file: allowed, leftOut };
}

/** writeParts stores a file's changes to other services' parts; returns what a user has to fill in. */
export async function writeParts(
  parts: FileParts,
  { sql, place, file, diff }: { sql: Sql; place: FilePlace; file: WorkspaceFile; diff: WorkspaceDiff },
): Promise<FillIn[]> {
  const fillIn: FillIn[] = [];
  for (const field of partFields) {
    const kind = partKinds[field];
    const idsOf = (items: WorkspaceDiff['changed']) =>
      [...items].flatMap(([id, item]) => (item.kind === kind ? [id] : []));
    const removedIds = idsOf(diff.removed);
    if (removedIds.length > 0) await parts[field].delete(sql, place, removedIds);
    const added = countAdded(partItems(file, field), diff);
    if (added > 0) await parts[field].assertRoom?.(sql, place, added);
    const changedIds = idsOf(diff.changed);
    if (changedIds.length > 1) await parts[field].renameApart?.(sql, changedIds);
    for (const item of partItems(file, field)) {
      const { id = '', name } = item;
      const isNew = diff.added.has(id);
      if (!isNew && !diff.changed.has(id)) continue;
      const missing = await parts[field].put(sql, place, { ...item, id }, isNew);
      if (isNew && namesFile(item)) missing.push('uploaded file');
      for (const what of missing) fillIn.push({ kind, name, what });
    }
  }
  return fillIn;
}
