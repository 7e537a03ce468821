import { useQueryClient } from '@tanstack/react-query';
import { folderNameSchema, type ScriptSummary, type Suite, type SuiteFolder } from '@touchstone/contracts/api-testing';
import { newId } from '@touchstone/kernel';
import { type ReactNode, useState } from 'react';
import { confirmAction } from '../../../../ui/dialog/confirm-dialog.tsx';
import { useFolderMutations } from '../../api/folders.ts';
import { offerUndo } from '../../api/offer-undo.ts';
import { deletionOf, nameOf, parentOf } from '../../model/tree/script-tree.ts';
import type { TreeMove } from '../../model/tree/tree-move.ts';
import { NameDialog } from '../name-dialog.tsx';
import { MoveToDialog } from './move-to-dialog.tsx';

type Asked =
  | { what: 'create'; parent: string }
  | { what: 'rename' | 'move'; path: string }
  | { what: 'moveScripts'; scripts: readonly ScriptSummary[] };

/** The tree's folder actions, and the dialog that is open for one. */
export interface FolderDialogs {
  create: (parent: string) => void;
  rename: (path: string) => void;
  move: (path: string) => void;
  moveScripts: (scripts: readonly ScriptSummary[]) => void;
  remove: (path: string, scriptCount: number) => void;
  dialog: ReactNode;
}

/** useFolderDialogs creates, renames, moves and deletes folders, and moves scripts into them. */
export function useFolderDialogs(
  suite: Pick<Suite, 'suiteId' | 'suiteName' | 'projectId'>,
  folders: readonly SuiteFolder[],
  onRemoved: (removed: { folders: readonly string[]; scriptIds: readonly string[] }) => void,
): FolderDialogs {
  const [asked, setAsked] = useState<Asked | null>(null);
  const client = useQueryClient();
  const { create, update, remove, move } = useFolderMutations(suite.suiteId);
  const close = () => setAsked(null);
  const moveTo = async (moved: Pick<TreeMove, 'scriptIds' | 'folders'>, folder: string, toSuiteId?: string) => {
    await move.mutateAsync({ ...moved, folder, toSuiteId });
    if (toSuiteId !== undefined) onRemoved(moved);
  };
  return {
    create: (parent) => setAsked({ what: 'create', parent }),
    rename: (path) => setAsked({ what: 'rename', path }),
    move: (path) => setAsked({ what: 'move', path }),
    moveScripts: (scripts) => setAsked({ what: 'moveScripts', scripts }),
    remove: (path, scriptCount) =>
      confirmAction({
        ...deletionOf(path, folders, scriptCount),
        confirm: 'Delete folder',
        onConfirm: async () => {
          const trashId = newId();
          await remove.mutateAsync({ path, trashId });
          onRemoved({ folders: [path], scriptIds: [] });
          await offerUndo(client, { message: `${nameOf(path)} deleted`, projectId: suite.projectId, trashId });
        },
      }),
    dialog: asked ? dialogOf() : null,
  };

  function dialogOf(): ReactNode {
    if (asked?.what === 'create' || asked?.what === 'rename') return nameDialog(asked);
    if (asked?.what === 'move')
      return (
        <MoveToDialog
          title={`Move folder ${nameOf(asked.path)}`}
          suite={suite}
          isOffered={(path) => path !== asked.path && !path.startsWith(`${asked.path} / `)}
          current={parentOf(asked.path)}
          onClose={close}
          onNewFolder={() => setAsked({ what: 'create', parent: '' })}
          onMove={(folder, toSuiteId) => moveTo({ scriptIds: [], folders: [asked.path] }, folder, toSuiteId)}
        />
      );
    return asked?.what === 'moveScripts' ? scriptsDialog(asked.scripts) : null;
  }

  function nameDialog(wanted: Extract<Asked, { what: 'create' } | { what: 'rename' | 'move' }>): ReactNode {
    const isNew = wanted.what === 'create';
    return (
      <NameDialog
        title={!isNew ? 'Rename folder' : wanted.parent ? `New folder in ${nameOf(wanted.parent)}` : 'New folder'}
        label="Folder name"
        confirm={isNew ? 'Create folder' : 'Rename folder'}
        initial={isNew ? '' : nameOf(wanted.path)}
        schema={folderNameSchema}
        onClose={close}
        onSubmit={(name) =>
          wanted.what === 'create'
            ? create.mutateAsync({ parent: wanted.parent, name })
            : update.mutateAsync({ path: wanted.path, name })
        }
      />
    );
  }

  function scriptsDialog(scripts: readonly ScriptSummary[]): ReactNode {
    const [first, ...others] = scripts;
    const scriptIds = scripts.map(({ scriptId }) => scriptId);
    return (
      <MoveToDialog
        title={others.length === 0 ? `Move script ${first?.scriptName}` : `Move ${scriptIds.length} scripts`}
        suite={suite}
        current={others.every(({ folder }) => folder === first?.folder) ? (first?.folder ?? '') : undefined}
        onClose={close}
        onNewFolder={() => setAsked({ what: 'create', parent: '' })}
        onMove={(folder, toSuiteId) => moveTo({ scriptIds, folders: [] }, folder, toSuiteId)}
      />
    );
  }
}
