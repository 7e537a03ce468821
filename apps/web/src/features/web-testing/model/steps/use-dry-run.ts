import { useQuery } from '@tanstack/react-query';
import {
  type BrowserName,
  browserNames,
  type HealingMode,
  healingModes,
  type ScriptStepResult,
} from '@touchstone/contracts/web-testing';
import type { Step } from '@touchstone/engine-keyword/core';
import { useMemo } from 'react';
import { z } from 'zod';
import { toastError } from '../../../../shared/toasts.ts';
import { useSearchState } from '../../../../shared/use-search-state.ts';
import { isFinal, runQuery } from '../../../runs/index.ts';
import { resultsQuery, useExecutions } from '../../api/executions.ts';

const searchSchema = z.object({
  run: z.string().catch('').default(''),
  browser: z.enum(browserNames).catch('chromium').default('chromium'),
  /** Label of the runners; empty for any. */
  node: z.string().catch('').default(''),
  healing: z.enum(healingModes).catch('suggest').default('suggest'),
});

const none: readonly ScriptStepResult[] = [];

/**
 * useDryRun runs the steps of a script and returns their results by step id; for a step that ran several times the last
 * one, or the first failure. The run is in the address, so it survives a reload.
 */
export function useDryRun(scriptUUID: string, environmentId: string | null) {
  const [{ run: runId, browser, node, healing }, setSearch] = useSearchState(searchSchema);
  const { dryRun } = useExecutions();
  const run = useQuery({ ...runQuery(runId), enabled: runId !== '', retry: false });
  const results = useQuery({ ...resultsQuery(runId), enabled: runId !== '' && run.isSuccess });
  const all = results.data ?? none;
  const byStep = useMemo(() => byStepId(all), [all]);
  return {
    run: run.data,
    runId,
    browser,
    setBrowser: (next: BrowserName) => setSearch({ browser: next }),
    infrastructure: node || null,
    setInfrastructure: (label: string | null) => setSearch({ node: label ?? '' }),
    healing,
    setHealing: (next: HealingMode) => setSearch({ healing: next }),
    results: byStep,
    isRunning: dryRun.isPending || (run.data !== undefined && !isFinal(run.data.status)),
    /** Runs the steps, up to one of them if given. Unsaved steps are sent along. */
    async start(steps: readonly Step[] | undefined, stepId?: string) {
      try {
        const started = await dryRun.mutateAsync({
          scriptUUID,
          browser,
          ...(steps && { steps: steps as Step[] }),
          ...(stepId && { stepId }),
          ...(environmentId && { environmentId }),
          ...(node && { infrastructure: node }),
          ...(healing !== 'suggest' && { healing }),
        });
        setSearch({ run: started.runId });
      } catch (error) {
        toastError(error);
      }
    },
    refresh: () => Promise.all([run.refetch(), results.refetch()]),
  };
}
/** DryRun is a dry run of a script's steps. */
export type DryRun = ReturnType<typeof useDryRun>;

/** byStepId returns one result per step of a script: failures take precedence over passes, later ones over earlier. */
export function byStepId(results: readonly ScriptStepResult[]): ReadonlyMap<string, ScriptStepResult> {
  const found = new Map<string, ScriptStepResult>();
  for (const result of results) {
    if (result.sourceStepId === null) continue;
    const before = found.get(result.sourceStepId);
    const isKept = before?.status === 'failed' || before?.status === 'error';
    if (!isKept) found.set(result.sourceStepId, result);
  }
  return found;
}
