import type { Suite } from '@touchstone/contracts/api-testing';
import { formatCount } from '../../../../shared/format.ts';
import { toastError } from '../../../../shared/toasts.ts';
import { confirmAction } from '../../../../ui/dialog/confirm-dialog.tsx';
import { useSuiteMutations } from '../../api/suites.mutations.ts';

/** useSuiteActions clones suites, and deletes them once the user confirms; `onDone` follows either. */
export function useSuiteActions(onDone: () => void) {
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
      message: `This also deletes ${formatCount(scripts)} ${scripts === 1 ? 'script' : 'scripts'}. Reports stay. You can't undo this.`,
      confirm: list.length === 1 ? 'Delete suite' : `Delete ${list.length} suites`,
      onConfirm: async () => {
        await remove.mutateAsync(list.map((suite) => suite.suiteId));
        onDone();
      },
    });
  };
  return { cloneAll, askDelete, isCloning: clone.isPending };
}
