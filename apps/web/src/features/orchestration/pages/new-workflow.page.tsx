import { Button, Group, Input, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { FolderInfo } from '@touchstone/contracts/orchestration';
import { Workflow } from 'lucide-react';
import { type SyntheticEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { z } from 'zod';
import { messageOf } from '../../../shared/toasts.ts';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { EmptyState, Page } from '../../../ui/page.tsx';
import { RemoteSelect } from '../../../ui/select/remote-select.tsx';
import { useOrchestrationMutations } from '../api/orchestration.mutations.ts';
import { entriesQuery, folderQuery, projectChoices } from '../api/orchestration.queries.ts';
import { FolderTree } from '../components/dialogs/folder-tree.tsx';
import { isWorkflow } from '../model/entry.ts';
import { useCanWrite } from '../model/use-may.ts';
import { orchestrationPaths } from '../paths.ts';

const searchSchema = z.object({ folder: z.string().catch('').default('') });

/** NewWorkflowPage asks for the name and the folder of a workflow, then opens its canvas. */
export function NewWorkflowPage() {
  const [{ folder }, setSearch] = useSearchState(searchSchema);
  const projects = useQuery(entriesQuery({ page: 0, size: 1 }));
  return (
    <Page title="Create workflow" documentTitle="Create workflow · Test Orchestration" kind="settings">
      <Loaded query={projects}>
        {({ content: [first] }) => {
          const deepLinkId = folder || (first && !isWorkflow(first) ? first.deepLinkId : '');
          return deepLinkId === '' ? (
            <NoProject />
          ) : (
            <InFolder deepLinkId={deepLinkId} onProject={(key) => setSearch({ folder: key })} />
          );
        }}
      </Loaded>
    </Page>
  );
}

function NoProject() {
  return (
    <EmptyState
      icon={<Workflow size={20} />}
      title="No project yet"
      action={
        <Button component={Link} to={orchestrationPaths.projects}>
          Open projects
        </Button>
      }
    >
      Workflows belong to a project. Create one first.
    </EmptyState>
  );
}

function InFolder({ deepLinkId, onProject }: { deepLinkId: string; onProject: (deepLinkId: string) => void }) {
  const folder = useQuery(folderQuery(deepLinkId));
  return (
    <Loaded query={folder} back={{ label: 'Projects', path: orchestrationPaths.projects }}>
      {(info) => <WorkflowForm key={info.path[0]?.folderUuid} folder={info} onProject={onProject} />}
    </Loaded>
  );
}

function WorkflowForm({ folder, onProject }: { folder: FolderInfo; onProject: (deepLinkId: string) => void }) {
  const navigate = useNavigate();
  const canWrite = useCanWrite(folder.role);
  const { createWorkflow } = useOrchestrationMutations();
  const [name, setName] = useState('');
  const [folderUuid, setFolderUuid] = useState(folder.folderUuid);
  const [problem, setProblem] = useState<string | undefined>();
  const [project] = folder.path;
  if (!project) return null;
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault();
    try {
      const { flowId } = await createWorkflow.mutateAsync({ folderUuid, name: name.trim() });
      await navigate(orchestrationPaths.workflow(flowId));
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  return (
    <form className="form" data-tour="new-workflow" onSubmit={(event) => void submit(event)} noValidate>
      <TextInput
        label="Workflow name"
        autoFocus
        maxLength={255}
        value={name}
        error={problem}
        onChange={(event) => {
          setProblem(undefined);
          setName(event.currentTarget.value);
        }}
      />
      <div style={{ marginTop: 16 }}>
        <RemoteSelect
          label="Project"
          source={projectChoices}
          nothingFound="No project has this name"
          value={{ value: project.deepLinkId, label: project.name }}
          error={canWrite ? undefined : 'You may only view this project.'}
          onChange={({ value }) => onProject(value)}
        />
      </div>
      <Input.Wrapper label="Folder" labelElement="div" mt="md">
        <FolderTree project={project} value={folderUuid} onChange={(chosen) => setFolderUuid(chosen.folderUuid)} />
      </Input.Wrapper>
      <Group justify="flex-end" mt="lg" gap="sm">
        <Button variant="default" component={Link} to={orchestrationPaths.folder(folder.deepLinkId)}>
          Cancel
        </Button>
        <Button type="submit" loading={createWorkflow.isPending} disabled={name.trim() === '' || !canWrite}>
          Create Workflow
        </Button>
      </Group>
    </form>
  );
}
