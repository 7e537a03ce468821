import type { ImportedStep } from '../imported-collection.ts';
import { matchSteps } from './merge-identity.ts';
import { canonical, mergeStep, type RequestPart } from './merge-parts.ts';

/** MergedRequest names a request that a re-import speaks of. */
export interface MergedRequest {
  id: string;
  name: string;
  group: string;
  method: string;
  url: string;
}

/** ReimportMerge is the outcome of a re-import, with everything that the user should see before it is kept. */
export interface ReimportMerge {
  /** The requests as they would be after the re-import. */
  steps: ImportedStep[];
  added: MergedRequest[];
  /** Requests that the document changed, with the parts that were taken over. */
  changed: (MergedRequest & { parts: RequestPart[] })[];
  /** Requests that are gone from the document. Those that the user edited stay, and are conflicts too. */
  removed: MergedRequest[];
  /** Parts that both sides changed; the user's stand in `steps` unless chosen otherwise, the document's are given here. */
  conflicts: (MergedRequest & { parts: (RequestPart | 'removed')[]; imported: ImportedStep | undefined })[];
  /** The new import, each request with the id of the one it became: `previousImport` of the next time. */
  base: ImportedStep[];
}

/** ReimportChoices is what the user decides; each answer that is left out keeps the user's. */
export interface ReimportChoices {
  /** Takes the document's side of a conflict; `removed` deletes a request that the user edited. */
  takesDocument?: (id: string, part: RequestPart | 'removed') => boolean;
  /** Keeps an unedited request that is gone from the document. */
  keepsRemoved?: (id: string) => boolean;
  /** Leaves a new request out, for all times; `id` is that of the new import. */
  leavesOut?: (id: string) => boolean;
}

/**
 * mergeReimport merges a changed document into requests that the user works with: what only the document changed arrives, what the user
 * changed, added or deleted stays, and what both changed is a conflict in which the user's stands unless `choices` say otherwise. Requests
 * are known by method and path template, else by group and name.
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
  // What the user had written before the document described it is the user's.
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

/** A new request stands behind the one that it follows in the document. */
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
