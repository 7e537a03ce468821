import { folderNameSchema, type ScriptSummary, type SuiteFolder } from '@touchstone/contracts/api-testing';
import { type ReactNode, useState } from 'react';
import { confirmAction } from '../../../../ui/dialog/confirm-dialog.tsx';
import { useFolderMutations } from '../../api/folders.ts';
import { deletionOf, nameOf, parentOf } from '../../model/editor/script-tree.ts';
import { NameDialog } from '../name-dialog.tsx';
import { MoveDialog } from './move-dialog.tsx';

type Asked =
  | { what: 'create'; parent: string }
  | { what: 'rename' | 'move'; path: string }
  | { what: 'moveScript'; script: ScriptSummary };

/** What the tree can do with folders, and the dialog that is open for it. */
export interface FolderDialogs {
  create: (parent: string) => void;
  rename: (path: string) => void;
  move: (path: string) => void;
  moveScript: (script: ScriptSummary) => void;
  remove: (path: string, scriptCount: number) => void;
  dialog: ReactNode;
}

/** useFolderDialogs creates, renames, moves and deletes folders, and moves scripts into them. */
export function useFolderDialogs(
  suiteId: string,
  folders: readonly SuiteFolder[],
  onDeleted: (path: string) => void,
): FolderDialogs {
  const [asked, setAsked] = useState<Asked | null>(null);
  const { create, update, remove, moveScripts } = useFolderMutations(suiteId);
  const close = () => setAsked(null);
  const paths = ['', ...folders.map(({ path }) => path)];
  return {
    create: (parent) => setAsked({ what: 'create', parent }),
    rename: (path) => setAsked({ what: 'rename', path }),
    move: (path) => setAsked({ what: 'move', path }),
    moveScript: (script) => setAsked({ what: 'moveScript', script }),
    remove: (path, scriptCount) =>
      confirmAction({
        ...deletionOf(path, folders, scriptCount),
        confirm: 'Delete folder',
        onConfirm: async () => {
          await remove.mutateAsync(path);
          onDeleted(path);
        },
      }),
    dialog: asked ? dialogOf() : null,
  };

  function dialogOf(): ReactNode {
    if (asked?.what === 'create' || asked?.what === 'rename') {
      const isNew = asked.what === 'create';
      return (
        <NameDialog
          title={!isNew ? 'Rename folder' : asked.parent ? `New folder in ${nameOf(asked.parent)}` : 'New folder'}
          label="Folder name"
          confirm={isNew ? 'Create folder' : 'Rename folder'}
          initial={isNew ? '' : nameOf(asked.path)}
          schema={folderNameSchema}
          onClose={close}
          onSubmit={(name) =>
            asked.what === 'create'
              ? create.mutateAsync({ parent: asked.parent, name })
              : update.mutateAsync({ path: asked.path, name })
          }
        />
      );
    }
    if (asked?.what === 'move')
      return (
        <MoveDialog
          title={`Move folder ${nameOf(asked.path)}`}
          folders={paths.filter((path) => path !== asked.path && !path.startsWith(`${asked.path} / `))}
          current={parentOf(asked.path)}
          onClose={close}
          onNewFolder={() => setAsked({ what: 'create', parent: '' })}
          onMove={(parent) => update.mutateAsync({ path: asked.path, parent })}
        />
      );
    if (asked?.what === 'moveScript')
      return (
        <MoveDialog
          title={`Move script ${asked.script.scriptName}`}
          folders={paths}
          current={asked.script.folder}
          onClose={close}
          onNewFolder={() => setAsked({ what: 'create', parent: '' })}
          onMove={(folder) => moveScripts.mutateAsync({ scriptIds: [asked.script.scriptId], folder })}
        />
      );
    return null;
  }
}
