import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { FolderEntry, FolderInfo } from '@touchstone/contracts/orchestration';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { useSearchState } from '../../../../shared/use-search-state.ts';
import { type Column, DataTable } from '../../../../ui/table/data-table.tsx';
import { FilterInput } from '../../../../ui/table/filter-input.tsx';
import { PagedList } from '../../../../ui/table/paged-list.tsx';
import { SelectionBar } from '../../../../ui/table/table-foot.tsx';
import { useOrchestrationMutations } from '../../api/orchestration.mutations.ts';
import { entriesQuery } from '../../api/orchestration.queries.ts';
import { idOf, pathOf } from '../../model/entry.ts';
import { EntryMenu } from './entry-menu.tsx';
import { useEntryActions } from './use-entry-actions.tsx';

const size = 20;
const searchSchema = z.object({
  q: z.string().catch('').default(''),
  page: z.coerce.number().int().min(0).catch(0).default(0),
});

interface Props {
  /** What is listed, in the plural. */
  noun: string;
  label: string;
  icon: ReactNode;
  /** The listed folder; absent for the list of projects. */
  folder?: FolderInfo;
  columnsOf: (options: {
    onStar: (entry: FolderEntry, isStarred: boolean) => void;
    menuOf: (entry: FolderEntry) => ReactNode;
  }) => Column<FolderEntry>[];
  canWrite: boolean;
  /** Shown above the list while there is no search. */
  above?: ReactNode;
  empty: ReactNode;
}

/** EntryList lists projects, or the contents of a folder, with their actions. */
export function EntryList({ noun, label, icon, folder, columnsOf, canWrite, above, empty }: Props) {
  const navigate = useNavigate();
  const [{ q, page }, setSearch] = useSearchState(searchSchema);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const clear = () => setSelected(new Set());
  const entries = useQuery(
    entriesQuery({ page, size, ...(folder && { deepLinkId: folder.deepLinkId }), ...(q && { searchTerm: q }) }),
  );
  const { star } = useOrchestrationMutations();
  const { actions, dialog } = useEntryActions({ folder, onDone: clear });
  const chosen = entries.data?.content.filter((entry) => selected.has(idOf(entry))) ?? [];
  const columns = columnsOf({
    onStar: (entry, isStarred) => star.mutate({ entry, isStarred }),
    menuOf: (entry) => <EntryMenu entry={entry} actions={actions} canWrite={canWrite} />,
  });
  return (
    <>
      {q === '' ? above : null}
      <PagedList
        noun={noun}
        query={entries}
        page={page}
        size={size}
        onPage={(next) => setSearch({ page: next }, { push: true })}
        filters={
          <FilterInput label={`Search ${noun}`} value={q} onChange={(text) => setSearch({ q: text, page: 0 })} />
        }
        icon={icon}
        onClear={q === '' ? undefined : () => setSearch({ q: '', page: 0 })}
        empty={empty}
        table={(rows, none) => (
          <DataTable
            label={label}
            columns={columns}
            rows={rows}
            rowKey={idOf}
            rowLabel={({ name }) => name}
            minWidth={900}
            onOpen={(entry) => void navigate(pathOf(entry))}
            {...(canWrite ? { selected, onSelect: setSelected } : {})}
            empty={none}
          />
        )}
        bar={
          <SelectionBar count={chosen.length} onClear={clear}>
            {folder ? <Button onClick={() => actions.move(chosen)}>Move…</Button> : null}
            <Button variant="default" onClick={() => actions.remove(chosen)}>
              Delete…
            </Button>
          </SelectionBar>
        }
      />
      {dialog}
    </>
  );
}
