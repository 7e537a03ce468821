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
  updateStep,
  withKeyword,
} from './edit-steps.ts';
import { duplicateAll, removeAll, type SeveralChange } from './several-steps.ts';
import { stepRows } from './step-rows.ts';
import { useChosenSteps } from './use-chosen-steps.ts';

/** Generates a step id; the page does so, so that a saved step is identical to the one displayed. */
export const newStepId = (): string => crypto.randomUUID();

/**
 * useStepEditor returns the editing state of a script's steps: undo and redo, the active line, and its focused cell;
 * initially the step with the id `first`, if it exists. Consecutive letters in a field are one undo step.
 */
export function useStepEditor(saved: readonly Step[], first?: string) {
  const history = useRef<History<Step[]>>(null);
  history.current ??= new History(saved as Step[]);
  const document = history.current;
  const [, draw] = useState(0);
  const redraw = useCallback(() => draw((count) => count + 1), []);
  const steps = document.document;
  const rows = useMemo(() => stepRows(steps), [steps]);
  const { active, cell, selected, latest, focus, extendTo } = useChosenSteps(
    findStep(steps, first ?? '')?.id ?? saved[0]?.id ?? null,
    rows,
  );

  const actions = useMemo(() => {
    const set = (next: Step[], mark?: string) => {
      if (document.set(next, mark)) redraw();
    };
    const add = (next: Step[], id: string) => {
      set(next);
      focus(id, 'keyword');
    };
    /** Only the step that the change made active is selected. */
    const apply = (change: SeveralChange, ids: ReadonlySet<string>) => {
      const { steps: next, active: id } = change(document.document, ids);
      set(next);
      if (id !== undefined) focus(id);
    };
    return {
      focus,
      extendTo,
      /** Changes all selected steps. */
      several: (change: SeveralChange) => apply(change, latest.current.selected),
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
        const step = emptyStep(newStepId());
        add(insertAfter(document.document, id, [step]), step.id);
      },
      addInto(parentId: string, branch: Branch) {
        const step = emptyStep(newStepId());
        add(insertAt(document.document, { parentId, branch, index: Number.MAX_SAFE_INTEGER }, [step]), step.id);
      },
      paste(id: string | null, given: readonly Step[]) {
        const copies = copySteps(given, newStepId);
        set(insertAfter(document.document, id, copies));
        focus(copies.at(-1)?.id ?? id);
      },
      duplicate: (id: string) => apply(duplicateAll(newStepId), new Set([id])),
      remove: (id: string) => apply(removeAll, new Set([id])),
      move: (id: string, by: -1 | 1) => set(moveStep(document.document, id, by)),
      place: (id: string, besideId: string, where: 'before' | 'after') =>
        set(placeStep(document.document, id, besideId, where)),
      replace: (next: readonly Step[], mark?: string) => set(next as Step[], mark),
      undo: () => document.undo() && redraw(),
      redo: () => document.redo() && redraw(),
      settle: () => document.settle(),
    };
  }, [document, redraw, focus, extendTo, latest]);
  return {
    ...actions,
    steps,
    selected,
    rows,
    active,
    cell,
    canUndo: document.canUndo,
    canRedo: document.canRedo,
  };
}
/** StepEditor is the editing state of a script's steps. */
export type StepEditor = ReturnType<typeof useStepEditor>;
