import { useCallback, useMemo, useRef, useState } from 'react';
import { stepsBetween } from './several-steps.ts';
import type { StepRow } from './step-rows.ts';

/** The focused part of the active line. */
export type Cell = 'row' | 'keyword' | 'target' | 'argument';

/** useChosenSteps tracks the active step, the focused cell of its line, and the steps selected with it. */
export function useChosenSteps(first: string | null, rows: readonly StepRow[]) {
  const [active, setActive] = useState(first);
  const [cell, setCell] = useState<Cell>('row');
  /** Where a selection of several steps started; null if only the active one is selected. */
  const [anchor, setAnchor] = useState<string | null>(null);
  const selected = useMemo(() => stepsBetween(rows, active, anchor), [rows, active, anchor]);
  const latest = useRef({ active, selected });
  latest.current = { active, selected };
  const focus = useCallback((id: string | null, part: Cell = 'row') => {
    setActive(id);
    setCell(part);
    setAnchor(null);
  }, []);
  /** Extends the selection up to this step. */
  const extendTo = useCallback((id: string | null) => {
    if (id === null) return;
    const from = latest.current.active ?? id;
    setAnchor((before) => before ?? from);
    setActive(id);
    setCell('row');
  }, []);
  return { active, cell, selected, latest, focus, extendTo };
}
