import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Project } from '@touchstone/contracts/workspaces';
import { UserPlus } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useHotkey } from '../../../shared/hotkeys.ts';
import { Page, Problem } from '../../../ui/page.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { ProjectGate, useCanWrite } from '../../api-testing/index.ts';
import { peopleQuery } from '../api/collaboration.queries.ts';
import { useWorkspaceState } from '../api/live-workspace.ts';
import { peopleColumns } from '../components/people-columns.tsx';
import { usePeopleActions } from '../components/use-people-actions.tsx';
import { WorkspaceFacts } from '../components/workspace-facts.tsx';

const InviteDialog = lazy(async () => ({ default: (await import('../components/invite-dialog.tsx')).InviteDialog }));

/** PeoplePage lists a workspace's members and invitations; owners invite, change roles and remove. */
export function PeoplePage() {
  return <ProjectGate title="People">{(project) => <People key={project.projectId} project={project} />}</ProjectGate>;
}

function People({ project }: { project: Project }) {
  const { projectId, projectName, role } = project;
  const people = useQuery(peopleQuery(projectId));
  const here = useWorkspaceState(projectId)?.people ?? [];
  const [isInviting, setInviting] = useState(false);
  const { actions, dialog } = usePeopleActions(project);
  const canInvite = useCanWrite(project) && role === 'OWNER';
  useHotkey('create', () => setInviting(true), canInvite);
  const isHere = (userId: string) => here.some((person) => person.userId === userId);
  const joined = people.data?.collaborators.filter(({ status }) => status === 'ACCEPTED').length;
  return (
    <Page
      title="People"
      documentTitle={`People · ${projectName}`}
      meta={joined === undefined ? projectName : `${joined} in ${projectName}`}
      actions={
        canInvite ? (
          <Button leftSection={<UserPlus size={14} />} onClick={() => setInviting(true)}>
            Invite people
          </Button>
        ) : null
      }
    >
      {people.error ? (
        <Problem error={people.error} onRetry={() => void people.refetch()} />
      ) : (
        <>
          {people.data ? <WorkspaceFacts people={people.data} /> : <Skeleton height={45} radius={0} />}
          <DataTable
            label="People of the workspace"
            columns={peopleColumns({ ...actions, isHere })}
            rows={people.data?.collaborators}
            rowKey={({ collaborationId }) => collaborationId}
            rowLabel={({ name }) => name}
            minWidth={760}
          />
        </>
      )}
      {dialog}
      <Suspense>{isInviting ? <InviteDialog project={project} onClose={() => setInviting(false)} /> : null}</Suspense>
    </Page>
  );
}
