import type { KnownTarget } from '@touchstone/contracts/web-testing';
import {
  findKeyword,
  type Parameter,
  readTypedLocator,
  type Step,
  type Target,
  toLocatorText,
} from '@touchstone/engine-keyword/core';

/** targetText is how a target stands in its cell: its first locator. */
export const targetText = (target: Target | null): string => {
  const first = target?.locators[0];
  return first ? toLocatorText(first) : '';
};

/** withTargetText puts what was typed in place of the first locator; an empty text leaves no target. The name follows where it was not chosen. */
export function withTargetText(target: Target | null, text: string): Target | null {
  const first = readTypedLocator(text);
  const rest = target?.locators.slice(1) ?? [];
  if (!first && rest.length === 0) return null;
  const locators = first ? [first, ...rest] : rest;
  const isOwnName = target !== null && target.name !== nameOfTarget(target.locators);
  return { ...target, name: isOwnName ? target.name : nameOfTarget(locators), locators, frame: target?.frame ?? [] };
}

/** knownTargetOf is the known target whose first locator was typed or chosen, with all that is known of it. */
export function knownTargetOf(known: readonly KnownTarget[], text: string): Target | undefined {
  return known.find(({ target }) => targetText(target as Target) === text)?.target as Target | undefined;
}

/** nameOfTarget is what a target is called until people name it. */
export function nameOfTarget(locators: Target['locators']): string {
  const [first] = locators;
  return (first?.name ?? first?.value ?? '').slice(0, 255);
}

/** argumentsText is how arguments stand in a line that is not edited. */
export function argumentsText(step: Step): string {
  const keyword = findKeyword(step.keyword);
  const shown = (keyword?.parameters ?? []).filter(({ name }) => step.args[name]);
  return shown.map((parameter) => shownArgument(parameter, step.args[parameter.name] ?? '', shown.length)).join(' · ');
}

function shownArgument({ label, type }: Parameter, value: string, count: number): string {
  const text = type === 'list' || type === 'code' ? value.replaceAll('\n', ', ') : value;
  const cut = text.length > 120 ? `${text.slice(0, 119)}…` : text;
  return count === 1 ? cut : `${label}: ${cut}`;
}
