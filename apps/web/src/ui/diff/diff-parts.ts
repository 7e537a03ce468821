import type { DiffRow } from '@touchstone/kernel/text-diff';

/**
 * DiffPart is a run of rows that is shown, or a run of equal lines that is folded. `change` numbers the runs of changed
 * rows.
 */
export type DiffPart =
  | { kind: 'shown'; rows: { row: DiffRow; change?: number | undefined }[] }
  | { kind: 'folded'; from: number; rows: DiffRow[] };

/** Equal lines that stay visible around a change. */
const contextLines = 3;
/** Fewer equal lines than these aren't worth folding. */
const minFolded = 4;

/** partsOf folds equal lines far from any change, and numbers the changes from 0. */
export function partsOf(rows: readonly DiffRow[]): { parts: DiffPart[]; changes: number } {
  const parts: DiffPart[] = [];
  let changes = 0;
  let at = 0;
  const show = (shown: readonly DiffRow[], change?: number) => {
    if (shown.length === 0) return;
    const last = parts.at(-1);
    const items = shown.map((row, index) => ({ row, change: index === 0 ? change : undefined }));
    if (last?.kind === 'shown') last.rows.push(...items);
    else parts.push({ kind: 'shown', rows: items });
  };
  while (at < rows.length) {
    const isSame = rows[at]!.kind === 'same';
    let end = at;
    while (end < rows.length && (rows[end]!.kind === 'same') === isSame) end += 1;
    const run = rows.slice(at, end);
    if (!isSame) {
      show(run, changes);
      changes += 1;
    } else {
      const head = at === 0 ? 0 : contextLines;
      const tail = end === rows.length ? 0 : contextLines;
      const folded = run.slice(head, run.length - tail);
      if (folded.length < minFolded) show(run);
      else {
        show(run.slice(0, head));
        parts.push({ kind: 'folded', from: at + head, rows: folded });
        show(run.slice(run.length - tail));
      }
    }
    at = end;
  }
  return { parts, changes };
}
