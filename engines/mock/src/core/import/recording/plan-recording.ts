import { startedState } from '../../stub.ts';

/** slug makes a name from a path. */
export const slug = (path: string): string =>
  path
    .replace(/^\/+|\/+$/g, '')
    .replace(/[^\w]+/g, '-')
    .slice(0, 60)
    .toLowerCase() || 'root';

/**
 * What planning needs to know about an exchange; strings are equal if the things they represent are, so hashes work.
 */
export interface ExchangeFacts {
  /** Identifies its request pattern. */
  key: string;
  /** Identifies its response. */
  answer: string;
  path: string;
  /** Identifies request and response without their shared values; absent if there are none. See `parameterised`. */
  shape?: string | undefined;
}

/** How recorded exchanges become stubs. */
export interface PlanOptions {
  /** How repeated requests are answered: with one response after another, always the first, or always the last. */
  repeats: 'sequence' | 'first' | 'last';
  /** Merges requests that differ only in a value repeated by their responses into one templated stub. */
  parameterises?: boolean;
  /** Names of existing scenarios. */
  takenScenarios?: ReadonlySet<string>;
}

/** A stub made by a recording. */
export interface PlannedStub {
  /** Index of the exchange that it is made from. */
  index: number;
  /** Number of recorded calls that it answers. */
  calls: number;
  scenario: { name: string; required: string; next: string | undefined; step: number; of: number } | undefined;
  /** Whether its response is a template. */
  isParameterised: boolean;
}

/**
 * planRecording returns the stubs for recorded exchanges, in their order. Repeats with the same response become one
 * stub; repeats with different responses become the steps of a scenario that stays at the last one, so calls are
 * answered as recorded.
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

/** The exchanges of one request that become separate stubs. */
function stepsOf(facts: readonly ExchangeFacts[], indexes: readonly number[], { repeats }: PlanOptions): number[] {
  if (repeats === 'first') return indexes.slice(0, 1);
  if (repeats === 'last') return indexes.slice(-1);
  // Equal responses at the end become one step, because the scenario stays at its last step.
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

/** Merges requests with one shape into one stub: the first takes all calls, the others none. */
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
