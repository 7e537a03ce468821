import type { ScriptInput } from '@touchstone/contracts/api-testing';
import { type Dispatch, useState } from 'react';
import { toast, toastError } from '../../../../../shared/toasts.ts';
import type { useScriptMutations } from '../../../api/scripts.mutations.ts';
import { conflictOf, type SaveConflict } from '../../../model/editor/save-conflict.ts';
import type { EditorAction, EditorTab } from '../../../model/tabs/editor-tabs.ts';

interface Options {
  tab: EditorTab;
  save: ReturnType<typeof useScriptMutations>['save'];
  dispatch: Dispatch<EditorAction>;
}

/**
 * useSaveConflict saves a draft; if someone else has saved the script since, keeps both versions until the user has
 * decided.
 */
export function useSaveConflict({ tab, save, dispatch }: Options) {
  const [shown, setShown] = useState<SaveConflict | null>(null);
  const store = async (mine: ScriptInput, updatedAt: string | null = tab.version, base = tab.saved): Promise<void> => {
    try {
      dispatch({ type: 'saved', id: tab.id, script: await save.mutateAsync({ body: mine, updatedAt }) });
      setShown(null);
    } catch (error) {
      const newer = conflictOf(error);
      if (!newer) throw error;
      setShown({ base: base ?? mine, mine, theirs: newer.script, theirName: newer.updatedByName });
    }
  };
  const saveMerged = (draft: ScriptInput | null) => {
    if (!shown) return;
    const { theirs, base } = shown;
    if (draft) return void store(draft, theirs.updatedAt, base).catch(toastError);
    dispatch({ type: 'saved', id: tab.id, script: theirs });
    setShown(null);
  };
  const saveCopy = async () => {
    if (!shown) return;
    const { scriptId: _id, ...rest } = shown.mine;
    const scriptName = `${rest.scriptName} (copy)`;
    try {
      await save.mutateAsync({ body: { ...rest, scriptName } });
      dispatch({ type: 'saved', id: tab.id, script: shown.theirs });
      setShown(null);
      toast('success', `Your version is saved as ${scriptName}.`);
    } catch (error) {
      toastError(error);
    }
  };
  return { store, shown, saveMerged, saveCopy, close: () => setShown(null) };
}
