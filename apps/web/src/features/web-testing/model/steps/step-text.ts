import type { KnownTarget } from '@touchstone/contracts/web-testing';
import {
  findKeyword,
  type Parameter,
  readTypedLocator,
  type Step,
  type Target,
  toLocatorText,
} from '@touchstone/engine-keyword/core';

/** targetText returns the text of a target's cell: its first locator. */
export const targetText = (target: Target | null): string => {
  const first = target?.locators[0];
  return first ? toLocatorText(first) : '';
};

/**
 * withTargetText replaces the first locator by typed text; empty text removes the target. The name follows unless it
 * was set by hand.
 */
export function withTargetText(target: Target | null, text: string): Target | null {
  const first = readTypedLocator(text);
  const rest = target?.locators.slice(1) ?? [];
  if (!first && rest.length === 0) return null;
  const locators = first ? [first, ...rest] : rest;
  const isOwnName = target !== null && target.name !== nameOfTarget(target.locators);
  return { ...target, name: isOwnName ? target.name : nameOfTarget(locators), locators, frame: target?.frame ?? [] };
}

/** knownTargetOf returns the known target whose first locator equals the text, with everything known about it. */
export function knownTargetOf(known: readonly KnownTarget[], text: string): Target | undefined {
  return known.find(({ target }) => targetText(target as Target) === text)?.target as Target | undefined;
}

/** nameOfTarget returns the default name of a target. */
export function nameOfTarget(locators: Target['locators']): string {
  const [first] = locators;
  return (first?.name ?? first?.value ?? '').slice(0, 255);
}

/** argumentsText returns the arguments of a step as text, for a line that isn't being edited. */
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
