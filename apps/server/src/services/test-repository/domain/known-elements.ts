import type { RepositoryStep, StepTarget } from '@touchstone/contracts/test-repository';
import { readPrint, roleOf } from '@touchstone/engine-heal/core';

type Steps = readonly RepositoryStep[];
type Ways = Pick<StepTarget, 'locators'> & Partial<Pick<StepTarget, 'frame'>>;

/** waysText tells apart in which ways elements are found. */
export const waysText = ({ locators, frame = [] }: Ways): string =>
  JSON.stringify(
    [frame, locators].map((list) =>
      list.map(({ by, value, name, exact }) => [by, value, name ?? null, exact ?? false]),
    ),
  );

/** isSameWay tells whether two targets are looked for in the same ways. */
export const isSameWay = (one: Ways, other: Ways): boolean => waysText(one) === waysText(other);

/** A print of an element of which a variable decides is that of another one in the next run. */
export const isFixed = (ways: Ways): boolean => !waysText(ways).includes('{{');

/** What runs saw of the element of a step. */
export interface KnownPrint {
  stepId: string;
  /** In which it was found, as `waysText` writes them. */
  ways: string;
  print: Record<string, unknown>;
}

const seenAtOf = (print: Record<string, unknown> | undefined): string =>
  typeof print?.seenAt === 'string' ? print.seenAt : '';

/**
 * withPrints gives the steps of a script or function what runs saw of their elements, where it is newer than what they have. A browser looks
 * at what one locator finds once: a step of which nothing was seen gets what another one saw that looks for it in the same ways.
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

/** knownTraits are what people are told of an element that was kept. */
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
