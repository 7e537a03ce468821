import type { Locator, Step } from '../core/step.ts';

const way = ({ by, value, name, exact }: Locator): string =>
  [by, value, name, exact && 'exact'].filter((part) => part !== undefined && part !== false).join(' ');

/** formatSteps returns steps as a tree of lines: keyword, first locator, frames, arguments and own timeout. */
export function formatSteps(steps: readonly Step[], depth = 0): string[] {
  return steps.flatMap(({ keyword, target, args, timeoutMs, steps: inner, otherwise }) => {
    const [first] = target?.locators ?? [];
    const found = target && first ? ` <${[first, ...target.frame].map(way).join(' in ')}>` : '';
    const given = Object.entries(args).map(([name, value]) => ` ${name}=${value.replaceAll('\n', '|')}`);
    const pad = ' '.repeat(depth);
    return [
      `${pad}${keyword}${found}${given.join('')}${timeoutMs === null ? '' : ` within ${timeoutMs}`}`,
      ...formatSteps(inner ?? [], depth + 1),
      ...(otherwise ? [`${pad}else`, ...formatSteps(otherwise, depth + 1)] : []),
    ];
  });
}
