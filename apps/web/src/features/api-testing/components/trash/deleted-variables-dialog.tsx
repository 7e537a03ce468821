import { Modal } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { DeletedVariableItem } from '@touchstone/contracts/recently-deleted';
import { trashDays } from '@touchstone/contracts/workspaces';
import { ArchiveRestore } from 'lucide-react';
import { useState } from 'react';
import { toastError } from '../../../../shared/toasts.ts';
import { confirmAction } from '../../../../ui/dialog/confirm-dialog.tsx';
import { EmptyState } from '../../../../ui/page.tsx';
import { DataTable } from '../../../../ui/table/data-table.tsx';
import { FilterInput } from '../../../../ui/table/filter-input.tsx';
import { PagedList } from '../../../../ui/table/paged-list.tsx';
import { deletedVariablesQuery, useDeletedVariables } from '../../api/deleted-variables.ts';
import { deletedVariableColumns } from './trash-columns.tsx';

const icon = <ArchiveRestore size={20} />;
const size = 20;

interface Props {
  projectId: string;
  canWrite: boolean;
  onClose: () => void;
}

/** DeletedVariablesDialog lists and restores the environments and variables deleted within 30 days. */
export function DeletedVariablesDialog({ projectId, canWrite, onClose }: Props) {
  const [{ searchTerm, page }, setSearch] = useState({ searchTerm: '', page: 0 });
  const listing = deletedVariablesQuery({ projectId, page, size, ...(searchTerm && { searchTerm }) });
  const deleted = useQuery({ ...listing, placeholderData: keepPreviousData });
  const { restore, deleteForGood } = useDeletedVariables(projectId);
  const askDelete = ({ itemId, kind, name }: DeletedVariableItem) =>
    confirmAction({
      title: `Delete ${name} for good?`,
      message: `${kind === 'environment' ? 'Its variables and secrets are' : 'Its value is'} erased at once. You can't undo this.`,
      confirm: 'Delete for good',
      onConfirm: () => deleteForGood.mutateAsync([itemId]),
    });
  const actions = canWrite
    ? {
        onRestore: ({ itemId }: DeletedVariableItem) => restore.mutate([itemId], { onError: toastError }),
        onDelete: askDelete,
      }
    : undefined;
  return (
    <Modal opened onClose={onClose} title="Deleted environments and variables" size={940}>
      <PagedList
        noun="deleted items"
        query={deleted}
        page={page}
        size={size}
        onPage={(next) => setSearch({ searchTerm, page: next })}
        filters={
          <FilterInput
            label="Filter deleted items"
            value={searchTerm}
            onChange={(text) => setSearch({ searchTerm: text, page: 0 })}
          />
        }
        icon={icon}
        onClear={searchTerm ? () => setSearch({ searchTerm: '', page: 0 }) : undefined}
        empty={
          <EmptyState icon={icon} title="Nothing was deleted">
            You can restore deleted environments and variables here for {trashDays} days.
          </EmptyState>
        }
        table={(rows, empty) => (
          <DataTable
            label="Deleted environments and variables"
            minWidth={760}
            columns={deletedVariableColumns(actions)}
            rows={rows}
            rowKey={({ itemId }) => itemId}
            rowLabel={({ name }) => name}
            empty={empty}
          />
        )}
      />
    </Modal>
  );
}
