import { Button } from '@mantine/core';
import type { Project } from '@touchstone/contracts/workspaces';
import { FolderKanban } from 'lucide-react';
import type { ReactNode } from 'react';
import { openCreate } from '../../../../shared/create/create-request.ts';
import { EmptyState, Page, Problem } from '../../../../ui/page.tsx';
import { useMayCreate, useProject } from '../../model/use-project.ts';

interface Props {
  title: string;
  /** Shown while the workspaces load. */
  skeleton?: ReactNode;
  children: (project: Project) => ReactNode;
}

/** ProjectGate shows a screen once a workspace is selected, or what to do if there is none. */
export function ProjectGate({ title, skeleton, children }: Props) {
  const { project, isPending, error, retry } = useProject();
  const mayCreate = useMayCreate();
  if (project) return children(project);
  if (isPending && skeleton) return skeleton;
  return (
    <Page title={title}>
      {error ? <Problem error={error} onRetry={retry} /> : null}
      {isPending || error ? null : (
        <EmptyState
          icon={<FolderKanban size={20} />}
          title="No project yet"
          action={mayCreate ? <Button onClick={() => openCreate('project')}>Create project</Button> : null}
        >
          Suites, environments and reports belong to a project. You have none yet.
        </EmptyState>
      )}
    </Page>
  );
}
