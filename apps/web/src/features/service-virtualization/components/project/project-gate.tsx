import { Button } from '@mantine/core';
import type { VirtualizationProject } from '@touchstone/contracts/service-virtualization';
import { ServerCog } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useHotkey } from '../../../../shared/hotkeys.ts';
import { EmptyState, Page, Problem } from '../../../../ui/page.tsx';
import { useMayCreate } from '../../model/use-may.ts';
import { useVirtualizationProject } from '../../model/use-virtualization-project.ts';
import { ProjectDialog } from './project-dialog.tsx';

interface Props {
  title: string;
  children: (project: VirtualizationProject) => ReactNode;
}

/** ProjectGate shows a screen once a project of service virtualization is chosen, and says what to do when there is none. */
export function ProjectGate({ title, children }: Props) {
  const { project, isPending, error, retry } = useVirtualizationProject();
  if (project) return children(project);
  return (
    <Page title={title}>
      {error ? <Problem error={error} onRetry={retry} /> : null}
      {isPending || error ? null : <NoProject />}
    </Page>
  );
}

/** NoProject says what a project of service virtualization is for, and creates the first one. */
export function NoProject() {
  const mayCreate = useMayCreate();
  const [isCreating, setCreating] = useState(false);
  useHotkey('create', () => setCreating(true), mayCreate);
  return (
    <>
      <EmptyState
        icon={<ServerCog size={20} />}
        title="No project yet"
        action={mayCreate ? <Button onClick={() => setCreating(true)}>Create project</Button> : null}
      >
        A project contains a mock: its address, and assets in suites that say what it answers.
      </EmptyState>
      {isCreating ? <ProjectDialog onClose={() => setCreating(false)} /> : null}
    </>
  );
}
