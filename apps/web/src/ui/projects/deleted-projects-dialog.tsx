import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DeletedProject } from '@touchstone/contracts/recently-deleted';
import { trashDays } from '@touchstone/contracts/workspaces';
import { ArchiveRestore } from 'lucide-react';
import {
  type DeletedProjects,
  deletedProjectsQuery,
  useDeletedProjects,
} from '../../shared/projects/deleted-projects.ts';
import { toastError } from '../../shared/toasts.ts';
import { confirmAction } from '../dialog/confirm-dialog.tsx';
import { EmptyState, Problem } from '../page.tsx';
import { type Column, DataTable } from '../table/data-table.tsx';
import { type KeptActions, keptColumns, nameColumn } from '../table/kept-columns.tsx';

/** DeletedProjectsDialog lists and restores the projects deleted within 30 days. */
export function DeletedProjectsDialog({ of, onClose }: { of: DeletedProjects; onClose: () => void }) {
  const deleted = useQuery(deletedProjectsQuery(of));
  const { restore, deleteForGood } = useDeletedProjects(of);
  const columns = columnsOf({
    onRestore: ({ projectId }) => restore.mutate(projectId, { onError: toastError }),
    onDelete: ({ projectId, projectName }: DeletedProject) =>
      confirmAction({
        title: `Delete ${projectName} for good?`,
        message: `Its ${of.contents} are erased at once. You can't undo this.`,
        confirm: 'Delete for good',
        onConfirm: () => deleteForGood.mutateAsync(projectId),
      }),
  });
  return (
    <Modal opened onClose={onClose} title="Deleted projects" size={860}>
      {deleted.isError ? <Problem error={deleted.error} onRetry={() => void deleted.refetch()} /> : null}
      {deleted.data ? (
        <DataTable
          label="Deleted projects"
          minWidth={700}
          columns={columns}
          rows={deleted.data}
          rowKey={({ projectId }) => projectId}
          rowLabel={({ projectName }) => projectName}
          empty={
            <EmptyState icon={<ArchiveRestore size={20} />} title="Nothing was deleted">
              You can restore deleted projects here for {trashDays} days.
            </EmptyState>
          }
        />
      ) : null}
    </Modal>
  );
}

const columnsOf = (actions: KeptActions<DeletedProject>): Column<DeletedProject>[] => {
  const named = (project: DeletedProject) => ({ ...project, name: project.projectName });
  const columns = keptColumns<DeletedProject & { name: string }>(actions);
  return [nameColumn, ...columns].map(({ cell, ...column }) => ({
    ...column,
    cell: (project) => cell(named(project)),
  }));
};
