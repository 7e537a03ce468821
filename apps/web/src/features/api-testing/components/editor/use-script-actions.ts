import { useQueryClient } from '@tanstack/react-query';
import type { ScriptSummary } from '@touchstone/contracts/api-testing';
import { trashDays } from '@touchstone/contracts/workspaces';
import { newId } from '@touchstone/kernel';
import type { Dispatch } from 'react';
import { toastError } from '../../../../shared/toasts.ts';
import { confirmAction } from '../../../../ui/dialog/confirm-dialog.tsx';
import { offerUndo } from '../../api/offer-undo.ts';
import { useScriptMutations } from '../../api/scripts.mutations.ts';
import { type EditorAction, type EditorTab, isUnsaved } from '../../model/tabs/editor-tabs.ts';

/** useScriptActions closes, deletes, clones and reorders scripts; confirms before changes are lost. */
export function useScriptActions(options: {
  suiteId?: string;
  projectId: string | undefined;
  dispatch: Dispatch<EditorAction>;
  nameOf: (tab: EditorTab) => string;
}) {
  const { suiteId, projectId, dispatch, nameOf } = options;
  const client = useQueryClient();
  const { clone, remove, reorder } = useScriptMutations(suiteId ?? '', projectId);
  const closeTab = (tab: EditorTab) => {
    if (!isUnsaved(tab)) {
      dispatch({ type: 'close', ids: [tab.id] });
      return;
    }
    confirmAction({
      title: `Close ${nameOf(tab)} without saving?`,
      message: 'You have unsaved changes. Closing the tab discards them.',
      confirm: 'Close without saving',
      onConfirm: () => dispatch({ type: 'close', ids: [tab.id] }),
    });
  };
  const askDelete = (scripts: readonly ScriptSummary[]) => {
    const [first] = scripts;
    const isOne = scripts.length === 1;
    confirmAction({
      title: isOne ? `Delete script ${first?.scriptName}?` : `Delete ${scripts.length} scripts?`,
      message: `Deletes ${isOne ? 'the script with its' : 'the scripts with their'} assertions, data handlers and examples. Reports stay. You can restore ${isOne ? 'it' : 'them'} for ${trashDays} days.`,
      confirm: isOne ? 'Delete script' : 'Delete scripts',
      onConfirm: async () => {
        const ids = scripts.map(({ scriptId }) => scriptId);
        const trashId = newId();
        await remove.mutateAsync({ scriptIds: ids, trashId });
        dispatch({ type: 'close', ids });
        const message = isOne ? `${first?.scriptName} deleted` : `${ids.length} scripts deleted`;
        if (projectId) await offerUndo(client, { message, projectId, trashId });
      },
    });
  };
  const cloneOne = async (scriptId: string) => {
    try {
      dispatch({ type: 'open', id: (await clone.mutateAsync(scriptId)).scriptId });
    } catch (error) {
      toastError(error);
    }
  };
  const reorderAll = (scriptIds: string[]) => reorder.mutate(scriptIds, { onError: toastError });
  return { closeTab, askDelete, cloneOne, reorderAll };
}
