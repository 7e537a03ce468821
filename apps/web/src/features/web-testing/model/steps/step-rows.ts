import { findKeyword, type Step } from '@touchstone/engine-keyword/core';
import { type Branch, branchesOf } from './edit-steps.ts';

/** A line of the step table: a step, the head of a container's second branch, or the placeholder of an empty branch. */
export type StepRow =
  | { kind: 'step'; key: string; step: Step; depth: number; number: string }
  | { kind: 'otherwise'; key: string; step: Step; depth: number }
  | { kind: 'empty'; key: string; parentId: string; branch: Branch; depth: number };

/** stepRows returns the lines of the step table in order. Steps are numbered within their container: 3, 3.1, 3.2. */
export function stepRows(steps: readonly Step[], depth = 0, before = ''): StepRow[] {
  return steps.flatMap((step, index): StepRow[] => {
    const number = `${before}${index + 1}`;
    const rows: StepRow[] = [{ kind: 'step', key: step.id, step, depth, number }];
    let counted = 0;
    for (const branch of branchesOf(step)) {
      const held = step[branch] ?? [];
      if (branch === 'otherwise') rows.push({ kind: 'otherwise', key: `${step.id}/otherwise`, step, depth });
      if (held.length === 0)
        rows.push({ kind: 'empty', key: `${step.id}/${branch}/empty`, parentId: step.id, branch, depth: depth + 1 });
      rows.push(
        ...stepRows(held, depth + 1, `${number}.`).map((row) =>
          row.kind === 'step' && row.depth === depth + 1 ? { ...row, number: `${number}.${++counted}` } : row,
        ),
      );
    }
    return rows;
  });
}

/** otherwiseWord returns the heading of a container's second branch. */
export const otherwiseWord = (step: Step): string =>
  findKeyword(step.keyword)?.holds === 'try' ? 'If a step fails' : 'Else';
