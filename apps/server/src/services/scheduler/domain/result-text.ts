import { formatDuration } from '@touchstone/kernel';
import type { ExecutionStatus, StartedRun } from './execution.ts';

/** The execution whose result is reported. */
export interface ReportedExecution {
  id: string;
  jobId: string;
  projectId: string;
  title: string;
  dueAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
  status: ExecutionStatus;
  message: string | null;
  missed: number;
  attempt: number;
  runs: readonly StartedRun[];
}

const words: Record<ExecutionStatus, string> = {
  WAITING: 'Waiting',
  RUNNING: 'Running',
  PASSED: 'Passed',
  FAILED: 'Failed',
  ERROR: 'Error',
  CANCELLED: 'Cancelled',
  SKIPPED: 'Skipped',
  REFUSED: 'Not started',
};

/** subjectOf returns the subject of a result mail. */
export const subjectOf = ({ status, title }: ReportedExecution): string => `${words[status]}: ${title}`;

/** The duration of an execution, in milliseconds. */
const durationOf = ({ startedAt, finishedAt }: ReportedExecution): number | null =>
  startedAt && finishedAt ? finishedAt.getTime() - startedAt.getTime() : null;

/** textOf describes a result in a few sentences. */
export function textOf(execution: ReportedExecution): string {
  const { title, status, message, dueAt, missed, runs } = execution;
  const durationMs = durationOf(execution);
  const sentences = [
    `The scheduled test “${title}” ended: ${words[status].toLowerCase()}.`,
    message,
    `Due at ${dueAt.toISOString().slice(0, 16).replace('T', ' ')} UTC${durationMs === null ? '' : `, took ${formatDuration(durationMs)}`}.`,
    runs.length > 1 ? `It took ${runs.length} attempts.` : undefined,
    missed > 0 ? `It stands for ${missed === 1 ? 'one missed time' : `${missed} missed times`}.` : undefined,
  ];
  return sentences.filter(Boolean).join(' ');
}

/** resultOf returns the payload of a webhook. */
export function resultOf(execution: ReportedExecution, link: string | null) {
  const { id, jobId, projectId, title, dueAt, startedAt, finishedAt, status, message, missed, attempt, runs } =
    execution;
  return {
    event: 'scheduled-test.finished',
    executionId: id,
    jobId,
    projectId,
    title,
    status,
    message,
    dueAt: dueAt.toISOString(),
    startedAt: startedAt?.toISOString() ?? null,
    finishedAt: finishedAt?.toISOString() ?? null,
    durationMs: durationOf(execution),
    missed,
    attempt,
    runId: runs.at(-1)?.runId ?? null,
    link,
  };
}
