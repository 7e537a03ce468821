import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Workflow } from 'lucide-react';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { counted } from '../../../shared/format.ts';
import { useHotkey } from '../../../shared/hotkeys.ts';
import { useTeam } from '../../../shared/session/use-team.ts';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { EmptyState, Page } from '../../../ui/page.tsx';
import { DeletedProjectsButton } from '../../../ui/projects/deleted-projects-button.tsx';
import { deletedOrchestrations, entriesQuery, recentQuery } from '../api/orchestration.queries.ts';
import { FolderDialog } from '../components/dialogs/folder-dialog.tsx';
import { projectColumns } from '../components/entries/entry-columns.tsx';
import { EntryList } from '../components/entries/entry-list.tsx';
import { RecentList } from '../components/entries/recent-list.tsx';
import { useMayCreate } from '../model/use-may.ts';
import { orchestrationPaths } from '../paths.ts';

/** The address may open the dialog. */
const searchSchema = z.object({ create: z.enum(['', 'project']).catch('').default('') });
const icon = <Workflow size={20} />;

/** ProjectsPage lists the projects of test orchestration, below the user's recent items. */
export function ProjectsPage() {
  const navigate = useNavigate();
  const { team } = useTeam();
  const mayCreate = useMayCreate();
  const [{ create }, setSearch] = useSearchState(searchSchema);
  const setCreating = (isCreating: boolean) => setSearch({ create: isCreating ? 'project' : '' });
  const recent = useQuery(recentQuery(team?.teamId));
  const total = useQuery(entriesQuery({ page: 0, size: 1 })).data?.totalElements;
  useHotkey('create', () => setCreating(true), mayCreate);
  const createButton = mayCreate ? <Button onClick={() => setCreating(true)}>Create Project</Button> : null;
  return (
    <Page
      title="Projects"
      documentTitle="Projects · Test Orchestration"
      meta={total === undefined ? undefined : counted(total, 'project')}
      actions={
        <>
          {mayCreate ? <DeletedProjectsButton of={deletedOrchestrations} /> : null}
          {total ? createButton : null}
        </>
      }
    >
      {/* Recent items are shown above the list, whose position is unknown until they have loaded. */}
      <div style={{ visibility: recent.isPending ? 'hidden' : 'visible' }}>
        <EntryList
          noun="projects"
          label="Projects"
          icon={icon}
          columnsOf={projectColumns}
          canWrite={mayCreate}
          above={<RecentList entries={recent.data ?? []} />}
          empty={
            <EmptyState icon={icon} title="No project yet" action={createButton}>
              A project keeps workflows in folders. A workflow runs scripts of several services and workspaces in order.
            </EmptyState>
          }
        />
      </div>
      {create === 'project' && mayCreate ? (
        <FolderDialog
          onCreated={({ deepLinkId }) => navigate(orchestrationPaths.folder(deepLinkId))}
          onClose={() => setCreating(false)}
        />
      ) : null}
    </Page>
  );
}
