import type { CallInput } from '@touchstone/contracts';
import type { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { parseDuration } from './duration-text.ts';
import {
  emptyLoadForm,
  type LoadForm,
  loadOf,
  loadProblems,
  type Problems,
  type ThinkTimeForm,
  thinkTimeOf,
} from './load-form.ts';
import { emptyTarget, type Target, targetProblems } from './target.ts';
import { type ThresholdRow, thresholdProblems, thresholdsOf } from './threshold-rows.ts';

/** RunDraft is the full form of a performance run. */
export interface RunDraft {
  name: string;
  target: Target;
  load: LoadForm;
  think: ThinkTimeForm;
  /** Minimum time between the starts of a user's iterations; empty for none. Closed models only. */
  pacing: string;
  thresholds: ThresholdRow[];
  wallet: 'private' | 'shared';
}

export const emptyDraft: RunDraft = {
  name: '',
  target: emptyTarget,
  load: emptyLoadForm,
  think: { type: 'none', first: '1s', second: '2s' },
  pacing: '',
  thresholds: [
    { id: 1, request: '', expression: 'failed < 1%', abortOnFail: false },
    { id: 2, request: '', expression: 'p95 < 500', abortOnFail: false },
  ],
  wallet: 'private',
};

export const hasPacing = ({ model }: LoadForm): boolean => !model.endsWith('arrival-rate');

/** draftProblems returns all problems of the draft, by field. */
export function draftProblems(
  draft: RunDraft,
  facts: { limit: number | null; environments: number; requests: number | undefined },
): Problems {
  const problems: Problems = {
    ...targetProblems(draft.target, facts),
    ...loadProblems(draft.load, facts.limit),
    ...thinkTimeOf(draft.think).problems,
    ...thresholdProblems(draft.thresholds),
  };
  if (hasPacing(draft.load) && draft.pacing.trim() && parseDuration(draft.pacing) === undefined)
    problems.pacing = 'Enter a time, such as 500ms or 2s.';
  return problems;
}

/** runOf converts a valid draft to the call that starts the run. */
export function runOf(draft: RunDraft, projectId: string): CallInput<typeof apiTestingRoutes.executeTest>['body'] {
  const { target, load, thresholds, wallet } = draft;
  const { thinkTime } = thinkTimeOf(draft.think);
  const pacingMs = hasPacing(load) && draft.pacing.trim() ? parseDuration(draft.pacing) : undefined;
  const { dataFile, environmentId, scriptIds, suiteIds } = target;
  return {
    type: 'performance',
    projectId,
    ...(scriptIds.length > 0 ? { scriptIds } : { suiteIds }),
    ...(environmentId && { environmentId }),
    ...(dataFile && { dataFile: { fileId: dataFile.fileId, fileName: dataFile.fileName } }),
    ...(draft.name.trim() && { name: draft.name.trim() }),
    performance: {
      load: loadOf(load),
      ...(thinkTime && { thinkTime }),
      ...(pacingMs !== undefined && { pacingMs }),
      ...(dataFile && { dataMode: target.dataMode }),
      thresholds: thresholdsOf(thresholds),
      ...(wallet === 'shared' && { sharedWalletId: projectId }),
    },
  };
}
