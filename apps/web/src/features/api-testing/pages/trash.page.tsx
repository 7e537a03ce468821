import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { DeletedItem } from '@touchstone/contracts/api-testing';
import { type Project, trashDays } from '@touchstone/contracts/workspaces';
import { ArchiveRestore } from 'lucide-react';
import { useState } from 'react';
import { z } from 'zod';
import { formatCount } from '../../../shared/format.ts';
import { toast, toastError } from '../../../shared/toasts.ts';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { confirmAction } from '../../../ui/dialog/confirm-dialog.tsx';
import { EmptyState, Page } from '../../../ui/page.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { FilterInput } from '../../../ui/table/filter-input.tsx';
import { PagedList } from '../../../ui/table/paged-list.tsx';
import { SelectionBar } from '../../../ui/table/table-foot.tsx';
import { deletedQuery, restoredText, useTrashMutations } from '../api/trash.ts';
import { DeletedVariablesButton } from '../components/trash/deleted-variables-button.tsx';
import { trashColumns } from '../components/trash/trash-columns.tsx';
import { ProjectGate } from '../components/workspace/project-gate.tsx';
import { useCanWrite } from '../model/use-project.ts';

const icon = <ArchiveRestore size={20} />;
const searchSchema = z.object({
  q: z.string().catch('').default(''),
  page: z.coerce.number().int().min(0).catch(0).default(0),
});
const size = 50;

/** TrashPage lists what was deleted in a workspace within 30 days; users who may delete can restore it here. */
export function TrashPage() {
  return (
    <ProjectGate title="Recently deleted">
      {(project) => <Trash key={project.projectId} project={project} />}
    </ProjectGate>
  );
}

function Trash({ project }: { project: Project }) {
  const { projectId, projectName } = project;
  const [{ q, page }, setSearch] = useSearchState(searchSchema);
  const listing = deletedQuery({ projectId, page, size, ...(q && { searchTerm: q }) });
  const deleted = useQuery({ ...listing, placeholderData: keepPreviousData });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const canWrite = useCanWrite(project);
  const { restore, deleteForGood } = useTrashMutations(projectId);
  const rows = deleted.data?.content;
  const chosen = rows?.filter(({ itemId }) => selected.has(itemId)) ?? [];
  const restoreAll = (items: readonly DeletedItem[]) =>
    restore.mutate(
      items.map(({ itemId }) => itemId),
      {
        onSuccess: (restored) => {
          setSelected(new Set());
          toast('success', restoredText(restored));
        },
        onError: toastError,
      },
    );
  const askDelete = (items: readonly DeletedItem[]) =>
    confirmAction({
      title: items.length === 1 ? `Delete ${items[0]!.name} for good?` : `Delete ${items.length} items for good?`,
      message: "Scripts, variables and secrets are erased at once. Reports stay. You can't undo this.",
      confirm: 'Delete for good',
      onConfirm: async () => {
        await deleteForGood.mutateAsync(items.map(({ itemId }) => itemId));
        setSelected(new Set());
      },
    });
  const actions = canWrite
    ? { onRestore: (item: DeletedItem) => restoreAll([item]), onDelete: (item: DeletedItem) => askDelete([item]) }
    : undefined;
  return (
    <Page
      title="Recently deleted"
      documentTitle={`Recently deleted · ${projectName}`}
      actions={<DeletedVariablesButton projectId={projectId} canWrite={canWrite} label="Environments and variables" />}
      meta={deleted.data ? `${formatCount(deleted.data.totalElements)} in ${projectName}` : projectName}
    >
      <PagedList
        noun="deleted items"
        query={deleted}
        page={page}
        size={size}
        onPage={(next) => setSearch({ page: next }, { push: true })}
        filters={
          <FilterInput label="Filter deleted items" value={q} onChange={(text) => setSearch({ q: text, page: 0 })} />
        }
        icon={icon}
        onClear={q ? () => setSearch({ q: '', page: 0 }) : undefined}
        empty={
          <EmptyState icon={icon} title="Nothing was deleted">
            Deleted scripts, suites and folders can be restored from here for {trashDays} days.
          </EmptyState>
        }
        table={(content, empty) => (
          <DataTable
            label="Recently deleted"
            minWidth={900}
            columns={trashColumns(actions)}
            rows={content}
            rowKey={({ itemId }) => itemId}
            rowLabel={({ name }) => name}
            {...(canWrite ? { selected, onSelect: setSelected } : {})}
            empty={empty}
          />
        )}
        bar={
          <SelectionBar count={chosen.length} onClear={() => setSelected(new Set())}>
            <Button loading={restore.isPending} onClick={() => restoreAll(chosen)}>
              Restore
            </Button>
            <Button variant="default" onClick={() => askDelete(chosen)}>
              Delete for good…
            </Button>
          </SelectionBar>
        }
      />
    </Page>
  );
}
