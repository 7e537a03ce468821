import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { RepositoryProject, Sprint } from '@touchstone/contracts/web-testing';
import { CalendarRange } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { z } from 'zod';
import { counted, formatCount, formatDay } from '../../../shared/format.ts';
import { useHotkey } from '../../../shared/hotkeys.ts';
import { toastError } from '../../../shared/toasts.ts';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { confirmAction } from '../../../ui/dialog/confirm-dialog.tsx';
import { EmptyState, Page } from '../../../ui/page.tsx';
import type { Status } from '../../../ui/status/status.ts';
import { StatusLabel } from '../../../ui/status/status-glyph.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { FilterInput } from '../../../ui/table/filter-input.tsx';
import { PagedList } from '../../../ui/table/paged-list.tsx';
import { RowMenu } from '../../../ui/table/row-menu.tsx';
import { sprintsQuery, useSprintMutations } from '../api/sprints.ts';
import { ProjectGate } from '../components/project/project-gate.tsx';
import { CompleteDialog } from '../components/sprints/complete-dialog.tsx';
import { SprintDialog } from '../components/sprints/sprint-dialog.tsx';
import { useCanWrite } from '../model/use-may.ts';
import { webTestingPaths } from '../paths.ts';

const icon = <CalendarRange size={20} />;
const size = 20;
const searchSchema = z.object({
  q: z.string().catch('').default(''),
  page: z.coerce.number().int().min(0).catch(0).default(0),
  create: z.enum(['', 'sprint']).catch('').default(''),
});
const looks: Record<Sprint['sprintExecutionStatus'], [status: Status, word: string]> = {
  CREATED: ['queued', 'Created'],
  STARTED: ['running', 'Started'],
  COMPLETED: ['passed', 'Completed'],
};

/** SprintsPage lists the sprints of a project, and starts and completes them. */
export function SprintsPage() {
  return (
    <ProjectGate title="Sprints">{(project) => <Sprints key={project.projectId} project={project} />}</ProjectGate>
  );
}

interface Open {
  kind: 'edit' | 'complete' | 'results';
  sprint: Sprint;
}

function Sprints({ project }: { project: RepositoryProject }) {
  const { projectId, projectName } = project;
  const navigate = useNavigate();
  const canWrite = useCanWrite(project);
  const [{ q, page, create }, setSearch] = useSearchState(searchSchema);
  const [open, setOpen] = useState<Open | null>(null);
  const sprints = useQuery(sprintsQuery(projectId, { page, size, ...(q && { searchTerm: q }) }));
  const { start, remove } = useSprintMutations(projectId);
  const begin = () => setSearch({ create: 'sprint' });
  useHotkey('create', begin, canWrite);
  const askDelete = ({ uuid, sprintName, suiteCount }: Sprint) =>
    confirmAction({
      title: `Delete sprint ${sprintName}?`,
      message: `This also deletes its ${counted(suiteCount, 'suite')}. Their scripts stay. You can't undo this.`,
      confirm: 'Delete sprint',
      onConfirm: () => remove.mutateAsync(uuid),
    });
  const button = canWrite ? <Button onClick={begin}>Create sprint</Button> : null;
  const total = sprints.data?.totalElements;
  return (
    <Page
      title="Sprints"
      documentTitle={`Sprints · ${projectName}`}
      meta={total === undefined ? undefined : counted(total, 'sprint')}
      actions={total || q !== '' ? button : null}
    >
      <PagedList
        noun="sprints"
        query={sprints}
        page={page}
        size={size}
        onPage={(next) => setSearch({ page: next }, { push: true })}
        filters={<FilterInput label="Search sprints" value={q} onChange={(text) => setSearch({ q: text, page: 0 })} />}
        icon={icon}
        onClear={q === '' ? undefined : () => setSearch({ q: '', page: 0 })}
        empty={
          <EmptyState icon={icon} title="No sprint yet" action={button}>
            A sprint contains suites that are run within a planned time. Suites without one lie in the test lab.
          </EmptyState>
        }
        table={(rows, none) => (
          <DataTable
            label="Sprints"
            columns={columnsOf({
              canWrite,
              onStart: ({ uuid }) => void start.mutateAsync(uuid).catch(toastError),
              onOpen: (kind, sprint) => setOpen({ kind, sprint }),
              onDelete: askDelete,
            })}
            rows={rows}
            rowKey={({ uuid }) => uuid}
            rowLabel={({ sprintName }) => sprintName}
            minWidth={760}
            onOpen={({ uuid }) => void navigate(webTestingPaths.tests({ sprint: uuid }))}
            empty={none}
          />
        )}
      />
      {create && canWrite ? <SprintDialog projectId={projectId} onClose={() => setSearch({ create: '' })} /> : null}
      {open?.kind === 'edit' ? (
        <SprintDialog projectId={projectId} sprint={open.sprint} onClose={() => setOpen(null)} />
      ) : null}
      {open && open.kind !== 'edit' ? (
        <CompleteDialog sprint={open.sprint} isCompleting={open.kind === 'complete'} onClose={() => setOpen(null)} />
      ) : null}
    </Page>
  );
}

interface Actions {
  canWrite: boolean;
  onStart: (sprint: Sprint) => void;
  onOpen: (kind: Open['kind'], sprint: Sprint) => void;
  onDelete: (sprint: Sprint) => void;
}

function columnsOf({ canWrite, onStart, onOpen, onDelete }: Actions): Column<Sprint>[] {
  return [
    {
      key: 'name',
      header: 'Sprint',
      cell: ({ uuid, sprintName }) => (
        <Link className="link" to={webTestingPaths.tests({ sprint: uuid })}>
          {sprintName}
        </Link>
      ),
    },
    {
      key: 'status',
      header: 'Status',
      width: 130,
      cell: ({ sprintExecutionStatus }) => {
        const [status, word] = looks[sprintExecutionStatus];
        return <StatusLabel status={status}>{word}</StatusLabel>;
      },
    },
    {
      key: 'planned',
      header: 'Planned',
      width: 220,
      cell: ({ startDate, endDate }) =>
        startDate || endDate ? (
          <span className="num">
            {startDate ? formatDay(startDate) : '…'} – {endDate ? formatDay(endDate) : '…'}
          </span>
        ) : null,
    },
    {
      key: 'suites',
      header: 'Suites',
      width: 90,
      align: 'right',
      cell: ({ suiteCount }) => <span className="num">{formatCount(suiteCount)}</span>,
    },
    {
      key: 'actions',
      header: '',
      width: 48,
      align: 'right',
      cell: (sprint) => (
        <RowMenu
          name={sprint.sprintName}
          entries={[
            canWrite && sprint.sprintExecutionStatus === 'CREATED' && { label: 'Start', run: () => onStart(sprint) },
            canWrite &&
              sprint.sprintExecutionStatus === 'STARTED' && {
                label: 'Complete…',
                run: () => onOpen('complete', sprint),
              },
            { label: 'Results', run: () => onOpen('results', sprint) },
            canWrite && sprint.sprintActive && { label: 'Edit sprint', run: () => onOpen('edit', sprint) },
            canWrite && { label: 'Delete sprint…', run: () => onDelete(sprint) },
          ]}
        />
      ),
    },
  ];
}
