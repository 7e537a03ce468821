import type { ScriptSummary } from '@touchstone/contracts/api-testing';
import type { Dispatch } from 'react';
import { toastError } from '../../../../shared/toasts.ts';
import { confirmAction } from '../../../../ui/dialog/confirm-dialog.tsx';
import { useScriptMutations } from '../../api/scripts.mutations.ts';
import { type EditorAction, type EditorTab, isUnsaved } from '../../model/editor/editor-tabs.ts';

/** useScriptActions closes the tab of a script, deletes, clones and reorders; what would be lost is confirmed first. */
export function useScriptActions(options: {
  suiteId?: string;
  projectId: string;
  dispatch: Dispatch<EditorAction>;
  nameOf: (tab: EditorTab) => string;
}) {
  const { suiteId, projectId, dispatch, nameOf } = options;
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
  const askDelete = (script: ScriptSummary) =>
    confirmAction({
      title: `Delete script ${script.scriptName}?`,
      message: "Deletes the script with its assertions, data handlers and examples. Reports stay. You can't undo this.",
      confirm: 'Delete script',
      onConfirm: async () => {
        await remove.mutateAsync([script.scriptId]);
        dispatch({ type: 'close', ids: [script.scriptId] });
      },
    });
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
