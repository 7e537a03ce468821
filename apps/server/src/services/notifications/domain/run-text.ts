import type { NotificationKind } from '@touchstone/contracts/notifications';
import { type RunCounts, type RunStatus, runTitle } from '@touchstone/contracts/runs';
import { formatDuration } from '@touchstone/kernel';

/** A run that passes sooner was watched by whoever started it. */
const longRunMs = 60_000;

interface EndedRun {
  name: string;
  /** Absent in ends that were stored before runs had numbers. */
  number?: number | null;
  status: RunStatus;
  message: string | null;
  counts: RunCounts;
  durationMs: number;
}

/** textOfRun says what the end of a run tells its starter; undefined where it tells nothing. */
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
