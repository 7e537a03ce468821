import { useQuery } from '@tanstack/react-query';
import type { ScriptSummary, Suite } from '@touchstone/contracts/api-testing';
import { useState } from 'react';
import { foldersQuery } from '../../api/folders.ts';
import { RunDialog } from '../run-dialog.tsx';
import { ScriptTree } from './script-tree.tsx';
import { useFolderDialogs } from './use-folder-dialogs.tsx';
import type { useOpenTabs } from './use-open-tabs.ts';
import type { useScriptActions } from './use-script-actions.ts';

interface Props {
  suite: Suite;
  scripts: ScriptSummary[];
  open: ReturnType<typeof useOpenTabs>;
  actions: ReturnType<typeof useScriptActions>;
  canWrite: boolean;
  /** A script was opened or begun. */
  onOpened: () => void;
}

/** SuiteTree is the tree of a suite with everything that is done from it. */
export function SuiteTree({ suite, scripts, open, actions, canWrite, onOpened }: Props) {
  const { suiteId, projectId } = suite;
  const { state, dispatch, openNew } = open;
  const [running, setRunning] = useState<{ what: string; scriptIds: string[] } | null>(null);
  const { data: folders = [] } = useQuery(foldersQuery(suiteId));
  const folderActions = useFolderDialogs(suiteId, folders, (path) =>
    dispatch({
      type: 'close',
      ids: scripts
        .filter(({ folder }) => folder === path || folder.startsWith(`${path} / `))
        .map(({ scriptId }) => scriptId),
    }),
  );
  return (
    <>
      <ScriptTree
        scripts={scripts}
        folders={folders}
        folderActions={folderActions}
        active={state.active}
        canWrite={canWrite}
        onOpen={(id) => {
          dispatch({ type: 'open', id });
          onOpened();
        }}
        onNew={() => {
          openNew();
          onOpened();
        }}
        onClone={(id) => void actions.cloneOne(id)}
        onDelete={actions.askDelete}
        onRun={(script) => setRunning({ what: script.scriptName, scriptIds: [script.scriptId] })}
        onReorder={actions.reorderAll}
      />
      {running ? (
        <RunDialog projectId={projectId} {...running} remembered={suite.dataFile} onClose={() => setRunning(null)} />
      ) : null}
    </>
  );
}
