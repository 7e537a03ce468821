import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { FolderEntry, FolderInfo } from '@touchstone/contracts/orchestration';
import { type ReactNode, useState } from 'react';
import { useSubjectActions } from '../../../../shared/subjects/use-subject-actions.tsx';
import { toast } from '../../../../shared/toasts.ts';
import { confirmAction } from '../../../../ui/dialog/confirm-dialog.tsx';
import { NameDialog } from '../../../flows/index.ts';
import { useOrchestrationMutations } from '../../api/orchestration.mutations.ts';
import { deletedOrchestrations } from '../../api/orchestration.queries.ts';
import { deletionText, isWorkflow, namesOf, nounOf } from '../../model/entry.ts';
import { FolderDialog } from '../dialogs/folder-dialog.tsx';
import { InfoDialog } from '../dialogs/info-dialog.tsx';
import { MoveDialog } from '../dialogs/move-dialog.tsx';

/** EntryActions are actions on projects, folders and workflows. */
export interface EntryActions {
  edit: (entry: FolderEntry) => void;
  move: (entries: readonly FolderEntry[]) => void;
  clone: (entry: FolderEntry) => void;
  inform: (entry: FolderEntry) => void;
  remove: (entries: readonly FolderEntry[]) => void;
  /** Other features' actions on a workflow. */
  others: readonly { label: string; start: (entry: FolderEntry) => void }[];
}

interface Options {
  /** The folder of the entries; absent in the list of projects. */
  folder?: Pick<FolderInfo, 'path' | 'projectId'> | undefined;
  /** Called after a move or deletion. */
  onDone?: () => void;
  onDeleted?: () => Promise<unknown> | unknown;
}

type Open = { type: 'edit' | 'inform'; entry: FolderEntry } | { type: 'move'; entries: readonly FolderEntry[] } | null;

/** useEntryActions returns the actions on entries, and the dialog that is open for one. */
export function useEntryActions({ folder, onDone, onDeleted }: Options): { actions: EntryActions; dialog: ReactNode } {
  const client = useQueryClient();
  const { clone, remove } = useOrchestrationMutations();
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const others = useSubjectActions('workflow');
  const actions: EntryActions = {
    edit: (entry) => setOpen({ type: 'edit', entry }),
    inform: (entry) => setOpen({ type: 'inform', entry }),
    move: (entries) => setOpen({ type: 'move', entries }),
    clone: (entry) => clone.mutate(entry),
    others: folder
      ? others.actions.map(({ label, start }) => ({
          label,
          start: (entry: FolderEntry) =>
            isWorkflow(entry) &&
            start({
              kind: 'workflow',
              id: entry.flowId,
              projectId: folder.projectId,
              name: entry.name,
              canWrite: true,
            }),
        }))
      : [],
    remove: (entries) => {
      const [only] = entries;
      if (!only) return;
      confirmAction({
        title: `Delete ${namesOf(entries)}?`,
        message: deletionText(entries),
        confirm: `Delete ${entries.length === 1 ? nounOf(only) : namesOf(entries)}`,
        ...(entries.length === 1 && only.folderType === 'PROJECT' && { typeToConfirm: only.name }),
        onConfirm: async () => {
          await remove.mutateAsync(entries);
          await offerUndo(client, entries);
          onDone?.();
          await onDeleted?.();
        },
      });
    },
  };
  return {
    actions,
    dialog: (
      <>
        {others.dialog}
        {open ? <OpenDialog open={open} folder={folder} onDone={onDone} onClose={close} /> : null}
      </>
    ),
  };
}

/** Reports each deleted project, with a button to restore it. */
async function offerUndo(client: QueryClient, entries: readonly FolderEntry[]): Promise<void> {
  const projects = entries.filter((entry) => !isWorkflow(entry)).filter(({ isRootFolder }) => isRootFolder);
  if (projects.length === 0) return;
  const { showProjectUndo } = await import('../../../../shared/projects/deleted-projects.ts');
  for (const { folderUuid, name } of projects)
    showProjectUndo(client, deletedOrchestrations, { projectId: folderUuid, projectName: name });
}

function OpenDialog({
  open,
  folder,
  onDone,
  onClose,
}: Pick<Options, 'folder' | 'onDone'> & { open: NonNullable<Open>; onClose: () => void }) {
  const { renameWorkflow, move } = useOrchestrationMutations();
  if (open.type !== 'move') {
    const { entry } = open;
    if (open.type === 'inform') return <InfoDialog entry={entry} path={folder?.path ?? []} onClose={onClose} />;
    if (!isWorkflow(entry)) return <FolderDialog folder={entry} onClose={onClose} />;
    return (
      <NameDialog
        title={`Rename ${entry.name}`}
        confirm="Rename workflow"
        initial={entry.name}
        onSubmit={(name) => renameWorkflow.mutateAsync({ flowId: entry.flowId, name })}
        onClose={onClose}
      />
    );
  }
  if (!folder) return null;
  return (
    <MoveDialog
      entries={open.entries}
      path={folder.path}
      onMove={async (target) => {
        await move.mutateAsync({ entries: open.entries, target });
        toast('success', `Moved ${namesOf(open.entries)} to ${target.name}.`);
        onDone?.();
      }}
      onClose={onClose}
    />
  );
}
