import { findKeyword, type Step } from '@touchstone/engine-keyword/core';
import { useCallback, useMemo, useRef, useState } from 'react';
import { History } from '../../../../shared/history/history.ts';
import {
  type Branch,
  copySteps,
  emptyStep,
  findStep,
  insertAfter,
  insertAt,
  moveStep,
  placeStep,
  removeSteps,
  updateStep,
  withKeyword,
} from './edit-steps.ts';
import { stepRows } from './step-rows.ts';

/** The part of the active line that has the focus. */
export type Cell = 'row' | 'keyword' | 'target' | 'argument';

/** A step's id; the page makes them, so that a saved step is the one that was drawn. */
const newId = (): string => crypto.randomUUID();

/**
 * useStepEditor holds the steps of a script while they are edited: with undo and redo, the line that is edited, and which cell of it has the
 * focus. Letters that follow each other in one field are one step of undo.
 */
export function useStepEditor(saved: readonly Step[]) {
  const history = useRef<History<Step[]>>(null);
  history.current ??= new History(saved as Step[]);
  const document = history.current;
  const [, draw] = useState(0);
  const redraw = useCallback(() => draw((count) => count + 1), []);
  const [active, setActive] = useState<string | null>(saved[0]?.id ?? null);
  const [cell, setCell] = useState<Cell>('row');
  const steps = document.document;
  const rows = useMemo(() => stepRows(steps), [steps]);

  const actions = useMemo(() => {
    const set = (next: Step[], mark?: string) => {
      if (document.set(next, mark)) redraw();
    };
    const focus = (id: string | null, part: Cell = 'row') => {
      setActive(id);
      setCell(part);
    };
    const add = (next: Step[], id: string) => {
      set(next);
      focus(id, 'keyword');
    };
    const neighbour = (id: string): string | null => {
      const all = stepRows(document.document).filter((row) => row.kind === 'step');
      const at = all.findIndex((row) => row.key === id);
      return (all[at + 1] ?? all[at - 1])?.key ?? null;
    };
    return {
      focus,
      change: (id: string, patch: Partial<Step>, mark?: string) =>
        set(
          updateStep(document.document, id, (step) => ({ ...step, ...patch })),
          mark && `${id} ${mark}`,
        ),
      setArgument: (id: string, name: string, value: string) =>
        set(
          updateStep(document.document, id, (step) => ({ ...step, args: { ...step.args, [name]: value } })),
          `${id} ${name}`,
        ),
      setKeyword(id: string, keywordId: string) {
        const keyword = findKeyword(keywordId);
        if (keyword) set(updateStep(document.document, id, (step) => withKeyword(step, keyword)));
      },
      addAfter(id: string | null) {
        const step = emptyStep(newId());
        add(insertAfter(document.document, id, [step]), step.id);
      },
      addInto(parentId: string, branch: Branch) {
        const step = emptyStep(newId());
        add(insertAt(document.document, { parentId, branch, index: Number.MAX_SAFE_INTEGER }, [step]), step.id);
      },
      paste(id: string | null, given: readonly Step[]) {
        const copies = copySteps(given, newId);
        set(insertAfter(document.document, id, copies));
        focus(copies.at(-1)?.id ?? id);
      },
      duplicate(id: string) {
        const step = findStep(document.document, id);
        if (!step) return;
        const [copy] = copySteps([step], newId);
        if (!copy) return;
        set(insertAfter(document.document, id, [copy]));
        focus(copy.id);
      },
      remove(id: string) {
        const next = neighbour(id);
        set(removeSteps(document.document, new Set([id])));
        focus(next);
      },
      move: (id: string, by: -1 | 1) => set(moveStep(document.document, id, by)),
      place: (id: string, besideId: string, where: 'before' | 'after') =>
        set(placeStep(document.document, id, besideId, where)),
      replace: (next: readonly Step[], mark?: string) => set(next as Step[], mark),
      undo: () => document.undo() && redraw(),
      redo: () => document.redo() && redraw(),
      settle: () => document.settle(),
    };
  }, [document, redraw]);
  return {
    ...actions,
    steps,
    rows,
    active,
    cell,
    canUndo: document.canUndo,
    canRedo: document.canRedo,
  };
}
/** StepEditor holds the steps of a script while they are edited. */
export type StepEditor = ReturnType<typeof useStepEditor>;
