import type { NotificationKind } from '@touchstone/contracts/notifications';
import { type RunCounts, type RunStatus, runTitle } from '@touchstone/contracts/runs';
import { formatDuration } from '@touchstone/kernel';

/** A run that passes faster was watched by its starter. */
const longRunMs = 60_000;

interface EndedRun {
  name: string;
  /** Absent in events stored before runs had numbers. */
  number?: number | null;
  status: RunStatus;
  message: string | null;
  counts: RunCounts;
  durationMs: number;
}

/** textOfRun returns the notification of a run's end for its starter; undefined if there is nothing to report. */
export function textOfRun(run: EndedRun): { kind: NotificationKind; title: string; text: string } | undefined {
  const { status, message, counts, durationMs } = run;
  const name = runTitle(run);
  const facts = [message ?? outcome(counts), `It took ${formatDuration(durationMs)}.`];
  const text = facts.filter(Boolean).join(' ');
  if (status === 'failed') return { kind: 'run-failed', title: `${name} failed`, text };
  if (status === 'error') return { kind: 'run-failed', title: `${name} ended with an error`, text };
  if (status === 'passed' && durationMs > longRunMs) return { kind: 'run-passed', title: `${name} passed`, text };
  return undefined;
}

function outcome({ total, passed, failed, error }: RunCounts): string {
  const parts = [
    `${passed} of ${total} ${total === 1 ? 'step' : 'steps'} passed`,
    failed && `${failed} failed`,
    error && `${error} could not run`,
  ];
  return `${parts.filter(Boolean).join(', ')}.`;
}
