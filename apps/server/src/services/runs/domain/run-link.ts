import type { Run } from './run.ts';
import type { RunKind } from './run-kind.ts';

/** linkOf returns the URL of a run's page: that of its kind, or the generic one; undefined for kinds without a page. */
export function linkOf(
  kind: Pick<RunKind, 'link'> | undefined,
  run: Pick<Run, 'kind' | 'runId' | 'projectId'>,
): string | undefined {
  return kind?.link === null ? undefined : (kind?.link?.(run) ?? pageOfRun(run.runId));
}

/** linkOfStep returns the URL of a step: the run's page, which reads the step from its query. */
export function linkOfStep(
  kind: Pick<RunKind, 'link'> | undefined,
  run: Pick<Run, 'kind' | 'runId' | 'projectId'>,
  stepId: string,
): string | undefined {
  const link = linkOf(kind, run);
  return link === undefined ? undefined : `${link}${link.includes('?') ? '&' : '?'}step=${encodeURIComponent(stepId)}`;
}

/** pageOfRun returns the generic page for runs of every kind. */
export const pageOfRun = (runId: string): string => `/runs/${runId}`;
