import type { HttpStep } from '@touchstone/engine-http/core';
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
  steps: HttpStep[];
  added: MergedRequest[];
  /** Requests that the document changed, with the parts that were taken over. */
  changed: (MergedRequest & { parts: RequestPart[] })[];
  /** Requests that are gone from the document. Those that the user edited stay, and are conflicts too. */
  removed: MergedRequest[];
  /** Parts that both sides changed; the user's stand in `steps`, the document's are given here. */
  conflicts: (MergedRequest & { parts: (RequestPart | 'removed')[]; imported: HttpStep | undefined })[];
}

/**
 * mergeReimport merges a changed document into requests that the user works with: what only the document changed arrives, what the user
 * changed, added or deleted stays, and what both changed is a conflict in which the user's stands. Requests are known by method and path
 * template, else by group and name.
 */
export function mergeReimport(
  previousImport: readonly HttpStep[],
  current: readonly HttpStep[],
  newImport: readonly HttpStep[],
): ReimportMerge {
  const previousOf = matchSteps(current, previousImport, { byId: true });
  const importedOf = matchSteps(previousImport, newImport, { byId: false });
  const out: ReimportMerge = { steps: [], added: [], changed: [], removed: [], conflicts: [] };
  const places = new Map<HttpStep, HttpStep>();
  for (const step of current) {
    const previous = previousOf.get(step);
    const imported = previous && importedOf.get(previous);
    if (!previous) out.steps.push(step);
    else if (!imported) addRemoved(step, previous, out);
    else {
      const merged = mergeStep({ previous, current: step, imported });
      out.steps.push(merged.step);
      places.set(imported, merged.step);
      if (merged.changes.length > 0) out.changed.push({ ...requestOf(merged.step), parts: merged.changes });
      if (merged.conflicts.length > 0)
        out.conflicts.push({ ...requestOf(merged.step), parts: merged.conflicts, imported });
    }
  }
  const known = new Set(importedOf.values());
  addNew(
    newImport,
    known,
    places,
    current.filter((step) => !previousOf.has(step)),
    out,
  );
  return out;
}

function addRemoved(step: HttpStep, previous: HttpStep, out: ReimportMerge): void {
  out.removed.push(requestOf(step));
  if (canonical(step) === canonical(previous)) return;
  out.steps.push(step);
  out.conflicts.push({ ...requestOf(step), parts: ['removed'], imported: undefined });
}

/** A new request stands behind the one that it follows in the document. */
function addNew(
  newImport: readonly HttpStep[],
  known: ReadonlySet<HttpStep>,
  places: Map<HttpStep, HttpStep>,
  own: readonly HttpStep[],
  out: ReimportMerge,
): void {
  const fresh = newImport.filter((step) => !known.has(step));
  // What the user had written before the document described it is the user's.
  const written = new Set(matchSteps(own, fresh, { byId: false }).values());
  const followers = new Map<HttpStep | undefined, HttpStep[]>();
  let before: HttpStep | undefined;
  for (const imported of newImport) {
    const place = places.get(imported);
    if (place) before = place;
    else if (!known.has(imported) && !written.has(imported)) {
      followers.set(before, [...(followers.get(before) ?? []), imported]);
      out.added.push(requestOf(imported));
    }
  }
  const placed = out.steps.flatMap((step) => [step, ...(followers.get(step) ?? [])]);
  out.steps = [...(followers.get(undefined) ?? []), ...placed];
}

const requestOf = ({ id, name, group, method, url }: HttpStep): MergedRequest => ({ id, name, group, method, url });
