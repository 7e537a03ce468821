import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { FolderInfo } from '@touchstone/contracts/orchestration';
import { FolderOpen } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { useHotkey } from '../../../shared/hotkeys.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { EmptyState, Page } from '../../../ui/page.tsx';
import { ImportFlowDialog, NameDialog } from '../../flows/index.ts';
import { useOrchestrationMutations } from '../api/orchestration.mutations.ts';
import { folderQuery } from '../api/orchestration.queries.ts';
import { FolderDialog } from '../components/dialogs/folder-dialog.tsx';
import { folderColumns } from '../components/entries/entry-columns.tsx';
import { EntryList } from '../components/entries/entry-list.tsx';
import { FolderWay } from '../components/entries/folder-way.tsx';
import { useCanWrite } from '../model/use-may.ts';
import { orchestrationPaths } from '../paths.ts';

const icon = <FolderOpen size={20} />;

/** FolderPage shows the folders and workflows in a project or a folder. */
export function FolderPage() {
  const { deepLinkId = '' } = useParams();
  const folder = useQuery(folderQuery(deepLinkId));
  return (
    <Loaded query={folder} back={{ label: 'Projects', path: orchestrationPaths.projects }}>
      {(info) => <Folder key={info.folderUuid} folder={info} />}
    </Loaded>
  );
}

function Folder({ folder }: { folder: FolderInfo }) {
  const navigate = useNavigate();
  const canWrite = useCanWrite(folder.role);
  const { createWorkflow, importWorkflow } = useOrchestrationMutations();
  const [creating, setCreating] = useState<'workflow' | 'folder' | 'file' | null>(null);
  const close = () => setCreating(null);
  useHotkey('create', () => setCreating('workflow'), canWrite);
  const { folderUuid, name } = folder;
  const createButtons = canWrite ? (
    <Group gap="xs">
      <Button variant="default" onClick={() => setCreating('file')}>
        Import Workflow
      </Button>
      <Button variant="default" onClick={() => setCreating('folder')}>
        Create Folder
      </Button>
      <Button onClick={() => setCreating('workflow')}>Create Workflow</Button>
    </Group>
  ) : null;
  return (
    <Page
      title={name}
      documentTitle={`${name} · Test Orchestration`}
      meta={<FolderWay path={folder.path.slice(0, -1)} />}
      actions={createButtons}
    >
      <EntryList
        noun="items"
        label={`Folders and workflows of ${name}`}
        icon={icon}
        folder={folder}
        columnsOf={folderColumns}
        canWrite={canWrite}
        empty={
          <EmptyState icon={icon} title="No folders or workflows yet" action={createButtons}>
            Folders and workflows of {name} appear here.
          </EmptyState>
        }
      />
      {creating === 'folder' ? <FolderDialog parentUuid={folderUuid} onClose={close} /> : null}
      {creating === 'file' ? (
        <ImportFlowDialog
          onImport={async (file) => {
            const made = await importWorkflow.mutateAsync({ folderUuid, file });
            await navigate(orchestrationPaths.workflow(made.flowId));
            return made;
          }}
          onClose={close}
        />
      ) : null}
      {creating === 'workflow' ? (
        <NameDialog
          title={`Create workflow in ${name}`}
          confirm="Create Workflow"
          onSubmit={async (workflowName) => {
            const { flowId } = await createWorkflow.mutateAsync({ folderUuid, name: workflowName });
            await navigate(orchestrationPaths.workflow(flowId));
          }}
          onClose={close}
        />
      ) : null}
    </Page>
  );
}
