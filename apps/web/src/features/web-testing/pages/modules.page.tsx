import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { RepositoryModule, RepositoryProject } from '@touchstone/contracts/web-testing';
import { Folder } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { z } from 'zod';
import { counted, formatCount } from '../../../shared/format.ts';
import { useHotkey } from '../../../shared/hotkeys.ts';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { confirmAction } from '../../../ui/dialog/confirm-dialog.tsx';
import { EmptyState, Page } from '../../../ui/page.tsx';
import { RelativeTime } from '../../../ui/status/relative-time.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { FilterInput } from '../../../ui/table/filter-input.tsx';
import { PagedList } from '../../../ui/table/paged-list.tsx';
import { RowMenu } from '../../../ui/table/row-menu.tsx';
import { modulesQuery, recentModulesQuery, useModuleMutations } from '../api/modules.ts';
import { ModuleDialog } from '../components/modules/module-dialog.tsx';
import { ProjectGate } from '../components/project/project-gate.tsx';
import { Recents } from '../components/recents.tsx';
import classes from '../components/repository.module.css';
import { useCanWrite } from '../model/use-may.ts';
import { webTestingPaths } from '../paths.ts';

const icon = <Folder size={20} />;
const size = 20;
/** With fewer modules, all of them are visible. */
const fewModules = 5;
const searchSchema = z.object({
  q: z.string().catch('').default(''),
  page: z.coerce.number().int().min(0).catch(0).default(0),
  create: z.enum(['', 'module']).catch('').default(''),
});
const pathOf = ({ uuid }: Pick<RepositoryModule, 'uuid'>) => webTestingPaths.scripts({ module: uuid });

/** ModulesPage lists the modules of a project. */
export function ModulesPage() {
  return (
    <ProjectGate title="Modules">{(project) => <Modules key={project.projectId} project={project} />}</ProjectGate>
  );
}

function Modules({ project: { projectId, projectName, role } }: { project: RepositoryProject }) {
  const navigate = useNavigate();
  const canWrite = useCanWrite({ role });
  const [{ q, page, create }, setSearch] = useSearchState(searchSchema);
  const [edited, setEdited] = useState<RepositoryModule | null>(null);
  const modules = useQuery(modulesQuery(projectId, { page, size, ...(q && { searchTerm: q }) }));
  const recent = useQuery(recentModulesQuery(projectId)).data ?? [];
  const { remove } = useModuleMutations();
  const begin = () => setSearch({ create: 'module' });
  useHotkey('create', begin, canWrite);
  const askDelete = ({ uuid, moduleName, scriptCount }: RepositoryModule) =>
    confirmAction({
      title: `Delete module ${moduleName}?`,
      message: `This also deletes its ${counted(scriptCount, 'script')} with their versions and baselines. You can't undo this.`,
      confirm: 'Delete module',
      ...(scriptCount > 0 && { typeToConfirm: moduleName }),
      onConfirm: () => remove.mutateAsync(uuid),
    });
  const button = canWrite ? <Button onClick={begin}>Create module</Button> : null;
  const total = modules.data?.totalElements;
  return (
    <Page
      title="Modules"
      documentTitle={`Modules · ${projectName}`}
      meta={total === undefined ? undefined : counted(total, 'module')}
      actions={total || q !== '' ? button : null}
    >
      {total !== undefined && total > fewModules && q === '' && page === 0 ? (
        <div className={classes.recentBar}>
          <Recents
            title="Recent modules"
            items={recent.map((module) => ({
              id: module.uuid,
              name: module.moduleName,
              path: pathOf(module),
              at: module.workedAt,
            }))}
          />
        </div>
      ) : null}
      <PagedList
        noun="modules"
        query={modules}
        page={page}
        size={size}
        onPage={(next) => setSearch({ page: next }, { push: true })}
        filters={<FilterInput label="Search modules" value={q} onChange={(text) => setSearch({ q: text, page: 0 })} />}
        icon={icon}
        onClear={q === '' ? undefined : () => setSearch({ q: '', page: 0 })}
        empty={
          <EmptyState icon={icon} title="No module yet" action={button}>
            A module groups the scripts that test one part of a website, such as sign-in or checkout.
          </EmptyState>
        }
        table={(rows, none) => (
          <DataTable
            label="Modules"
            columns={columnsOf({ canWrite, onEdit: setEdited, onDelete: askDelete })}
            rows={rows}
            rowKey={({ uuid }) => uuid}
            rowLabel={({ moduleName }) => moduleName}
            minWidth={640}
            onOpen={(module) => void navigate(pathOf(module))}
            empty={none}
          />
        )}
      />
      {create && canWrite ? (
        <ModuleDialog
          projectId={projectId}
          onCreated={(module) => void navigate(pathOf(module))}
          onClose={() => setSearch({ create: '' })}
        />
      ) : null}
      {edited ? <ModuleDialog projectId={projectId} module={edited} onClose={() => setEdited(null)} /> : null}
    </Page>
  );
}

interface Actions {
  canWrite: boolean;
  onEdit: (module: RepositoryModule) => void;
  onDelete: (module: RepositoryModule) => void;
}

function columnsOf({ canWrite, onEdit, onDelete }: Actions): Column<RepositoryModule>[] {
  return [
    {
      key: 'name',
      header: 'Module',
      cell: (module) => (
        <Link className="link" to={pathOf(module)}>
          {module.moduleName}
        </Link>
      ),
    },
    {
      key: 'description',
      header: 'Description',
      width: '40%',
      cell: ({ description }) => <span title={description}>{description}</span>,
    },
    {
      key: 'scripts',
      header: 'Scripts',
      width: 100,
      align: 'right',
      cell: ({ scriptCount }) => <span className="num">{formatCount(scriptCount)}</span>,
    },
    { key: 'updated', header: 'Changed', width: 140, cell: ({ updatedAt }) => <RelativeTime at={updatedAt} /> },
    {
      key: 'actions',
      header: '',
      width: 48,
      align: 'right',
      cell: (module) =>
        canWrite ? (
          <RowMenu
            name={module.moduleName}
            entries={[
              { label: 'Edit module', run: () => onEdit(module) },
              { label: 'Delete module…', run: () => onDelete(module) },
            ]}
          />
        ) : null,
    },
  ];
}
