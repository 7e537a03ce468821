import { Button, Group } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { apiReferencePath } from '@touchstone/contracts';
import type { Suite } from '@touchstone/contracts/api-testing';
import type { Project } from '@touchstone/contracts/workspaces';
import { Layers, Play } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { z } from 'zod';
import { openCreate } from '../../../shared/create/create-request.ts';
import { formatCount } from '../../../shared/format.ts';
import { useHotkey } from '../../../shared/hotkeys.ts';
import { useSubjectActions } from '../../../shared/subjects/use-subject-actions.tsx';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { EmptyState, Page } from '../../../ui/page.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { FilterInput } from '../../../ui/table/filter-input.tsx';
import { PagedList } from '../../../ui/table/paged-list.tsx';
import { SelectionBar } from '../../../ui/table/table-foot.tsx';
import { useSuiteOutcomes } from '../api/outcomes.queries.ts';
import { suitesQuery } from '../api/suites.queries.ts';
import { useChangedSpecs } from '../components/import/changed-specs.tsx';
import { RunDialog } from '../components/run/run-dialog.ts';
import { ExportMenu } from '../components/suite/export-menu.tsx';
import { suiteColumns } from '../components/suite/suite-columns.tsx';
import { useSuiteActions } from '../components/suite/use-suite-actions.ts';
import { ProjectGate } from '../components/workspace/project-gate.tsx';
import { apiTestingKeys } from '../hotkeys.ts';
import { subjectOf } from '../model/subject.ts';
import { useCanWrite } from '../model/use-project.ts';
import { apiTestingPaths } from '../paths.ts';

const ImportDialog = lazy(async () => ({
  default: (await import('../components/import/import-dialog.tsx')).ImportDialog,
}));
const ScriptCreateDialog = lazy(async () => ({
  default: (await import('../components/suite/script-create-dialog.tsx')).ScriptCreateDialog,
}));
const SuiteForm = lazy(async () => ({ default: (await import('../components/suite/suite-form.tsx')).SuiteForm }));

const icon = <Layers size={20} />;
const searchSchema = z.object({
  q: z.string().catch('').default(''),
  page: z.coerce.number().int().min(0).catch(0).default(0),
  size: z.coerce.number().int().min(1).max(200).catch(20).default(20),
  create: z.enum(['', 'script', 'import']).catch('').default(''),
});

export function SuitesPage() {
  return (
    <ProjectGate title="Test Suites">{(project) => <Suites key={project.projectId} project={project} />}</ProjectGate>
  );
}

