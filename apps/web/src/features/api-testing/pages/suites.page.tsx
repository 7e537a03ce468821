import { ActionIcon, Button, Menu } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Project, Suite } from '@touchstone/contracts';
import { EllipsisVertical, Layers, Play } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { z } from 'zod';
import { formatCount } from '../../../shared/format.ts';
import { useHotkey } from '../../../shared/hotkeys.ts';
import { toast, toastError } from '../../../shared/toasts.ts';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { confirmAction } from '../../../ui/confirm-dialog.tsx';
import { type Column, DataTable, SelectionBar, TableFoot } from '../../../ui/data-table.tsx';
import { EmptyState, Page, Problem } from '../../../ui/page.tsx';
import { RelativeTime } from '../../../ui/relative-time.tsx';
import { StatusLabel } from '../../../ui/status-glyph.tsx';
import { useSuiteMutations } from '../api/suites.mutations.ts';
import { suitesQuery } from '../api/suites.queries.ts';
import { FilterInput } from '../components/filter-input.tsx';
import { ProjectGate } from '../components/project-gate.tsx';
import toolbar from '../components/toolbar.module.css';
import { statusOf } from '../model/execution-status.ts';
import { useCanWrite } from '../model/use-project.ts';
import { apiTestingPaths } from '../paths.ts';

const RunDialog = lazy(async () => ({ default: (await import('../components/run-dialog.tsx')).RunDialog }));
const ScriptCreateDialog = lazy(async () => ({
  default: (await import('../components/script-create-dialog.tsx')).ScriptCreateDialog,
}));
const SuiteForm = lazy(async () => ({ default: (await import('../components/suite-form.tsx')).SuiteForm }));

