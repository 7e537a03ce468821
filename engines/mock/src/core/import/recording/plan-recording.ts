import { startedState } from '../../stub.ts';

/** slug makes a name of a path. */
export const slug = (path: string): string =>
  path
    .replace(/^\/+|\/+$/g, '')
    .replace(/[^\w]+/g, '-')
    .slice(0, 60)
    .toLowerCase() || 'root';

/** What a plan needs to know of an exchange; texts are equal where what they stand for is equal, so hashes will do. */
export interface ExchangeFacts {
  /** Of its request pattern. */
  key: string;
  /** Of its answer. */
  answer: string;
  path: string;
  /** Of request and answer without what both say alike; absent where nothing is said alike. See `parameterised`. */
  shape?: string | undefined;
}

/** How recorded exchanges become stubs. */
export interface PlanOptions {
  /** What repeated requests answer: one answer after another, always the first, or always the last. */
  repeats: 'sequence' | 'first' | 'last';
  /** Requests that differ in a value which their answers repeat become one stub with a template. */
  parameterises?: boolean;
  /** Scenarios of these names exist already. */
  takenScenarios?: ReadonlySet<string>;
}

/** A stub that a recording makes. */
export interface PlannedStub {
  /** The exchange that it is made of. */
  index: number;
  /** Recorded calls that it answers. */
  calls: number;
  scenario: { name: string; required: string; next: string | undefined; step: number; of: number } | undefined;
  /** It answers by a template. */
  isParameterised: boolean;
}

/**
 * planRecording says which stubs recorded exchanges make, in their order. Repeats with the same answer are one stub; repeats whose answers
 * differ are the steps of a scenario, of which the last one stays: so calls are answered as they were recorded.
 */
export function planRecording(facts: readonly ExchangeFacts[], options: PlanOptions): PlannedStub[] {
  const groups = new Map<string, number[]>();
  for (const [index, { key }] of facts.entries()) groups.set(key, [...(groups.get(key) ?? []), index]);
  const steps = [...groups.values()].map((indexes) => ({ indexes, steps: stepsOf(facts, indexes, options) }));
  const merged = options.parameterises ? mergeAlike(facts, steps) : new Map<number, number>();
  const nextName = scenarioNames(options.takenScenarios ?? new Set());
  return steps.flatMap(({ indexes, steps: chosen }): PlannedStub[] => {
    const [first = 0] = chosen;
    if (chosen.length > 1) return scenarioOf(chosen, indexes, nextName(facts[first]?.path ?? '/'));
    const calls = merged.get(first) ?? indexes.length;
    return calls === 0 ? [] : [{ index: first, calls, scenario: undefined, isParameterised: merged.has(first) }];
  });
}

/** The exchanges of one request that become stubs of their own. */
function stepsOf(facts: readonly ExchangeFacts[], indexes: readonly number[], { repeats }: PlanOptions): number[] {
  if (repeats === 'first') return indexes.slice(0, 1);
  if (repeats === 'last') return indexes.slice(-1);
  // Equal answers at the end are one: the last step stays.
  let end = indexes.length;
  while (end > 1 && facts[indexes[end - 1]!]?.answer === facts[indexes[end - 2]!]?.answer) end -= 1;
  return indexes.slice(0, end);
}

function scenarioOf(chosen: readonly number[], indexes: readonly number[], name: string): PlannedStub[] {
  const last = chosen.length - 1;
  return chosen.map((index, step) => ({
    index,
    calls: step === last ? indexes.length - last : 1,
    scenario: {
      name,
      required: step === 0 ? startedState : `${name}-${step + 1}`,
      next: step === last ? undefined : `${name}-${step + 2}`,
      step: step + 1,
      of: chosen.length,
    },
    isParameterised: false,
  }));
}

function scenarioNames(taken: ReadonlySet<string>): (path: string) => string {
  let number = 0;
  return (path) => {
    let name: string;
    do {
      number += 1;
      name = `scenario-${number}-${slug(path)}`;
    } while (taken.has(name));
    return name;
  };
}

/** Requests of one shape become one stub: the first of them stands for all calls, the others for none. */
function mergeAlike(
  facts: readonly ExchangeFacts[],
  groups: readonly { indexes: readonly number[]; steps: readonly number[] }[],
): Map<number, number> {
  const byShape = new Map<string, { first: number; calls: number; all: number[] }>();
  for (const { indexes, steps } of groups) {
    const [only = 0] = steps;
    const shape = steps.length === 1 ? facts[only]?.shape : undefined;
    if (shape === undefined) continue;
    const known = byShape.get(shape) ?? { first: only, calls: 0, all: [] };
    known.calls += indexes.length;
    known.all.push(only);
    byShape.set(shape, known);
  }
  const calls = new Map<number, number>();
  for (const { first, calls: of, all } of byShape.values())
    if (all.length > 1) for (const index of all) calls.set(index, index === first ? of : 0);
  return calls;
}
