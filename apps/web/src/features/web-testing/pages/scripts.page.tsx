import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { RepositoryModule, RepositoryProject, RepositoryScript } from '@touchstone/contracts/web-testing';
import { FileCode2 } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { z } from 'zod';
import { counted } from '../../../shared/format.ts';
import { useHotkey } from '../../../shared/hotkeys.ts';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { EmptyState, Page } from '../../../ui/page.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { FilterInput } from '../../../ui/table/filter-input.tsx';
import { PagedList } from '../../../ui/table/paged-list.tsx';
import { moduleQuery } from '../api/modules.ts';
import { projectQuery } from '../api/projects.ts';
import { recentScriptsQuery, scriptsQuery } from '../api/scripts.ts';
import { ProjectGate } from '../components/project/project-gate.tsx';
import { Recents } from '../components/recents.tsx';
import classes from '../components/repository.module.css';
import { ImportScriptsDialog } from '../components/scripts/import-scripts-dialog.tsx';
import { scriptColumns } from '../components/scripts/script-columns.tsx';
import { ScriptDialog } from '../components/scripts/script-dialog.tsx';
import { useScriptActions } from '../components/scripts/use-script-actions.tsx';
import { useCanWrite } from '../model/use-may.ts';
import { webTestingPaths } from '../paths.ts';

const icon = <FileCode2 size={20} />;
const size = 20;
/** With fewer scripts, all of them are visible. */
const fewScripts = 5;
const searchSchema = z.object({
  q: z.string().catch('').default(''),
  page: z.coerce.number().int().min(0).catch(0).default(0),
  create: z.enum(['', 'script', 'import']).catch('').default(''),
});

/** ScriptsPage lists the scripts of a module, or of a whole project if the address names no module. */
export function ScriptsPage() {
  const [params] = useSearchParams();
  const id = params.get('module');
  return id ? (
    <ModuleScripts key={id} id={id} />
  ) : (
    <ProjectGate title="Scripts">{(project) => <Scripts key={project.projectId} project={project} />}</ProjectGate>
  );
}

function ModuleScripts({ id }: { id: string }) {
  const module = useQuery(moduleQuery(id));
  const project = useQuery({ ...projectQuery(module.data?.projectUUID ?? ''), enabled: module.isSuccess });
  const found = module.data && project.data ? { module: module.data, project: project.data } : undefined;
  const back = { label: 'All modules', path: webTestingPaths.modules() };
  if (found) return <Scripts {...found} />;
  return (
    <Page title="Scripts">
      <Loaded query={module} back={back}>
        {() => <Loaded query={project}>{() => null}</Loaded>}
      </Loaded>
    </Page>
  );
}

