import { Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DeletedProject } from '@touchstone/contracts/recently-deleted';
import { trashDays } from '@touchstone/contracts/workspaces';
import { ArchiveRestore } from 'lucide-react';
import { toastError } from '../../../../shared/toasts.ts';
import { confirmAction } from '../../../../ui/dialog/confirm-dialog.tsx';
import { EmptyState, Problem } from '../../../../ui/page.tsx';
import { DataTable } from '../../../../ui/table/data-table.tsx';
import { deletedProjectsQuery, useDeletedProjects } from '../../api/deleted-projects.ts';
import { deletedProjectColumns } from './trash-columns.tsx';

/** DeletedProjectsDialog lists the projects that were deleted within 30 days, and restores them. */
export function DeletedProjectsDialog({ onClose }: { onClose: () => void }) {
  const deleted = useQuery(deletedProjectsQuery);
  const { restore, deleteForGood } = useDeletedProjects();
  const columns = deletedProjectColumns({
    onRestore: ({ projectId }) => restore.mutate(projectId, { onError: toastError }),
    onDelete: ({ projectId, projectName }: DeletedProject) =>
      confirmAction({
        title: `Delete ${projectName} for good?`,
        message: "Its suites, environments, secrets and reports are erased at once. You can't undo this.",
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