function Suites({ project }: { project: Project }) {
  const { projectId } = project;
  const navigate = useNavigate();
  const [search, setSearch] = useSearchState(searchSchema);
  const listing = suitesQuery({ projectId, searchTerm: search.q, page: search.page, size: search.size });
  const suites = useQuery({ ...listing, placeholderData: keepPreviousData });
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const [editing, setEditing] = useState<Suite | null>(null);
  const [running, setRunning] = useState<Suite[] | null>(null);
  const canWrite = useCanWrite(project);
  const { cloneAll, askDelete, isCloning } = useSuiteActions(() => setSelected(new Set()));
  const startCreate = () => openCreate('suite');
  useHotkey('create', startCreate, canWrite);

  const chosen = suites.data?.content.filter((suite) => selected.has(suite.suiteId)) ?? [];
  useHotkey(apiTestingKeys.send, () => setRunning(chosen), canWrite && chosen.length > 0);

  const outcomes = useSuiteOutcomes(projectId, suites.data?.content);
  const others = useSubjectActions('api-suite');
  const actions = {
    onRun: (suite: Suite) => setRunning([suite]),
    onEdit: setEditing,
    onClone: (suite: Suite) => void cloneAll([suite]),
    onDelete: (suite: Suite) => askDelete([suite]),
    others: others.actions.map(({ label, start }) => ({
      label,
      start: (suite: Suite) => start(subjectOf(suite, canWrite)),
    })),
  };
  const changedSpecs = useChangedSpecs(projectId);
  const columns = suiteColumns({ projectId, outcomes, changedSpecs, ...(canWrite && { actions }) });

  const createButtons = canWrite ? (
    <Group gap="xs">
      <Button variant="default" onClick={() => setSearch({ create: 'import' })}>
        Import
      </Button>
      <Button onClick={startCreate}>Create suite</Button>
    </Group>
  ) : null;
  return (
    <Page
      title="Test Suites"
      documentTitle={`Test Suites · ${project.projectName}`}
      meta={suites.data ? `${formatCount(suites.data.totalElements)} in ${project.projectName}` : project.projectName}
      actions={createButtons}
    >
      <PagedList
        noun="suites"
        query={suites}
        page={search.page}
        size={search.size}
        onPage={(page) => setSearch({ page }, { push: true })}
        filters={
          <>
            <FilterInput label="Filter suites" value={search.q} onChange={(q) => setSearch({ q, page: 0 })} />
            <Link className="link dim" style={{ marginLeft: 'auto' }} to={apiTestingPaths.trash(projectId)}>
              Recently deleted
            </Link>
          </>
        }
        icon={icon}
        onClear={search.q ? () => setSearch({ q: '', page: 0 }) : undefined}
        empty={<NoSuites createButtons={createButtons} />}
        table={(rows, empty) => (
          <DataTable
            label="Test suites"
            minWidth={1080}
            columns={columns}
            rows={rows}
            rowKey={(suite) => suite.suiteId}
            rowLabel={(suite) => suite.suiteName}
            onOpen={(suite) => void navigate(apiTestingPaths.suite(suite.suiteId, projectId))}
            {...(canWrite ? { selected, onSelect: setSelected } : {})}
            empty={empty}
          />
        )}
        bar={
          <SelectionBar count={chosen.length} onClear={() => setSelected(new Set())}>
            <Button onClick={() => setRunning(chosen)} leftSection={<Play size={14} />}>
              Run
            </Button>
            <Button variant="default" onClick={() => void cloneAll(chosen)} loading={isCloning}>
              Clone
            </Button>
            <ExportMenu projectId={projectId} suiteIds={chosen.map((suite) => suite.suiteId)} />
            <Button variant="default" onClick={() => askDelete(chosen)}>
              Delete…
            </Button>
          </SelectionBar>
        }
      />
      <Suspense>
        {canWrite ? (
          <BeginDialog
            projectId={projectId}
            what={search.create}
            onClose={() => setSearch({ create: '' })}
            onCreateSuite={() => {
              setSearch({ create: '' });
              startCreate();
            }}
          />
        ) : null}
        {others.dialog}
        {editing ? <SuiteForm suite={editing} onClose={() => setEditing(null)} /> : null}
        {running ? (
          <RunDialog
            projectId={projectId}
            suiteIds={running.map((suite) => suite.suiteId)}
            what={running.length === 1 ? running[0]!.suiteName : `${running.length} suites`}
            remembered={running.length === 1 ? (running[0]?.dataFile ?? null) : null}
            onClose={() => setRunning(null)}
          />
        ) : null}
      </Suspense>
    </Page>
  );
}

interface BeginDialogProps {
  projectId: string;
  what: z.infer<typeof searchSchema>['create'];
  onClose: () => void;
  onCreateSuite: () => void;
}

/** The dialog that the address asks to open. */
function BeginDialog({ projectId, what, onClose, onCreateSuite }: BeginDialogProps) {
  const navigate = useNavigate();
  switch (what) {
    case '':
      return null;
    case 'script':
      return <ScriptCreateDialog projectId={projectId} onClose={onClose} onCreateSuite={onCreateSuite} />;
    case 'import':
      return (
        <ImportDialog
          projectId={projectId}
          onClose={onClose}
          onDone={([only, ...others]) => {
            if (only && others.length === 0) void navigate(apiTestingPaths.suite(only, projectId));
            else onClose();
          }}
        />
      );
  }
}

function NoSuites({ createButtons }: { createButtons: ReactNode }) {
  return (
    <EmptyState
      icon={icon}
      title="No test suites yet"
      action={createButtons}
      link={
        <a className="link" href={apiReferencePath} target="_blank" rel="noreferrer">
          API reference
        </a>
      }
    >
      A suite groups API scripts that run together. Create one and add requests with assertions, or import them.
    </EmptyState>
  );
}
