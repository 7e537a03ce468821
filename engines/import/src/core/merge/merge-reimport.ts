import type { ImportedStep } from '../imported-collection.ts';
import { matchSteps } from './merge-identity.ts';
import { canonical, mergeStep, type RequestPart } from './merge-parts.ts';

/** MergedRequest identifies a request in the result of a reimport. */
export interface MergedRequest {
  id: string;
  name: string;
  group: string;
  method: string;
  url: string;
}

/** ReimportMerge is the outcome of a reimport, with everything the user should review before it is saved. */
export interface ReimportMerge {
  /** The requests after the reimport. */
  steps: ImportedStep[];
  added: MergedRequest[];
  /** Requests changed by the document, with the parts that were applied. */
  changed: (MergedRequest & { parts: RequestPart[] })[];
  /** Requests removed from the document. Those that the user edited stay and are also conflicts. */
  removed: MergedRequest[];
  /** Parts changed by both sides; `steps` has the user's unless chosen otherwise, `imported` has the document's. */
  conflicts: (MergedRequest & { parts: (RequestPart | 'removed')[]; imported: ImportedStep | undefined })[];
  /** The new import, each request with the id of its existing one: `previousImport` of the next reimport. */
  base: ImportedStep[];
}

/** ReimportChoices are the user's decisions; a missing one keeps the user's side. */
export interface ReimportChoices {
  /** Takes the document's side of a conflict; `removed` deletes a request that the user edited. */
  takesDocument?: (id: string, part: RequestPart | 'removed') => boolean;
  /** Keeps an unedited request that was removed from the document. */
  keepsRemoved?: (id: string) => boolean;
  /** Leaves a new request out permanently; `id` is its id in the new import. */
  leavesOut?: (id: string) => boolean;
}

/**
 * mergeReimport merges a changed document into the requests a user works with: changes made only by the document are
 * applied, the user's edits, additions and deletions stay, and changes by both are conflicts that the user's side wins
 * unless `choices` say otherwise. Requests are identified by method and path template, or by group and name.
 */
export function mergeReimport(...given: Parameters<typeof mergePieces>): ReimportMerge {
  const pieces = mergePieces(...given);
  for (;;) {
    const piece = pieces.next();
    if (piece.done) return piece.value;
  }
}

/** mergePieces is `mergeReimport` in bounded pieces of work: it yields after each request. */
export function* mergePieces(
  previousImport: readonly ImportedStep[],
  current: readonly ImportedStep[],
  newImport: readonly ImportedStep[],
  choices: ReimportChoices = {},
): Generator<undefined, ReimportMerge> {
  const previousOf = yield* matchSteps(current, previousImport, { byId: true });
  const importedOf = yield* matchSteps(previousImport, newImport, { byId: false });
  const out: ReimportMerge = { steps: [], added: [], changed: [], removed: [], conflicts: [], base: [] };
  const places = new Map<ImportedStep, ImportedStep>();
  for (const step of current) {
    yield;
    const previous = previousOf.get(step);
    const imported = previous && importedOf.get(previous);
    if (!previous) out.steps.push(step);
    else if (!imported) addRemoved({ step, previous, choices, out });
    else {
      const merged = mergeStep({ previous, current: step, imported }, (part) =>
        choices.takesDocument?.(step.id, part) ? 'document' : 'user',
      );
      out.steps.push(merged.step);
      places.set(imported, merged.step);
      if (merged.changes.length > 0) out.changed.push({ ...requestOf(merged.step), parts: merged.changes });
      if (merged.conflicts.length > 0)
        out.conflicts.push({ ...requestOf(merged.step), parts: merged.conflicts, imported });
    }
  }
  const known = new Set(importedOf.values());
  const fresh = newImport.filter((step) => !known.has(step));
  const own = current.filter((step) => !previousOf.has(step));
  // A part that the user wrote before the document described it is the user's.
  const written = new Map(
    [...(yield* matchSteps(own, fresh, { byId: false }))].map(([mine, imported]) => [imported, mine]),
  );
  const added = fresh.filter((step) => !written.has(step));
  out.added = added.map(requestOf);
  placeNew(newImport, new Set(added.filter(({ id }) => !choices.leavesOut?.(id))), places, out);
  out.base = newImport.map((step) => ({ ...step, id: (places.get(step) ?? written.get(step) ?? step).id }));
  return out;
}

interface Removal {
  step: ImportedStep;
  previous: ImportedStep;
  choices: ReimportChoices;
  out: ReimportMerge;
}

function addRemoved({ step, previous, choices, out }: Removal): void {
  out.removed.push(requestOf(step));
  const isEdited = canonical(step) !== canonical(previous);
  if (isEdited) out.conflicts.push({ ...requestOf(step), parts: ['removed'], imported: undefined });
  const stays = isEdited ? !choices.takesDocument?.(step.id, 'removed') : choices.keepsRemoved?.(step.id);
  if (stays) out.steps.push(step);
}

/** Places a new request after the one it follows in the document. */
function placeNew(
  newImport: readonly ImportedStep[],
  added: ReadonlySet<ImportedStep>,
  places: ReadonlyMap<ImportedStep, ImportedStep>,
  out: ReimportMerge,
): void {
  const followers = new Map<ImportedStep | undefined, ImportedStep[]>();
  let before: ImportedStep | undefined;
  for (const imported of newImport) {
    before = places.get(imported) ?? before;
    if (!added.has(imported)) continue;
    const behind = followers.get(before);
    if (behind === undefined) followers.set(before, [imported]);
    else behind.push(imported);
  }
  const placed = out.steps.flatMap((step) => [step, ...(followers.get(step) ?? [])]);
  out.steps = [...(followers.get(undefined) ?? []), ...placed];
}

const requestOf = ({ id, name, group, method, url }: ImportedStep): MergedRequest => ({ id, name, group, method, url });
