import type { HttpStep } from '@touchstone/engine-http/core';

/** pathTemplate is the path of an address with its parameters made anonymous, without server and query. */
export function pathTemplate(url: string): string {
  const path = url
    .trim()
    .replace(/^(?:[a-z][a-z0-9+.-]*:\/\/)?(?:\{\{[^{}]*\}\}|[^/?#{]*(?=[/?#]|$))?/i, '')
    .replace(/[?#].*$/s, '')
    .replace(/\{\{[^{}]*\}\}|\{[^{}/]*\}|(?<=\/):[A-Za-z_][\w.-]*/g, '{}')
    .replace(/\/+$/, '');
  return path === '' ? '/' : path;
}

/** matchSteps pairs the steps of a list with those of another, by identity; every step is paired at most once. */
export function matchSteps(
  left: readonly HttpStep[],
  right: readonly HttpStep[],
  options: { byId: boolean },
): Map<HttpStep, HttpStep> {
  const pairs = new Map<HttpStep, HttpStep>();
  const taken = new Set<HttpStep>();
  const keys: ((step: HttpStep) => string)[] = [
    ...(options.byId ? [({ id }: HttpStep) => id] : []),
    (step) => `${operationOf(step)}\n${step.group}\n${step.name}`,
    operationOf,
    ({ group, name }) => `${group}\n${name}`,
  ];
  for (const keyOf of keys) {
    const free = Map.groupBy(
      right.filter((step) => !taken.has(step)),
      keyOf,
    );
    const open = Map.groupBy(
      left.filter((step) => !pairs.has(step)),
      keyOf,
    );
    for (const [key, steps] of open) {
      const candidates = free.get(key) ?? [];
      // Several of one key are only told apart where both sides have as many.
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

const operationOf = ({ method, url }: HttpStep): string => `${method.toUpperCase()} ${pathTemplate(url)}`;
