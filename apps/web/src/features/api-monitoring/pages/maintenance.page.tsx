import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { MaintenanceWindow, MonitoringProject } from '@touchstone/contracts/api-monitoring';
import { CalendarClock } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { z } from 'zod';
import { formatMinute } from '../../../shared/format.ts';
import { useHotkey } from '../../../shared/hotkeys.ts';
import { toastError } from '../../../shared/toasts.ts';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { confirmAction } from '../../../ui/dialog/confirm-dialog.tsx';
import { EmptyState, Page } from '../../../ui/page.tsx';
import { StatusLabel } from '../../../ui/status/status-glyph.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { PagedList } from '../../../ui/table/paged-list.tsx';
import { RowMenu } from '../../../ui/table/row-menu.tsx';
import { useWindowMutations, windowsQuery } from '../api/maintenance.ts';
import { ProjectGate } from '../components/project/project-gate.tsx';
import { useCanWrite } from '../model/use-may.ts';
import { windowWords } from '../model/window-draft.ts';

const WindowDialog = lazy(async () => ({
  default: (await import('../components/maintenance/window-dialog.tsx')).WindowDialog,
}));

const icon = <CalendarClock size={20} />;
const size = 20;
const searchSchema = z.object({ page: z.coerce.number().int().min(0).catch(0).default(0) });

/** MaintenancePage lists the maintenance windows of a project. */
export function MaintenancePage() {
  return (
    <ProjectGate title="Maintenance">{(project) => <Windows key={project.projectId} project={project} />}</ProjectGate>
  );
}

interface Actions {
  onEdit: (window: MaintenanceWindow) => void;
  onEnd: (window: MaintenanceWindow) => void;
  onDelete: (window: MaintenanceWindow) => void;
}

function Windows({ project }: { project: MonitoringProject }) {
  const { projectId, projectName } = project;
  const [{ page }, setSearch] = useSearchState(searchSchema);
  const windows = useQuery(windowsQuery({ projectId, page, size }));
  const [dialog, setDialog] = useState<{ window?: MaintenanceWindow } | null>(null);
  const canWrite = useCanWrite(project);
  const { end, remove } = useWindowMutations(projectId);
  const plan = () => setDialog({});
  useHotkey('create', plan, canWrite);
  const actions: Actions | undefined = canWrite
    ? {
        onEdit: (window) => setDialog({ window }),
        onEnd: ({ windowId }) => end.mutate(windowId, { onError: toastError }),
        onDelete: ({ windowId, title }) =>
          confirmAction({
            title: `Delete ${title}?`,
            message: "Results keep their mark. You can't undo this.",
            confirm: 'Delete maintenance',
            onConfirm: () => remove.mutateAsync(windowId),
          }),
      }
    : undefined;
  const button = canWrite ? <Button onClick={plan}>Plan maintenance</Button> : null;
  return (
    <Page
      title="Maintenance"
      documentTitle={`Maintenance · ${projectName}`}
      meta={projectName}
      actions={windows.data?.totalElements ? button : null}
    >
      <PagedList
        noun="maintenance windows"
        query={windows}
        page={page}
        size={size}
        onPage={(next) => setSearch({ page: next }, { push: true })}
        filters={null}
        icon={icon}
        onClear={undefined}
        empty={
          <EmptyState icon={icon} title="No maintenance planned" action={button}>
            During maintenance, checks go on without alerts, and uptime leaves them out.
          </EmptyState>
        }
        table={(rows, none) => (
          <DataTable
            label="Maintenance windows"
            columns={columnsOf(actions)}
            rows={rows}
            rowKey={({ windowId }) => windowId}
            rowLabel={({ title }) => title}
            minWidth={850}
            {...(actions ? { onOpen: actions.onEdit } : {})}
            empty={none}
          />
        )}
      />
      <Suspense>
        {dialog ? <WindowDialog projectId={projectId} {...dialog} onClose={() => setDialog(null)} /> : null}
      </Suspense>
    </Page>
  );
}

function State({ window: { isActive, currentEndsAt, nextStartsAt } }: { window: MaintenanceWindow }) {
  if (isActive)
    return <StatusLabel status="running">{currentEndsAt ? `Until ${formatMinute(currentEndsAt)}` : 'Now'}</StatusLabel>;
  if (nextStartsAt) return <StatusLabel status="queued">{`Next ${formatMinute(nextStartsAt)}`}</StatusLabel>;
  return <StatusLabel status="skipped">Over</StatusLabel>;
}

function scopeOf({ collectionIds, monitorIds }: MaintenanceWindow): string {
  const parts = [
    collectionIds.length > 0 ? `${collectionIds.length} collections` : '',
    monitorIds.length > 0 ? `${monitorIds.length} monitored APIs` : '',
  ].filter(Boolean);
  return parts.length === 0 ? 'Whole project' : parts.join(', ').replaceAll(/\b1 (collection|monitored API)s/g, '1 $1');
}

function columnsOf(actions: Actions | undefined): Column<MaintenanceWindow>[] {
  const columns: Column<MaintenanceWindow>[] = [
    { key: 'name', header: 'Title', cell: ({ title, description }) => <span title={description}>{title}</span> },
    { key: 'state', header: 'State', width: 230, cell: (window) => <State window={window} /> },
    {
      key: 'when',
      header: 'When',
      cell: ({ time }) => <span title={windowWords(time, formatMinute)}>{windowWords(time, formatMinute)}</span>,
    },
    { key: 'scope', header: 'Scope', width: 200, cell: scopeOf },
    { key: 'by', header: 'Planned by', width: 140, cell: ({ createdByName }) => createdByName },
  ];
  if (actions)
    columns.push({
      key: 'actions',
      header: '',
      width: 48,
      align: 'right',
      cell: (window) => (
        <RowMenu
          name={window.title}
          entries={[
            { label: 'Edit', run: () => actions.onEdit(window) },
            window.isActive && { label: 'End now', run: () => actions.onEnd(window) },
            { label: 'Delete maintenance…', run: () => actions.onDelete(window) },
          ]}
        />
      ),
    });
  return columns;
}
