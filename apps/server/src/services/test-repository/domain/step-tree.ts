import type { RepositoryStep } from '@touchstone/contracts/test-repository';

type Steps = RepositoryStep[];

/** The keyword whose argument `function` names a function. */
const callKeyword = 'callFunction';

/** allSteps yields steps with their content, in document order. */
export function* allSteps(steps: readonly RepositoryStep[]): Generator<RepositoryStep> {
  for (const step of steps) {
    yield step;
    yield* allSteps(step.steps ?? []);
    yield* allSteps(step.otherwise ?? []);
  }
}

/** countSteps counts steps with their content. */
export const countSteps = (steps: readonly RepositoryStep[]): number => [...allSteps(steps)].length;

/** repeatedId returns an id that two steps share; undefined if all are distinct. */
export function repeatedId(steps: readonly RepositoryStep[]): string | undefined {
  const seen = new Set<string>();
  for (const { id } of allSteps(steps)) {
    if (seen.has(id)) return id;
    seen.add(id);
  }
  return undefined;
}

/** Maps every list of steps, from the innermost outwards. */
function mapLists(steps: readonly RepositoryStep[], change: (list: Steps) => Steps): Steps {
  return change(
    steps.map((step) => ({
      ...step,
      ...(step.steps && { steps: mapLists(step.steps, change) }),
      ...(step.otherwise && { otherwise: mapLists(step.otherwise, change) }),
    })),
  );
}

/** insertAfter inserts steps after the one with an id, in its list; undefined if there is none. */
export function insertAfter(steps: readonly RepositoryStep[], id: string, added: Steps): Steps | undefined {
  let isDone = false;
  const changed = mapLists(steps, (list) => {
    const at = list.findIndex((step) => step.id === id);
    if (at < 0) return list;
    isDone = true;
    return list.toSpliced(at + 1, 0, ...added);
  });
  return isDone ? changed : undefined;
}

/** withoutSteps removes steps with their content, and returns the ids that weren't found. */
export function withoutSteps(
  steps: readonly RepositoryStep[],
  ids: readonly string[],
): { steps: Steps; missing: string[] } {
  const known = new Set([...allSteps(steps)].map(({ id }) => id));
  const removedIds = new Set(ids);
  return {
    steps: mapLists(steps, (list) => list.filter(({ id }) => !removedIds.has(id))),
    missing: ids.filter((id) => !known.has(id)),
  };
}

/** neighbours returns the steps with these ids if they are adjacent in one list; otherwise undefined. */
export function neighbours(steps: readonly RepositoryStep[], ids: readonly string[]): Steps | undefined {
  const wanted = new Set(ids);
  let found: Steps | undefined;
  mapLists(steps, (list) => {
    const first = list.findIndex(({ id }) => wanted.has(id));
    const part = first < 0 ? [] : list.slice(first, first + wanted.size);
    if (part.length === wanted.size && part.every(({ id }) => wanted.has(id))) found = part;
    return list;
  });
  return found;
}

/** replaceNeighbours replaces adjacent steps with a single one. */
export function replaceNeighbours(steps: readonly RepositoryStep[], ids: readonly string[], by: RepositoryStep): Steps {
  const removedIds = new Set(ids);
  return mapLists(steps, (list) => {
    const first = list.findIndex(({ id }) => removedIds.has(id));
    return first < 0 ? list : list.toSpliced(first, 0, by).filter(({ id }) => !removedIds.has(id));
  });
}

/** calledFunctions returns the names of the functions that steps call, without duplicates. */
export function calledFunctions(steps: readonly RepositoryStep[]): string[] {
  const names = [...allSteps(steps)].flatMap(({ keyword, args }) =>
    keyword === callKeyword ? (args.function ?? '') : [],
  );
  return [...new Set(names.filter((name) => name !== ''))];
}

/** renameCalls renames a function in the steps that call it. */
export const renameCalls = (steps: readonly RepositoryStep[], from: string, to: string): Steps =>
  mapLists(steps, (list) =>
    list.map((step) =>
      step.keyword === callKeyword && step.args.function === from
        ? { ...step, args: { ...step.args, function: to } }
        : step,
    ),
  );

/** withTargets sets new targets on the steps with these ids. */
export const withTargets = (
  steps: readonly RepositoryStep[],
  targets: ReadonlyMap<string, RepositoryStep['target']>,
): Steps => mapLists(steps, (list) => list.map((step) => ({ ...step, target: targets.get(step.id) ?? step.target })));

/** callOf returns a step that calls a function, with a line for each of its inputs and outputs. */
export const callOf = (
  id: string,
  {
    name,
    inputs,
    outputs,
  }: { name: string; inputs: readonly { name: string }[]; outputs: readonly { name: string }[] },
): RepositoryStep => ({
  id,
  keyword: callKeyword,
  target: null,
  args: {
    function: name,
    ...(inputs.length > 0 && { inputs: inputs.map((one) => `${one.name}={{${one.name}}}`).join('\n') }),
    ...(outputs.length > 0 && { outputs: outputs.map((one) => `${one.name}=${one.name}`).join('\n') }),
  },
  onFailure: 'stop',
  retries: 0,
  timeoutMs: null,
  evidence: 'failure',
  comment: '',
  isEnabled: true,
});
