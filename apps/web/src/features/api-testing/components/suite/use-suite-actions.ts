import { useQueryClient } from '@tanstack/react-query';
import type { Suite } from '@touchstone/contracts/api-testing';
import { trashDays } from '@touchstone/contracts/workspaces';
import { newId } from '@touchstone/kernel';
import { counted } from '../../../../shared/format.ts';
import { toastError } from '../../../../shared/toasts.ts';
import { confirmAction } from '../../../../ui/dialog/confirm-dialog.tsx';
import { offerUndo } from '../../api/offer-undo.ts';
import { useSuiteMutations } from '../../api/suites.mutations.ts';

/** useSuiteActions clones suites, and deletes them after confirmation; calls `onDone` after either. */
export function useSuiteActions(onDone: () => void) {
  const client = useQueryClient();
  const { clone, remove } = useSuiteMutations();
  const cloneAll = async (list: Suite[]) => {
    try {
      for (const suite of list) await clone.mutateAsync(suite);
      onDone();
    } catch (error) {
      toastError(error);
    }
  };
  const askDelete = (list: Suite[]) => {
    const scripts = list.reduce((sum, suite) => sum + suite.scriptCount, 0);
    const what = list.length === 1 ? `suite ${list[0]!.suiteName}` : `${list.length} suites`;
    confirmAction({
      title: `Delete ${what}?`,
      message: `This also deletes ${counted(scripts, 'script')}. Reports stay. You can restore ${list.length === 1 ? 'it' : 'them'} for ${trashDays} days.`,
      confirm: list.length === 1 ? 'Delete suite' : `Delete ${list.length} suites`,
      onConfirm: async () => {
        const trashId = newId();
        await remove.mutateAsync({ suiteId: list.map((suite) => suite.suiteId), trashId });
        onDone();
        const message = list.length === 1 ? `${list[0]!.suiteName} deleted` : `${list.length} suites deleted`;
        await offerUndo(client, { message, projectId: list[0]!.projectId, trashId });
      },
    });
  };
  return { cloneAll, askDelete, isCloning: clone.isPending };
}
