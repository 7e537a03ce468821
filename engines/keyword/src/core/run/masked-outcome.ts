import type { Locator } from '../step.ts';
import type { Outcome } from './driver.ts';
import type { StepResult } from './run-event.ts';

type Mask = (text: string) => string;

/** What of an outcome is reported beside its status and message. */
type Told = Omit<StepResult, 'status' | 'durationMs' | 'message' | 'attempts' | 'isFlaky' | 'evidence'>;

/** maskedOutcome gives what a driver tells of a step, with the secrets hidden in every text. */
export function maskedOutcome(outcome: Outcome, mask: Mask): Told {
  const { expected, actual, log, measure, violations, picture, locatorUsed } = outcome;
  const told: Told = {};
  if (expected !== undefined) told.expected = mask(expected);
  if (actual !== undefined) told.actual = mask(actual);
  if (log?.length) told.log = log.map((line) => ({ ...line, text: mask(line.text) }));
  if (measure) told.measure = { ...measure, name: mask(measure.name) };
  if (picture) told.picture = { ...picture, name: mask(picture.name) };
  if (violations)
    told.violations = violations.map((violation) => ({
      ...violation,
      elements: violation.elements.map(({ selector, snippet }) => ({
        selector: mask(selector),
        snippet: mask(snippet),
      })),
    }));
  if (locatorUsed) told.locatorUsed = maskLocator(locatorUsed, mask);
  return told;
}

function maskLocator(locator: Locator, mask: Mask): Locator {
  const masked = { ...locator, value: mask(locator.value) };
  if (locator.name !== undefined) masked.name = mask(locator.name);
  return masked;
}
