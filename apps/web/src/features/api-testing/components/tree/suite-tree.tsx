import { useQuery } from '@tanstack/react-query';
import type { ScriptSummary, Suite } from '@touchstone/contracts/api-testing';
import { useState } from 'react';
import { useSubjectActions } from '../../../../shared/subjects/use-subject-actions.tsx';
import { toastError } from '../../../../shared/toasts.ts';
import { CommentMark } from '../../../comments/index.ts';
import { foldersQuery, useFolderMutations } from '../../api/folders.ts';
import { commentKinds } from '../../model/comment-kinds.ts';
import type { useOpenTabs } from '../editor/use-open-tabs.ts';
import type { useScriptActions } from '../editor/use-script-actions.ts';
import { RunDialog } from '../run/run-dialog.ts';
import { ScriptTree } from './script-tree.tsx';
import { useFolderDialogs } from './use-folder-dialogs.tsx';

interface Props {
  suite: Suite;
  scripts: ScriptSummary[];
  open: ReturnType<typeof useOpenTabs>;
  actions: ReturnType<typeof useScriptActions>;
  canWrite: boolean;
  /** A script was opened or created. */
  onOpened: () => void;
}

/** SuiteTree is the tree of a suite, with all its actions. */
export function SuiteTree({ suite, scripts, open, actions, canWrite, onOpened }: Props) {
  const { suiteId, projectId } = suite;
  const { state, dispatch, openNew } = open;
  const [running, setRunning] = useState<{ what: string; scriptIds: string[] } | null>(null);
  const { data: folders = [] } = useQuery(foldersQuery(suiteId));
  const folderActions = useFolderDialogs(suite, folders, (removed) => {
    const isRemoved = (folder: string) =>
      removed.folders.some((path) => folder === path || folder.startsWith(`${path} / `));
    const inside = scripts.filter(({ folder }) => isRemoved(folder)).map(({ scriptId }) => scriptId);
    dispatch({ type: 'close', ids: [...removed.scriptIds, ...inside] });
  });
  const { move } = useFolderMutations(suiteId);
  const others = useSubjectActions('api-script');
  return (
    <>
      <ScriptTree
        markOf={(scriptId) => (
          <CommentMark kind={commentKinds.script} subjectId={scriptId} projectId={projectId} containerId={projectId} />
        )}
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
        onMove={(to) => move.mutate(to, { onError: toastError })}
        onRun={(chosen) =>
          setRunning({
            what: chosen.length === 1 ? (chosen[0]?.scriptName ?? '') : `${chosen.length} scripts`,
            scriptIds: chosen.map(({ scriptId }) => scriptId),
          })
        }
        onReorder={actions.reorderAll}
        others={others.actions}
      />
      {others.dialog}
      {running ? (
        <RunDialog projectId={projectId} {...running} remembered={suite.dataFile} onClose={() => setRunning(null)} />
      ) : null}
    </>
  );
}