function Scripts({ project, module }: { project: RepositoryProject; module?: RepositoryModule }) {
  const { projectId, role } = project;
  const navigate = useNavigate();
  const canWrite = useCanWrite({ role });
  const [{ q, page, create }, setSearch] = useSearchState(searchSchema);
  const [selected, setSelected] = useState<Set<string>>(new Set());
  const place = { projectUUID: projectId, moduleUUID: module?.uuid ?? '' };
  const scripts = useQuery(scriptsQuery(place, { page, size, ...(q && { searchTerm: q }) }));
  const { dialog, ...actions } = useScriptActions(() => setSelected(new Set()));
  const mayCreate = canWrite && module !== undefined;
  const begin = () => setSearch({ create: 'script' });
  useHotkey('create', begin, mayCreate);
  const button = mayCreate ? <Button onClick={begin}>Create script</Button> : null;
  const importing = mayCreate ? (
    <Button variant="default" onClick={() => setSearch({ create: 'import' })}>
      Import scripts
    </Button>
  ) : null;
  const total = scripts.data?.totalElements;
  const chosen = scripts.data?.content.filter(({ uuid }) => selected.has(uuid)) ?? [];
  const title = module?.moduleName ?? 'Scripts';
  return (
    <Page
      title={title}
      documentTitle={`${title} · ${project.projectName}`}
      meta={<Where total={total} project={project} module={module} />}
      actions={
        total || q !== '' ? (
          <>
            {importing}
            {button}
          </>
        ) : null
      }
    >
      {total !== undefined && total > fewScripts && q === '' && page === 0 ? <Recent projectId={projectId} /> : null}
      <PagedList
        noun="scripts"
        query={scripts}
        page={page}
        size={size}
        onPage={(next) => setSearch({ page: next }, { push: true })}
        filters={
          <>
            <FilterInput label="Search scripts" value={q} onChange={(text) => setSearch({ q: text, page: 0 })} />
            <ChosenScripts scripts={chosen} actions={actions} />
          </>
        }
        icon={icon}
        onClear={q === '' ? undefined : () => setSearch({ q: '', page: 0 })}
        empty={
          <EmptyState icon={icon} title="No script yet" action={button} link={importing}>
            A script is a list of steps, such as opening a page, clicking a button and verifying a text.
          </EmptyState>
        }
        table={(rows, none) => (
          <DataTable
            label="Scripts"
            columns={scriptColumns({ ...actions, canWrite, ofProject: !module })}
            rows={rows}
            rowKey={({ uuid }) => uuid}
            rowLabel={({ testScriptName }) => testScriptName}
            minWidth={1000}
            onOpen={({ uuid }) => void navigate(webTestingPaths.steps(uuid))}
            {...(canWrite && { selected, onSelect: setSelected })}
            empty={none}
          />
        )}
      />
      {dialog}
      {create === 'import' && module && canWrite ? (
        <ImportScriptsDialog moduleUUID={module.uuid} onClose={() => setSearch({ create: '' })} />
      ) : null}
      {create === 'script' && module && canWrite ? (
        <ScriptDialog
          projectId={projectId}
          moduleUUID={module.uuid}
          onCreated={({ uuid }) => void navigate(webTestingPaths.steps(uuid))}
          onClose={() => setSearch({ create: '' })}
        />
      ) : null}
    </Page>
  );
}

interface WhereProps {
  total: number | undefined;
  project: RepositoryProject;
  module: RepositoryModule | undefined;
}

function Where({ total, project, module }: WhereProps) {
  return (
    <span className="sentence">
      {module ? (
        <Link className="link" to={webTestingPaths.modules({ project: project.projectId })}>
          {project.projectName}
        </Link>
      ) : (
        project.projectName
      )}
      {total === undefined ? null : ` · ${counted(total, 'script')}`}
    </span>
  );
}

function Recent({ projectId }: { projectId: string }) {
  const recent = useQuery(recentScriptsQuery(projectId)).data ?? [];
  return (
    <div className={classes.recentBar}>
      <Recents
        title="Recent scripts"
        items={recent.map((script) => ({
          id: script.uuid,
          name: script.testScriptName,
          place: script.moduleName,
          path: webTestingPaths.steps(script.uuid),
          at: script.workedAt,
        }))}
      />
    </div>
  );
}

/** Actions on all selected scripts. */
function ChosenScripts({
  scripts,
  actions,
}: {
  scripts: readonly RepositoryScript[];
  actions: Pick<ReturnType<typeof useScriptActions>, 'onRun' | 'onCopy' | 'onMove' | 'onDelete'>;
}) {
  if (scripts.length === 0) return null;
  const runnable = scripts.filter(({ stepCount }) => stepCount > 0);
  return (
    <span className="row">
      <span className="dim">{scripts.length} selected</span>
      {runnable.length > 0 ? <Button onClick={() => actions.onRun(runnable)}>Run {runnable.length}</Button> : null}
      <Button variant="default" onClick={() => actions.onCopy(scripts)}>
        Clone
      </Button>
      <Button variant="default" onClick={() => actions.onMove(scripts)}>
        Move or copy…
      </Button>
      <Button variant="default" onClick={() => actions.onDelete(scripts)}>
        Delete…
      </Button>
    </span>
  );
}
