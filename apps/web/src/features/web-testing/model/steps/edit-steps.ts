import { findKeyword, newStep, type Step } from '@touchstone/engine-keyword/core';

/** A branch of a container: its contents, or the alternative. */
export type Branch = 'steps' | 'otherwise';

/** Position of a step; a null `parentId` is the script itself. */
export interface StepPlace {
  parentId: string | null;
  branch: Branch;
  index: number;
}

const branches: readonly Branch[] = ['steps', 'otherwise'];

/** Maps every list of steps, innermost first; unchanged lists keep their identity. */
function mapLists(steps: readonly Step[], change: (list: readonly Step[], place: Omit<StepPlace, 'index'>) => Step[]) {
  const visit = (list: readonly Step[], parentId: string | null, branch: Branch): Step[] => {
    let isSame = true;
    const inner = list.map((step) => {
      let next = step;
      for (const each of branches) {
        const held = step[each];
        if (!held) continue;
        const changed = visit(held, step.id, each);
        if (changed !== held) next = { ...next, [each]: changed };
      }
      if (next !== step) isSame = false;
      return next;
    });
    const given = isSame ? (list as Step[]) : inner;
    const changed = change(given, { parentId, branch });
    return changed.length === given.length && changed.every((step, index) => step === given[index]) ? given : changed;
  };
  return visit(steps, null, 'steps');
}

/** eachStep iterates over steps and their contents, in order. */
export function* eachStep(steps: readonly Step[], depth = 0): Generator<{ step: Step; depth: number }> {
  for (const step of steps) {
    yield { step, depth };
    for (const branch of branches) yield* eachStep(step[branch] ?? [], depth + 1);
  }
}

/** findStep finds a step by id at any depth. */
export function findStep(steps: readonly Step[], id: string): Step | undefined {
  for (const { step } of eachStep(steps)) if (step.id === id) return step;
  return undefined;
}

/** placeOf finds the position of a step. */
export function placeOf(steps: readonly Step[], id: string): StepPlace | undefined {
  let found: StepPlace | undefined;
  mapLists(steps, (list, place) => {
    const index = list.findIndex((step) => step.id === id);
    if (index >= 0) found = { ...place, index };
    return list as Step[];
  });
  return found;
}

/** updateStep updates a step at any depth. */
export const updateStep = (steps: readonly Step[], id: string, change: (step: Step) => Step): Step[] =>
  mapLists(steps, (list) => list.map((step) => (step.id === id ? change(step) : step)));

/** insertAt inserts steps into a list; an index beyond the end appends. */
export const insertAt = (
  steps: readonly Step[],
  { parentId, branch, index }: StepPlace,
  added: readonly Step[],
): Step[] =>
  parentId === null
    ? [...steps.slice(0, index), ...added, ...steps.slice(index)]
    : updateStep(steps, parentId, (parent) => {
        const list = parent[branch] ?? [];
        return { ...parent, [branch]: [...list.slice(0, index), ...added, ...list.slice(index)] };
      });

/** insertAfter inserts steps after another one; without one, at the end of the script. */
export function insertAfter(steps: readonly Step[], id: string | null, added: readonly Step[]): Step[] {
  const place = id === null ? undefined : placeOf(steps, id);
  return place ? insertAt(steps, { ...place, index: place.index + 1 }, added) : [...steps, ...added];
}

/** removeSteps removes steps with their contents. */
export const removeSteps = (steps: readonly Step[], ids: ReadonlySet<string>): Step[] =>
  mapLists(steps, (list) => list.filter(({ id }) => !ids.has(id)));

/**
 * moveStep moves a step up or down by one line as displayed: past a step, into the next container, or out of the one
 * that ends there.
 */
export function moveStep(steps: readonly Step[], id: string, by: -1 | 1): Step[] {
  const place = placeOf(steps, id);
  const moved = place && findStep(steps, id);
  if (!place || !moved) return steps as Step[];
  const without = removeSteps(steps, new Set([id]));
  const list = listAt(steps, place);
  const neighbour = list[place.index + by];
  if (neighbour) {
    const inner = branchesOf(neighbour);
    const branch = by === 1 ? inner[0] : inner.at(-1);
    if (!branch) return insertAt(without, { ...place, index: place.index + by }, [moved]);
    const index = by === 1 ? 0 : (neighbour[branch]?.length ?? 0);
    return insertAt(without, { parentId: neighbour.id, branch, index }, [moved]);
  }
  if (place.parentId === null) return steps as Step[];
  const parent = findStep(steps, place.parentId)!;
  const others = branchesOf(parent);
  const next = others[others.indexOf(place.branch) + by];
  if (next) {
    const index = by === 1 ? 0 : (parent[next]?.length ?? 0);
    return insertAt(without, { parentId: parent.id, branch: next, index }, [moved]);
  }
  const outer = placeOf(without, place.parentId)!;
  return insertAt(without, { ...outer, index: outer.index + (by === 1 ? 1 : 0) }, [moved]);
}

const listAt = (steps: readonly Step[], { parentId, branch }: StepPlace): readonly Step[] =>
  parentId === null ? steps : (findStep(steps, parentId)?.[branch] ?? []);

/** branchesOf returns the branches of a container, including empty ones; none for a plain step. */
export function branchesOf(step: Step): Branch[] {
  const holds = findKeyword(step.keyword)?.holds;
  if (holds === 'branch' || holds === 'try') return ['steps', 'otherwise'];
  return holds === undefined ? branches.filter((branch) => step[branch] !== undefined) : ['steps'];
}

/** outermost returns those of the selected steps that aren't inside another selected one, in order. */
export function outermost(steps: readonly Step[], ids: ReadonlySet<string>): Step[] {
  return steps.flatMap((step) =>
    ids.has(step.id) ? [step] : branches.flatMap((branch) => outermost(step[branch] ?? [], ids)),
  );
}

/** copySteps copies steps and their contents with new ids. */
export const copySteps = (steps: readonly Step[], newId: () => string): Step[] =>
  steps.map((step) => ({
    ...step,
    id: newId(),
    ...(step.steps && { steps: copySteps(step.steps, newId) }),
    ...(step.otherwise && { otherwise: copySteps(step.otherwise, newId) }),
  }));

/**
 * withKeyword changes the keyword of a step: keeps the common arguments, and adds the branches that the new one needs.
 */
export function withKeyword(
  step: Step,
  keyword: { id: string; target: string; holds?: string | undefined; parameters: readonly { name: string }[] },
): Step {
  const { steps, otherwise, ...rest } = step;
  const known = new Set(keyword.parameters.map(({ name }) => name));
  return {
    ...rest,
    keyword: keyword.id,
    target: keyword.target === 'none' ? null : step.target,
    args: Object.fromEntries(Object.entries(step.args).filter(([name]) => known.has(name))),
    ...(keyword.holds && { steps: steps ?? [] }),
    ...((keyword.holds === 'branch' || keyword.holds === 'try') && { otherwise: otherwise ?? [] }),
  };
}

/** emptyStep returns a step whose keyword hasn't been selected yet. */
export const emptyStep = (id: string): Step => newStep(id, '');

/** placeStep moves a step before or after another one; a step can't be moved into itself. */
export function placeStep(steps: readonly Step[], id: string, besideId: string, where: 'before' | 'after'): Step[] {
  const moved = findStep(steps, id);
  if (!moved || findStep([moved], besideId)) return steps as Step[];
  const without = removeSteps(steps, new Set([id]));
  const place = placeOf(without, besideId);
  return place ? insertAt(without, { ...place, index: place.index + (where === 'after' ? 1 : 0) }, [moved]) : without;
}
