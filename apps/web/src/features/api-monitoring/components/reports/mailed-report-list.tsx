import { ActionIcon, Button, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Accounting, MailedReport, MonitoringProject } from '@touchstone/contracts/api-monitoring';
import { EllipsisVertical, Mail } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { formatMinute } from '../../../../shared/format.ts';
import { toast, toastError } from '../../../../shared/toasts.ts';
import { confirmAction } from '../../../../ui/dialog/confirm-dialog.tsx';
import { EmptyState, Problem } from '../../../../ui/page.tsx';
import { Panel } from '../../../../ui/panel.tsx';
import { StatusLabel } from '../../../../ui/status/status-glyph.tsx';
import { type Column, DataTable } from '../../../../ui/table/data-table.tsx';
import { mailedReportsQuery, useMailedReportMutations } from '../../api/reports.ts';
import { reportWhen } from '../../model/report-words.ts';
import { useCanWrite } from '../../model/use-may.ts';

const MailedReportDialog = lazy(async () => ({
  default: (await import('./mailed-report-dialog.tsx')).MailedReportDialog,
}));

interface Actions {
  onEdit: (report: MailedReport) => void;
  onSend: (report: MailedReport) => void;
  onActivate: (report: MailedReport) => void;
  onDelete: (report: MailedReport) => void;
}
interface Props {
  project: MonitoringProject;
  /** Initial values of a new one: what is on screen. */
  shown: { collectionId: string | null; accounting: Accounting };
}

/** MailedReportList lists the scheduled mailed reports of a project. */
export function MailedReportList({ project, shown }: Props) {
  const { projectId } = project;
  const reports = useQuery(mailedReportsQuery(projectId));
  const [dialog, setDialog] = useState<{ report?: MailedReport } | null>(null);
  const canWrite = useCanWrite(project);
  const { activate, send, remove } = useMailedReportMutations(projectId);
  const actions: Actions | undefined = canWrite
    ? {
        onEdit: (report) => setDialog({ report }),
        onSend: ({ reportId }) =>
          send.mutate(reportId, { onSuccess: ({ message }) => toast('success', message), onError: toastError }),
        onActivate: ({ reportId, isActive }) =>
          activate.mutate({ reportId, isActive: !isActive }, { onError: toastError }),
        onDelete: ({ reportId, title }) =>
          confirmAction({
            title: `Delete ${title}?`,
            message: "Nobody gets this report any more. You can't undo this.",
            confirm: 'Delete mailed report',
            onConfirm: () => remove.mutateAsync(reportId),
          }),
      }
    : undefined;
  const button = canWrite ? (
    <Button size="compact-sm" variant="default" onClick={() => setDialog({})}>
      Mail a report
    </Button>
  ) : null;
  return (
    <Panel title="Mailed reports" actions={reports.data?.length ? button : null}>
      {reports.isError && !reports.data ? (
        <Problem error={reports.error} onRetry={() => void reports.refetch()} />
      ) : (
        <DataTable
          label="Mailed reports"
          columns={columnsOf(actions)}
          rows={reports.data}
          rowKey={({ reportId }) => reportId}
          rowLabel={({ title }) => title}
          minWidth={850}
          {...(actions ? { onOpen: actions.onEdit } : {})}
          empty={
            <EmptyState icon={<Mail size={20} />} title="No mailed reports" action={button}>
              Have the uptime of the last day, week or month mailed to people, as PDF or Excel.
            </EmptyState>
          }
        />
      )}
      <Suspense>
        {dialog ? (
          <MailedReportDialog projectId={projectId} shown={shown} {...dialog} onClose={() => setDialog(null)} />
        ) : null}
      </Suspense>
    </Panel>
  );
}

function State({ report: { isActive, nextAt, lastProblem } }: { report: MailedReport }) {
  if (lastProblem !== null)
    return (
      <span title={lastProblem}>
        <StatusLabel status="failed">Could not be made</StatusLabel>
      </span>
    );
  if (!isActive) return <StatusLabel status="skipped">Paused</StatusLabel>;
  return <StatusLabel status="queued">{nextAt ? `Next ${formatMinute(nextAt)}` : 'Waiting'}</StatusLabel>;
}

function columnsOf(actions: Actions | undefined): Column<MailedReport>[] {
  const columns: Column<MailedReport>[] = [
    { key: 'title', header: 'Title', cell: ({ title }) => <span title={title}>{title}</span> },
    { key: 'state', header: 'State', width: 210, cell: (report) => <State report={report} /> },
    { key: 'when', header: 'When', cell: (report) => <span title={reportWhen(report)}>{reportWhen(report)}</span> },
    {
      key: 'to',
      header: 'To',
      cell: ({ recipients }) => <span title={recipients.join(', ')}>{recipients.join(', ')}</span>,
    },
    {
      key: 'last',
      header: 'Last sent',
      width: 150,
      cell: ({ lastSentAt }) => (lastSentAt ? formatMinute(lastSentAt) : '–'),
    },
  ];
  if (actions)
    columns.push({
      key: 'actions',
      header: '',
      width: 48,
      align: 'right',
      cell: (report) => (
        <Menu>
          <Menu.Target>
            <ActionIcon size={24} aria-label={`Actions for ${report.title}`}>
              <EllipsisVertical size={15} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => actions.onEdit(report)}>Edit</Menu.Item>
            <Menu.Item onClick={() => actions.onSend(report)}>Send now</Menu.Item>
            <Menu.Item onClick={() => actions.onActivate(report)}>{report.isActive ? 'Pause' : 'Resume'}</Menu.Item>
            <Menu.Item onClick={() => actions.onDelete(report)}>Delete mailed report…</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      ),
    });
  return columns;
}