const searchSchema = z.object({
  q: z.string().catch('').default(''),
  page: z.coerce.number().int().min(0).catch(0).default(0),
  size: z.coerce.number().int().min(1).max(200).catch(20).default(20),
  create: z.enum(['', 'suite', 'script']).catch('').default(''),
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
  const { clone, remove } = useSuiteMutations();
  const startCreate = () => setSearch({ create: 'suite' });
  useHotkey('create', startCreate, canWrite);

  const rows = suites.data?.content;
  const chosen = rows?.filter((suite) => selected.has(suite.suiteId)) ?? [];
  useHotkey('send', () => setRunning(chosen), canWrite && chosen.length > 0);

  const cloneAll = async (list: Suite[]) => {
    try {
      for (const suite of list) await clone.mutateAsync({ suiteId: suite.suiteId });
      toast('success', list.length === 1 ? `${list[0]!.suiteName} is cloned.` : `${list.length} suites are cloned.`);
      setSelected(new Set());
    } catch (error) {
      toastError(error);
    }
  };
  const askDelete = (list: Suite[]) => {
    const scripts = list.reduce((sum, suite) => sum + suite.scriptCount, 0);
    const what = list.length === 1 ? `suite ${list[0]!.suiteName}` : `${list.length} suites`;
    confirmAction({
      title: `Delete ${what}?`,
      message: `This also deletes ${formatCount(scripts)} ${scripts === 1 ? 'script' : 'scripts'}. Reports stay. It cannot be undone.`,
      confirm: list.length === 1 ? 'Delete suite' : `Delete ${list.length} suites`,
      onConfirm: async () => {
        await remove.mutateAsync(list.map((suite) => suite.suiteId));
        setSelected(new Set());
      },
    });
  };

  const columns: Column<Suite>[] = [
    {
      key: 'name',
      header: 'Suite',
      cell: (suite) => (
        <Link
          to={apiTestingPaths.suite(suite.suiteId, projectId)}
          className="link"
          style={{ color: 'inherit', fontWeight: 550 }}
        >
          {suite.suiteName}
        </Link>
      ),
    },
    {
      key: 'description',
      header: 'Description',
      cell: (suite) => <span className="dim">{suite.suiteDescription}</span>,
    },
    { key: 'scripts', header: 'Scripts', align: 'right', width: 90, cell: (suite) => formatCount(suite.scriptCount) },
    {
      key: 'last',
      header: 'Last run',
      width: 240,
      cell: (suite) =>
        suite.lastRun ? (
          <Link
            to={apiTestingPaths.report(suite.lastRun.runId)}
            className="link"
            style={{ color: 'inherit', display: 'inline-block' }}
          >
            <StatusLabel status={statusOf(suite.lastRun.executionStatus)}>
              {suite.lastRun.executionStatus}
              {suite.lastRun.finishedAt ? (
                <span className="dim">
                  {' · '}
                  <RelativeTime at={suite.lastRun.finishedAt} />
                </span>
              ) : null}
            </StatusLabel>
          </Link>
        ) : (
          <span className="dim">Never run</span>
        ),
    },
    {
      key: 'updated',
      header: 'Changed',
      align: 'right',
      width: 130,
      cell: (suite) => <RelativeTime at={suite.updatedAt} />,
    },
    ...(canWrite
      ? [
          {
            key: 'actions',
            header: '',
            align: 'right' as const,
            width: 76,
            cell: (suite: Suite) => (
              <span className="row" style={{ gap: 0, justifyContent: 'flex-end' }}>
                <ActionIcon
                  size={24}
                  aria-label={`Run ${suite.suiteName}`}
                  disabled={suite.scriptCount === 0}
                  onClick={() => setRunning([suite])}
                >
                  <Play size={14} />
                </ActionIcon>
                <Menu>
                  <Menu.Target>
                    <ActionIcon size={24} aria-label={`Actions for ${suite.suiteName}`}>
                      <EllipsisVertical size={15} />
                    </ActionIcon>
                  </Menu.Target>
                  <Menu.Dropdown>
                    <Menu.Item onClick={() => setEditing(suite)}>Edit suite</Menu.Item>
                    <Menu.Item onClick={() => void cloneAll([suite])}>Clone suite</Menu.Item>
                    <Menu.Item onClick={() => askDelete([suite])}>Delete suite…</Menu.Item>
                  </Menu.Dropdown>
                </Menu>
              </span>
            ),
          },
        ]
      : []),
  ];

  const createButton = canWrite ? <Button onClick={startCreate}>Create suite</Button> : null;
  return (
    <Page
      title="Test Suites"
      documentTitle={`Test Suites · ${project.projectName}`}
      meta={suites.data ? `${formatCount(suites.data.totalElements)} in ${project.projectName}` : project.projectName}
      actions={createButton}
    >
      <div className={toolbar.toolbar}>
        <FilterInput label="Filter suites" value={search.q} onChange={(q) => setSearch({ q, page: 0 })} />
      </div>
      {suites.isError && !rows ? <Problem error={suites.error} onRetry={() => void suites.refetch()} /> : null}
      {suites.isError && !rows ? null : (
        <DataTable
          label="Test suites"
          minWidth={900}
          columns={columns}
          rows={rows}
          rowKey={(suite) => suite.suiteId}
          rowLabel={(suite) => suite.suiteName}
          onOpen={(suite) => void navigate(apiTestingPaths.suite(suite.suiteId, projectId))}
          {...(canWrite ? { selected, onSelect: setSelected } : {})}
          empty={
            search.q ? (
              <EmptyState
                icon={<Layers size={20} />}
                title="No suite matches"
                action={
                  <Button variant="default" onClick={() => setSearch({ q: '' })}>
                    Clear the filter
                  </Button>
                }
              >
                No suite of {project.projectName} has “{search.q}” in its name.
              </EmptyState>
            ) : (
              <EmptyState
                icon={<Layers size={20} />}
                title="No test suites yet"
                action={createButton}
                link={
                  <a className="link" href="/docs" target="_blank" rel="noreferrer">
                    API reference
                  </a>
                }
              >
                A suite groups API scripts that run together. Create one, then add requests with assertions.
              </EmptyState>
            )
          }
        />
      )}
      <SelectionBar count={chosen.length} onClear={() => setSelected(new Set())}>
        <Button onClick={() => setRunning(chosen)} leftSection={<Play size={14} />}>
          Run
        </Button>
        <Button variant="default" onClick={() => void cloneAll(chosen)} loading={clone.isPending}>
          Clone
        </Button>
        <Button variant="default" onClick={() => askDelete(chosen)}>
          Delete…
        </Button>
      </SelectionBar>
      <TableFoot
        noun="suites"
        page={search.page}
        size={search.size}
        total={suites.data?.totalElements ?? 0}
        onPage={(page) => setSearch({ page }, { push: true })}
      />
      <Suspense>
        {search.create === 'suite' && canWrite ? (
          <SuiteForm
            projectId={projectId}
            onClose={() => setSearch({ create: '' })}
            onSaved={(suite) => void navigate(apiTestingPaths.suite(suite.suiteId, projectId))}
          />
        ) : null}
        {search.create === 'script' && canWrite ? (
          <ScriptCreateDialog
            projectId={projectId}
            onClose={() => setSearch({ create: '' })}
            onCreateSuite={startCreate}
          />
        ) : null}
        {editing ? (
          <SuiteForm projectId={projectId} suite={editing} onClose={() => setEditing(null)} onSaved={() => undefined} />
        ) : null}
        {running ? (
          <RunDialog
            projectId={projectId}
            suiteIds={running.map((suite) => suite.suiteId)}
            what={running.length === 1 ? running[0]!.suiteName : `${running.length} suites`}
            onClose={() => setRunning(null)}
          />
        ) : null}
      </Suspense>
    </Page>
  );
}
