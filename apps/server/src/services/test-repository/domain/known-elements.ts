import { createHash } from 'node:crypto';
import type { RepositoryStep, StepTarget } from '@touchstone/contracts/test-repository';
import { readPrint } from '@touchstone/engine-heal/core';

type Steps = readonly RepositoryStep[];
type Ways = Pick<StepTarget, 'locators'> & Partial<Pick<StepTarget, 'frame'>>;

const written = ({ locators, frame = [] }: Ways): string =>
  JSON.stringify(
    [frame, locators].map((list) =>
      list.map(({ by, value, name, exact }) => [by, value, name ?? null, exact ?? false]),
    ),
  );

/** locatorsHash tells apart in which ways elements are found. */
export const locatorsHash = (ways: Ways): string => createHash('sha256').update(written(ways)).digest('hex');

/** isSameWay tells whether two targets are looked for in the same ways. */
export const isSameWay = (one: Ways, other: Ways): boolean => written(one) === written(other);

/** A print of an element of which a variable decides is that of another one in the next run. */
export const isFixed = (ways: Ways): boolean => !written(ways).includes('{{');

/** What runs saw of the element of a step. */
export interface KnownPrint {
  stepId: string;
  locatorsHash: string;
  print: Record<string, unknown>;
}

const seenAtOf = (print: Record<string, unknown> | undefined): string =>
  typeof print?.seenAt === 'string' ? print.seenAt : '';

/** withPrints gives steps what runs saw of their elements, where it is newer than what they have and they still look for it in the same ways. */
export function withPrints(steps: Steps, prints: ReadonlyMap<string, KnownPrint>): RepositoryStep[] {
  return steps.map((step) => ({
    ...step,
    target: step.target && withPrint(step.target, prints.get(step.id)),
    ...(step.steps && { steps: withPrints(step.steps, prints) }),
    ...(step.otherwise && { otherwise: withPrints(step.otherwise, prints) }),
  }));
}

function withPrint(target: StepTarget, known: KnownPrint | undefined): StepTarget {
  if (!known || !isFixed(target) || known.locatorsHash !== locatorsHash(target)) return target;
  return seenAtOf(known.print) > seenAtOf(target.fingerprint) ? { ...target, fingerprint: known.print } : target;
}

/** knownTraits are what people are told of an element that was kept. */
export function knownTraits(fingerprint: unknown): { trait: string; value: string }[] {
  const print = readPrint(fingerprint);
  if (!print) return [];
  const { text, label, placeholder, role, tag, type, attributes, within, neighbours } = print;
  const near = { within: within.join(' › '), neighbours: neighbours.join(' · ') };
  const all = { text, label, placeholder, role, tag, type, ...attributes, ...near };
  return Object.entries(all)
    .filter(([, value]) => value !== '')
    .map(([trait, value]) => ({ trait, value: value.length > 300 ? `${value.slice(0, 299)}…` : value }))
    .slice(0, 20);
}
