import type { RepositoryStep, StepTarget } from '@touchstone/contracts/test-repository';
import { readPrint, roleOf } from '@touchstone/engine-heal/core';

type Steps = readonly RepositoryStep[];
type Ways = Pick<StepTarget, 'locators'> & Partial<Pick<StepTarget, 'frame'>>;

/** waysText returns a text that is equal exactly for equal ways of finding an element. */
export const waysText = ({ locators, frame = [] }: Ways): string =>
  JSON.stringify(
    [frame, locators].map((list) =>
      list.map(({ by, value, name, exact }) => [by, value, name ?? null, exact ?? false]),
    ),
  );

/** isSameWay returns whether two targets are found in the same ways. */
export const isSameWay = (one: Ways, other: Ways): boolean => waysText(one) === waysText(other);

/** A print of an element chosen by a variable belongs to another element in the next run. */
export const isFixed = (ways: Ways): boolean => !waysText(ways).includes('{{');

/** What runs saw of a step's element. */
export interface KnownPrint {
  stepId: string;
  /** The ways it was found, as written by `waysText`. */
  ways: string;
  print: Record<string, unknown>;
}

const seenAtOf = (print: Record<string, unknown> | undefined): string =>
  typeof print?.seenAt === 'string' ? print.seenAt : '';

/**
 * withPrints adds to the steps of a script or function what runs saw of their elements, if it is newer than what they
 * have. A browser examines an element only once per locator: a step without a print gets that of another step with the
 * same ways.
 */
export function withPrints(steps: Steps, prints: readonly KnownPrint[]): RepositoryStep[] {
  const known = new Map(prints.map((one) => [one.ways, one.print]));
  for (const { stepId, ways, print } of prints) known.set(`${stepId} ${ways}`, print);
  const change = (list: Steps): RepositoryStep[] =>
    list.map((step) => ({
      ...step,
      target: step.target && withPrint(step.id, step.target, known),
      ...(step.steps && { steps: change(step.steps) }),
      ...(step.otherwise && { otherwise: change(step.otherwise) }),
    }));
  return change(steps);
}

function withPrint(stepId: string, target: StepTarget, known: ReadonlyMap<string, KnownPrint['print']>): StepTarget {
  if (!isFixed(target)) return target;
  const ways = waysText(target);
  const print = known.get(`${stepId} ${ways}`) ?? known.get(ways);
  return seenAtOf(print) > seenAtOf(target.fingerprint) ? { ...target, fingerprint: print } : target;
}

/** knownTraits returns the traits of a stored element that are shown to users. */
export function knownTraits(fingerprint: unknown): { trait: string; value: string }[] {
  const print = readPrint(fingerprint);
  if (!print) return [];
  const { text, label, placeholder, tag, type, attributes, within, neighbours } = print;
  const near = { within: within.join(' › '), neighbours: neighbours.join(' · ') };
  const all = { text, label, placeholder, ...attributes, role: roleOf(print), tag, type, ...near };
  return Object.entries(all)
    .filter(([, value]) => value !== '')
    .map(([trait, value]) => ({ trait, value: value.length > 300 ? `${value.slice(0, 299)}…` : value }))
    .slice(0, 20);
}
