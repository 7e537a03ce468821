import type { Run } from './run.ts';
import type { RunKind } from './run-kind.ts';

/** linkOf is where the page shows a run: the page of its kind, else that of every run; undefined for kinds that no page shows. */
export function linkOf(
  kind: Pick<RunKind, 'link'> | undefined,
  run: Pick<Run, 'kind' | 'runId' | 'projectId'>,
): string | undefined {
  return kind?.link === null ? undefined : (kind?.link?.(run) ?? pageOfRun(run.runId));
}

/** linkOfStep is where the page shows a step of a run: the page of the run, which reads the step from its query. */
export function linkOfStep(
  kind: Pick<RunKind, 'link'> | undefined,
  run: Pick<Run, 'kind' | 'runId' | 'projectId'>,
  stepId: string,
): string | undefined {
  const link = linkOf(kind, run);
  return link === undefined ? undefined : `${link}${link.includes('?') ? '&' : '?'}step=${encodeURIComponent(stepId)}`;
}

/** pageOfRun is the page that shows runs of every kind. */
export const pageOfRun = (runId: string): string => `/runs/${runId}`;
