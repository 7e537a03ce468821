import type { Locator, Target } from '../step.ts';
import type { Healing, Outcome } from './driver.ts';
import type { StepResult } from './run-event.ts';

type Mask = (text: string) => string;

/** What is reported of an outcome besides its status and message. */
type MaskedOutcome = Omit<StepResult, 'status' | 'durationMs' | 'message' | 'attempts' | 'isFlaky' | 'evidence'>;

/** maskedOutcome returns what is reported of a step's outcome, with the secrets masked in every text. */
export function maskedOutcome(outcome: Outcome, mask: Mask): MaskedOutcome {
  const { expected, actual, log, measure, violations, picture, locatorUsed, healing, seen, status } = outcome;
  const masked: MaskedOutcome = {};
  if (expected !== undefined) masked.expected = mask(expected);
  if (actual !== undefined) masked.actual = mask(actual);
  if (log?.length) masked.log = log.map((line) => ({ ...line, text: mask(line.text) }));
  if (measure) masked.measure = { ...measure, name: mask(measure.name) };
  if (picture) masked.picture = { ...picture, name: mask(picture.name) };
  if (violations)
    masked.violations = violations.map((violation) => ({
      ...violation,
      elements: violation.elements.map(({ selector, snippet }) => ({
        selector: mask(selector),
        snippet: mask(snippet),
      })),
    }));
  if (locatorUsed) masked.locatorUsed = maskLocator(locatorUsed, mask);
  if (healing) masked.healing = maskHealing(healing, mask);
  if (seen && status === 'passed') masked.seen = maskEvery(seen, mask) as Record<string, unknown>;
  return masked;
}

/** A locator that contains a secret would find nothing once it is masked, so it is left out. */
function maskHealing(healing: Healing, mask: Mask): Healing {
  const isPlain = (locator: Locator) =>
    maskLocator(locator, mask).value === locator.value && mask(locator.name ?? '') === (locator.name ?? '');
  const maskTarget = (target: Target): Target => ({
    ...(maskEvery(target, mask) as Target),
    locators: target.locators.filter(isPlain),
    frame: target.frame,
  });
  const suspects = healing.suspects.map((suspect) => ({
    ...suspect,
    target: maskTarget(suspect.target),
    evidence: suspect.evidence.map((one) => ({ ...one, was: mask(one.was), is: mask(one.is) })),
  }));
  return { ...healing, suspects };
}

/** Masks every text in lists and objects. */
function maskEvery(value: unknown, mask: Mask): unknown {
  if (typeof value === 'string') return mask(value);
  if (Array.isArray(value)) return value.map((item) => maskEvery(item, mask));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, maskEvery(item, mask)]));
}

function maskLocator(locator: Locator, mask: Mask): Locator {
  const masked = { ...locator, value: mask(locator.value) };
  if (locator.name !== undefined) masked.name = mask(locator.name);
  return masked;
}
