import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { KeptSession, RepositoryProject } from '@touchstone/contracts/web-testing';
import { KeyRound } from 'lucide-react';
import { Link } from 'react-router';
import { formatCount, formatDay } from '../../../shared/format.ts';
import { confirmAction } from '../../../ui/dialog/confirm-dialog.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { EmptyState, Page } from '../../../ui/page.tsx';
import { RelativeTime } from '../../../ui/status/relative-time.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { RowMenu } from '../../../ui/table/row-menu.tsx';
import { environmentsQuery } from '../../api-testing/index.ts';
import { keptSessionsQuery, useKeptSessionMutations } from '../api/kept-sessions.ts';
import { ProjectGate } from '../components/project/project-gate.tsx';
import { useCanWrite } from '../model/use-may.ts';
import { webTestingPaths } from '../paths.ts';

/** SavedSessionsPage lists the sessions that steps saved, without their contents. */
export function SavedSessionsPage() {
  return (
    <ProjectGate title="Saved sessions">
      {(project) => <Sessions key={project.projectId} project={project} />}
    </ProjectGate>
  );
}

function Sessions({ project }: { project: RepositoryProject }) {
  const { projectId, projectName } = project;
  const canWrite = useCanWrite(project);
  const sessions = useQuery(keptSessionsQuery(projectId));
  const environments = useQuery(environmentsQuery(projectId)).data;
  const { remove, removeAll } = useKeptSessionMutations();
  const count = sessions.data?.length ?? 0;
  const askDelete = ({ uuid, name }: KeptSession) =>
    confirmAction({
      title: `Delete session ${name}?`,
      message: "Scripts that use it fail until it's saved again. You can't undo this.",
      confirm: 'Delete session',
      onConfirm: () => remove.mutateAsync(uuid),
    });
  const askDeleteAll = () =>
    confirmAction({
      title: count === 1 ? 'Delete 1 session?' : `Delete all ${formatCount(count)} sessions?`,
      message: "Scripts that use them fail until they're saved again. You can't undo this.",
      confirm: 'Delete all sessions',
      onConfirm: () => removeAll.mutateAsync(projectId),
    });
  const environmentName = (id: string): string =>
    environments
      ? (environments.find(({ environmentId }) => environmentId === id)?.environmentName ?? 'Deleted environment')
      : '';
  return (
    <Page
      title="Saved sessions"
      documentTitle={`Saved sessions · ${projectName}`}
      actions={
        canWrite && count > 0 ? (
          <Button variant="default" onClick={askDeleteAll}>
            Delete all
          </Button>
        ) : null
      }
    >
      <Loaded query={sessions}>
        {(all) => (
          <DataTable
            label="Saved sessions"
            rows={all}
            rowKey={({ uuid }) => uuid}
            rowLabel={({ name }) => name}
            minWidth={1000}
            columns={columnsOf(environmentName, canWrite ? askDelete : undefined)}
            empty={
              <EmptyState icon={<KeyRound size={20} />} title="No saved session yet">
                End a script that signs in with the step Save Session. Other scripts begin with Use Session and skip the
                sign-in.
              </EmptyState>
            }
          />
        )}
      </Loaded>
    </Page>
  );
}

function Expiry({ expiry, cookieCount }: Pick<KeptSession, 'expiry' | 'cookieCount'>) {
  if (!expiry) return <span className="dim">{cookieCount > 0 ? 'With the browser' : '–'}</span>;
  const [first, last] = [formatDay(expiry.first), formatDay(expiry.last)];
  return <span className="num">{first === last ? first : `${first} – ${last}`}</span>;
}

function columnsOf(
  environmentName: (id: string) => string,
  onDelete: ((session: KeptSession) => void) | undefined,
): Column<KeptSession>[] {
  const countColumn = (key: 'cookieCount' | 'storageCount', header: string): Column<KeptSession> => ({
    key,
    header,
    width: 110,
    align: 'right',
    cell: (session) => <span className="num">{formatCount(session[key])}</span>,
  });
  return [
    { key: 'name', header: 'Session', cell: ({ name }) => name },
    {
      key: 'environment',
      header: 'Environment',
      width: 120,
      cell: ({ environmentUUID: id }) => (id === null ? <span className="dim">None</span> : environmentName(id)),
    },
    { key: 'sites', header: 'Sites', cell: ({ sites }) => sites.join(', ') },
    countColumn('cookieCount', 'Cookies'),
    countColumn('storageCount', 'Stored entries'),
    { key: 'expiry', header: 'Cookies expire', width: 190, cell: (session) => <Expiry {...session} /> },
    {
      key: 'by',
      header: 'Saved by',
      width: 130,
      cell: ({ savedBy, runId }) =>
        runId === null ? savedBy : <Link to={webTestingPaths.result(runId)}>{savedBy}</Link>,
    },
    { key: 'at', header: 'Saved', width: 110, cell: ({ savedAt }) => <RelativeTime at={savedAt} /> },
    {
      key: 'actions',
      header: '',
      width: 48,
      align: 'right',
      cell: (session) =>
        onDelete ? (
          <RowMenu name={session.name} entries={[{ label: 'Delete session…', run: () => onDelete(session) }]} />
        ) : null,
    },
  ];
}
