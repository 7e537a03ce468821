import { maxSuspects, type StepHealing, type StepTarget, type Suspect } from '@touchstone/contracts/test-repository';
import type { Healing, Target } from '@touchstone/engine-keyword/core';

/** What a run stores of a step whose element wasn't found: what is shown, and everything known of the elements. */
export interface KeptHealing extends Omit<StepHealing, 'wanted' | 'suspects'> {
  wanted: StepTarget;
  suspects: (Omit<Suspect, 'target'> & { target: StepTarget })[];
}

const maxTraits = 15;
const maxTraitCharacters = 500;
const maxLocatorCharacters = 2000;
const maxPrintBytes = 20_000;

const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most - 1)}…` : text);

/** Locators that are too long are dropped: truncated, they would find something else or nothing. */
function boundedTarget({ name, locators, frame, fingerprint }: Target): StepTarget {
  const isShort = ({ value, name: called = '' }: Target['locators'][number]) =>
    value.length + called.length <= maxLocatorCharacters;
  const hasPrint = fingerprint && Buffer.byteLength(JSON.stringify(fingerprint)) <= maxPrintBytes;
  const found = frame.every(isShort) ? locators.filter(isShort).slice(0, 20) : [];
  return { name: cut(name, 500), locators: found, frame, ...(hasPrint && { fingerprint }) };
}

/**
 * keptHealing returns what a run stores of the elements a driver found instead of a step's element; texts and lists are
 * bounded.
 */
export const keptHealing = (
  { verdict, isUsed, suspects }: Healing,
  wanted: Target,
  foundBy: string | null = null,
): KeptHealing => ({
  verdict,
  isUsed,
  foundBy,
  wanted: { ...wanted, name: cut(wanted.name, 500) },
  suspects: suspects.slice(0, maxSuspects).map(({ target, probability, evidence, box }) => ({
    target: boundedTarget(target),
    probability,
    evidence: evidence.slice(0, maxTraits).map(({ trait, was, is, likeness, weight }) => ({
      trait: cut(trait, 100),
      was: cut(was, maxTraitCharacters),
      is: cut(is, maxTraitCharacters),
      likeness,
      weight,
    })),
    box: box && { x: box.x, y: box.y, width: box.width, height: box.height },
  })),
});

const withoutPrint = ({ fingerprint: _print, ...target }: StepTarget): Omit<StepTarget, 'fingerprint'> => target;

/** shownHealing returns the part of it that users see. */
export const shownHealing = ({ verdict, isUsed, foundBy, wanted, suspects }: KeptHealing): StepHealing => ({
  verdict,
  isUsed,
  foundBy,
  wanted: withoutPrint(wanted),
  suspects: suspects.map((one) => ({ ...one, target: withoutPrint(one.target) })),
});
