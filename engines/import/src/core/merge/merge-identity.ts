import type { ImportedStep } from '../imported-collection.ts';

/** pathTemplate returns the path of an address with anonymous parameters, without server and query. */
export function pathTemplate(url: string): string {
  const path = url
    .trim()
    .replace(/^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:\{\{[^{}]*\}\}|[^/?#{]*(?=[/?#]|$))?/i, '')
    .replace(/[?#].*$/s, '')
    .replace(/\{\{[^{}]*\}\}|\{[^{}/]*\}|(?<=\/):[A-Za-z_][\w.-]*/g, '{}')
    .replace(/\/+$/, '');
  return path === '' ? '/' : path;
}

/**
 * matchSteps pairs the steps of two lists by identity; every step is paired at most once. It yields after each step.
 */
export function* matchSteps(
  left: readonly ImportedStep[],
  right: readonly ImportedStep[],
  options: { byId: boolean },
): Generator<undefined, Map<ImportedStep, ImportedStep>> {
  const pairs = new Map<ImportedStep, ImportedStep>();
  const taken = new Set<ImportedStep>();
  const keys: ((step: ImportedStep) => string)[] = [
    ...(options.byId ? [({ id }: ImportedStep) => id] : []),
    (step) => `${operationOf(step)}\n${step.group}\n${step.name}`,
    operationOf,
    ({ group, name }) => `${group}\n${name}`,
  ];
  for (const keyOf of keys) {
    const free = yield* grouped(right, keyOf, taken);
    const open = yield* grouped(left, keyOf, pairs);
    for (const [key, steps] of open) {
      const candidates = free.get(key) ?? [];
      // Several steps with one key can be told apart only if both sides have the same number.
      if (candidates.length !== steps.length) continue;
      for (const [index, step] of steps.entries()) {
        const other = candidates[index];
        if (!other) continue;
        pairs.set(step, other);
        taken.add(other);
      }
    }
  }
  return pairs;
}

function* grouped(
  steps: readonly ImportedStep[],
  keyOf: (step: ImportedStep) => string,
  without: { has(step: ImportedStep): boolean },
): Generator<undefined, Map<string, ImportedStep[]>> {
  const groups = new Map<string, ImportedStep[]>();
  for (const step of steps) {
    if (without.has(step)) continue;
    const key = keyOf(step);
    const group = groups.get(key);
    if (group) group.push(step);
    else groups.set(key, [step]);
    yield;
  }
  return groups;
}

const operationOf = ({ method, url }: ImportedStep): string => `${method.toUpperCase()} ${pathTemplate(url)}`;
