import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DataTableSummary, RepositoryProject } from '@touchstone/contracts/web-testing';
import { Table2 } from 'lucide-react';
import { z } from 'zod';
import { counted, formatCount } from '../../../shared/format.ts';
import { useHotkey } from '../../../shared/hotkeys.ts';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { confirmAction } from '../../../ui/dialog/confirm-dialog.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { EmptyState, Page } from '../../../ui/page.tsx';
import { ListDetail } from '../../../ui/panes/list-detail.tsx';
import { RowMenu } from '../../../ui/table/row-menu.tsx';
import { dataTablesQuery, useDataTableMutations } from '../api/data-tables.ts';
import { DataTableDialog } from '../components/data-tables/data-table-dialog.tsx';
import { TableView } from '../components/data-tables/table-view.tsx';
import { NamedList } from '../components/named-list.tsx';
import { ProjectGate } from '../components/project/project-gate.tsx';
import { useCanWrite } from '../model/use-may.ts';

const searchSchema = z.object({
  table: z.string().catch('').default(''),
  create: z.enum(['', 'table']).catch('').default(''),
});

/** DataTablesPage shows the data tables of a project: a script with one runs once per row. */
export function DataTablesPage() {
  return (
    <ProjectGate title="Data tables">
      {(project) => <DataTables key={project.projectId} project={project} />}
    </ProjectGate>
  );
}

function DataTables({ project }: { project: RepositoryProject }) {
  const { projectId, projectName } = project;
  const canWrite = useCanWrite(project);
  const [{ table: wanted, create }, setSearch] = useSearchState(searchSchema);
  const tables = useQuery(dataTablesQuery(projectId));
  const { remove } = useDataTableMutations();
  const begin = () => setSearch({ create: 'table' });
  useHotkey('create', begin, canWrite);
  const chosen = tables.data?.find(({ uuid }) => uuid === wanted) ?? tables.data?.[0];
  const button = canWrite ? <Button onClick={begin}>Create data table</Button> : null;
  const askDelete = ({ uuid, tableName, rowCount }: DataTableSummary) =>
    confirmAction({
      title: `Delete data table ${tableName}?`,
      message: `Deletes its ${counted(rowCount, 'row')}. Scripts that use it run once then. You can't undo this.`,
      confirm: 'Delete data table',
      onConfirm: () => remove.mutateAsync(uuid),
    });
  return (
    <Page
      title="Data tables"
      documentTitle={`Data tables · ${projectName}`}
      actions={tables.data?.length ? button : null}
    >
      <Loaded query={tables}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState icon={<Table2 size={20} />} title="No data table yet" action={button}>
              A script with a data table is run once for each row. Its steps name the columns, such as {'{{email}}'}.
            </EmptyState>
          ) : (
            <ListDetail
              listWidth={280}
              listName="Data tables"
              isOpen={wanted !== ''}
              onBack={() => setSearch({ table: '' })}
              list={
                <NamedList
                  label="Data tables"
                  items={all.map(({ uuid, tableName, rowCount }) => ({
                    id: uuid,
                    name: tableName,
                    note: formatCount(rowCount),
                  }))}
                  chosen={chosen?.uuid}
                  onChoose={(uuid) => setSearch({ table: uuid })}
                  menuOf={(id) => {
                    const found = all.find(({ uuid }) => uuid === id);
                    return found && canWrite ? (
                      <RowMenu
                        name={found.tableName}
                        entries={[{ label: 'Delete data table…', run: () => askDelete(found) }]}
                      />
                    ) : null;
                  }}
                />
              }
              detail={
                chosen ? (
                  <TableView key={chosen.uuid} projectId={projectId} id={chosen.uuid} canWrite={canWrite} />
                ) : null
              }
            />
          )
        }
      </Loaded>
      {create && canWrite ? (
        <DataTableDialog
          projectId={projectId}
          onSaved={({ uuid }) => setSearch({ table: uuid, create: '' })}
          onClose={() => setSearch({ create: '' })}
        />
      ) : null}
    </Page>
  );
}
