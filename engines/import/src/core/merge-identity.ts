import type { ImportedStep } from './imported-collection.ts';

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
  left: readonly ImportedStep[],
  right: readonly ImportedStep[],
  options: { byId: boolean },
): Map<ImportedStep, ImportedStep> {
  const pairs = new Map<ImportedStep, ImportedStep>();
  const taken = new Set<ImportedStep>();
  const keys: ((step: ImportedStep) => string)[] = [
    ...(options.byId ? [({ id }: ImportedStep) => id] : []),
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

const operationOf = ({ method, url }: ImportedStep): string => `${method.toUpperCase()} ${pathTemplate(url)}`;
