import type { ExecutionSummary } from '@touchstone/contracts/api-testing';
import { useNavigate } from 'react-router';
import { toast, toastError } from '../../../../shared/toasts.ts';
import { confirmAction } from '../../../../ui/dialog/confirm-dialog.tsx';
import { useExecutionMutations } from '../../api/executions.mutations.ts';
import { apiTestingPaths } from '../../paths.ts';

/** useRunActions retries a run, and deletes reports after confirmation; then calls `onDeleted`. */
export function useRunActions(onDeleted: () => void) {
  const navigate = useNavigate();
  const { retry, remove } = useExecutionMutations();
  const retryRun = async (run: ExecutionSummary, onlyFailed: boolean) => {
    try {
      const { runId } = await retry.mutateAsync({ runId: run.runId, onlyFailed });
      toast('info', 'Run initiated');
      await navigate(apiTestingPaths.report(runId));
    } catch (error) {
      toastError(error);
    }
  };
  const askDelete = (list: ExecutionSummary[]) =>
    confirmAction({
      title: list.length === 1 ? `Delete the report of ${list[0]!.name}?` : `Delete ${list.length} reports?`,
      message: "Deletes these runs and their results. You can't undo this.",
      confirm: list.length === 1 ? 'Delete report' : `Delete ${list.length} reports`,
      onConfirm: async () => {
        await remove.mutateAsync(list.map((run) => run.runId));
        onDeleted();
      },
    });
  return { retryRun, askDelete };
}
