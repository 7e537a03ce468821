import type { SchedulerJob } from '@touchstone/contracts/scheduler';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useHasPro } from '../../../shared/access/use-pro.ts';
import { toast, toastError } from '../../../shared/toasts.ts';
import { confirmAction } from '../../../ui/dialog/confirm-dialog.tsx';
import { useSchedulerMutations } from '../api/scheduler.mutations.ts';
import type { JobActions } from './job-columns.tsx';

const ScheduleDialog = lazy(async () => ({ default: (await import('./schedule-dialog.tsx')).ScheduleDialog }));

interface Options {
  projectId: string;
  /** Absent if the workspace has no plan of its own. */
  workspacePlan?: 'FREE' | 'PRO';
  canWrite: boolean;
  onDeleted?: () => void;
}

/** useMaySchedule returns whether the plans of the organization and the workspace allow scheduling tests. */
export function useMaySchedule(workspacePlan: 'FREE' | 'PRO' = 'PRO'): boolean {
  return useHasPro() && workspacePlan === 'PRO';
}

/** useJobActions returns the user's actions on jobs, and the dialog for editing one. */
export function useJobActions({ projectId, workspacePlan, canWrite, onDeleted }: Options): {
  actions: JobActions | undefined;
  dialog: ReactNode;
} {
  const { pause, remove, runNow } = useSchedulerMutations(projectId);
  const [editing, setEditing] = useState<SchedulerJob | null>(null);
  const maySchedule = useMaySchedule(workspacePlan);
  const onDelete = (jobs: readonly SchedulerJob[]) => {
    const what = jobs.length === 1 ? (jobs[0]?.title ?? '') : `${jobs.length} schedules`;
    confirmAction({
      title: `Delete ${what}?`,
      message: "Deletes the schedule and its history. Runs and reports stay. You can't undo this.",
      confirm: jobs.length === 1 ? 'Delete schedule' : `Delete ${jobs.length} schedules`,
      onConfirm: async () => {
        await remove.mutateAsync(jobs.map(({ jobId }) => jobId));
        onDeleted?.();
      },
    });
  };
  const actions: JobActions = {
    ...(maySchedule && {
      onEdit: setEditing,
      onRun: ({ jobId, title }: SchedulerJob) =>
        runNow
          .mutateAsync(jobId)
          .then(() => toast('info', `${title} starts now. See its execution history.`), toastError),
    }),
    canResume: maySchedule,
    onPause: ({ jobId }, isPaused) => pause.mutate({ jobId, isPaused }),
    onDelete,
  };
  return {
    actions: canWrite ? actions : undefined,
    dialog: editing ? (
      <Suspense>
        <ScheduleDialog projectId={projectId} job={editing} onClose={() => setEditing(null)} />
      </Suspense>
    ) : null,
  };
}
