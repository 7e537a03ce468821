import { useCallback, useMemo, useRef, useState } from 'react';
import { stepsBetween } from './several-steps.ts';
import type { StepRow } from './step-rows.ts';

/** The part of the active line that has the focus. */
export type Cell = 'row' | 'keyword' | 'target' | 'argument';

/** useChosenSteps knows the active step, which cell of its line has the focus, and the steps that are chosen with it. */
export function useChosenSteps(first: string | null, rows: readonly StepRow[]) {
  const [active, setActive] = useState(first);
  const [cell, setCell] = useState<Cell>('row');
  /** Where a choice of several steps began; null: only the active one is chosen. */
  const [anchor, setAnchor] = useState<string | null>(null);
  const selected = useMemo(() => stepsBetween(rows, active, anchor), [rows, active, anchor]);
  const latest = useRef({ active, selected });
  latest.current = { active, selected };
  const focus = useCallback((id: string | null, part: Cell = 'row') => {
    setActive(id);
    setCell(part);
    setAnchor(null);
  }, []);
  /** Chooses the steps from the one where the choice began up to this one. */
  const extendTo = useCallback((id: string | null) => {
    if (id === null) return;
    const from = latest.current.active ?? id;
    setAnchor((before) => before ?? from);
    setActive(id);
    setCell('row');
  }, []);
  return { active, cell, selected, latest, focus, extendTo };
}
