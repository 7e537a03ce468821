import { Button } from '@mantine/core';
import type { DatabaseConfiguration, Project } from '@touchstone/contracts/workspaces';
import { lazy, Suspense, useState } from 'react';
import { useHotkey } from '../../../../shared/hotkeys.ts';
import { Page } from '../../../../ui/page.tsx';
import { DatabasesTab } from './databases-tab.tsx';

const DatabaseDialog = lazy(async () => ({ default: (await import('./database-dialog.tsx')).DatabaseDialog }));

interface Props {
  project: Pick<Project, 'projectId' | 'projectName'>;
  canWrite: boolean;
  /** Purpose of the databases, in one sentence. */
  purpose: string;
}

/** DatabasesScreen is the databases page of a workspace, for any service. */
export function DatabasesScreen({ project, canWrite, purpose }: Props) {
  const [editing, setEditing] = useState<{ saved?: DatabaseConfiguration }>();
  const create = () => setEditing({});
  useHotkey('create', create, canWrite);
  return (
    <Page
      title="Databases"
      documentTitle={`Databases · ${project.projectName}`}
      actions={canWrite ? <Button onClick={create}>Add database</Button> : null}
    >
      <DatabasesTab
        projectId={project.projectId}
        canWrite={canWrite}
        purpose={purpose}
        onCreate={create}
        onEdit={(saved) => setEditing({ saved })}
      />
      <Suspense>
        {editing ? (
          <DatabaseDialog projectId={project.projectId} saved={editing.saved} onClose={() => setEditing(undefined)} />
        ) : null}
      </Suspense>
    </Page>
  );
}
