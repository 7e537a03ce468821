import type { Run } from './run.ts';
import type { RunKind } from './run-kind.ts';

/** linkOf is where the page shows a run: the page of its kind, else that of every run; undefined for kinds that no page shows. */
export function linkOf(
  kind: Pick<RunKind, 'link'> | undefined,
  run: Pick<Run, 'kind' | 'runId' | 'projectId'>,
): string | undefined {
  return kind?.link === null ? undefined : (kind?.link?.(run) ?? pageOfRun(run.runId));
}

/** pageOfRun is the page that shows runs of every kind. */
export const pageOfRun = (runId: string): string => `/runs/${runId}`;
