import { ApiError } from '@touchstone/contracts';
import { newerStepsSchema, type ScriptSteps } from '@touchstone/contracts/web-testing';
import type { Step } from '@touchstone/engine-keyword/core';
import { useEffect, useRef, useState } from 'react';
import { messageOf, toast } from '../../../../shared/toasts.ts';
import { useSaveSteps } from '../../api/steps.ts';
import type { StepEditor } from './use-step-editor.ts';

/** A version that someone else has saved since. */
export interface NewerSave {
  revision: number;
  savedBy: string;
  savedAt: string;
  steps: Step[];
}

/** The opened or last saved version: the steps as held here, and their revision. */
interface Base {
  steps: readonly Step[];
  revision: number;
}

/**
 * useSaveScript saves the steps of a script over the opened revision, and reports a newer one saved by someone else.
 * Without local changes, a newer revision replaces the opened one.
 */
export function useSaveScript(saved: ScriptSteps, editor: Pick<StepEditor, 'steps' | 'replace'>) {
  const { scriptUUID } = saved;
  const saving = useSaveSteps();
  const [base, setBase] = useState<Base>({ steps: editor.steps, revision: saved.revision });
  const [newer, setNewer] = useState<NewerSave | null>(null);
  const [problem, setProblem] = useState('');
  const isChanged = editor.steps !== base.steps;
  // A second save, started before the next render, must know the result of the first.
  const latest = useRef(base);
  const under = useRef<Promise<boolean>>(null);
  const keep = (next: Base) => {
    latest.current = next;
    setBase(next);
  };
  const send = async (steps: readonly Step[], revision: number): Promise<boolean> => {
    setProblem('');
    try {
      const kept = await saving.mutateAsync({ scriptUUID, revision, steps: steps as Step[] });
      keep({ steps, revision: kept.revision });
      toast('success', 'Steps are saved.');
      return true;
    } catch (error) {
      const found = error instanceof ApiError ? newerStepsSchema.safeParse(error.data) : undefined;
      if (found?.success) setNewer(found.data as NewerSave);
      else setProblem(messageOf(error));
      return false;
    }
  };
  const load = (next: Base) => {
    editor.replace(next.steps);
    keep(next);
  };
  useEffect(() => {
    if (isChanged || saving.isPending || saved.revision <= base.revision) return;
    load({ steps: saved.steps as Step[], revision: saved.revision });
  });
  return {
    isChanged,
    isSaving: saving.isPending,
    newer,
    problem,
    load,
    forget: () => setNewer(null),
    /** False if the steps weren't saved. Saves run one after another, and already saved steps aren't saved again. */
    save(revision?: number): Promise<boolean> {
      const after = async (before: Promise<boolean> | null) => {
        await before;
        const kept = latest.current;
        if (revision === undefined && editor.steps === kept.steps) return true;
        return send(editor.steps, revision ?? kept.revision);
      };
      under.current = after(under.current);
      return under.current;
    },
  };
}
