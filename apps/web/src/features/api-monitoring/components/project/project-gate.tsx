import { Button } from '@mantine/core';
import type { MonitoringProject } from '@touchstone/contracts/api-monitoring';
import { Activity } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useHotkey } from '../../../../shared/hotkeys.ts';
import { EmptyState, Page, Problem } from '../../../../ui/page.tsx';
import { useMayCreate } from '../../model/use-may.ts';
import { useMonitoringProject } from '../../model/use-monitoring-project.ts';
import { ProjectDialog } from './project-dialog.tsx';

interface Props {
  title: string;
  children: (project: MonitoringProject) => ReactNode;
}

/** ProjectGate shows a screen once a project of monitoring is chosen, and says what to do when there is none. */
export function ProjectGate({ title, children }: Props) {
  const { project, isPending, error, retry } = useMonitoringProject();
  if (project) return children(project);
  return (
    <Page title={title}>
      {error ? <Problem error={error} onRetry={retry} /> : null}
      {isPending || error ? null : <NoProject />}
    </Page>
  );
}

/** NoProject says what a project of monitoring is for, and creates the first one. */
export function NoProject() {
  const mayCreate = useMayCreate();
  const [isCreating, setCreating] = useState(false);
  useHotkey('create', () => setCreating(true), mayCreate);
  return (
    <>
      <EmptyState
        icon={<Activity size={20} />}
        title="No project yet"
        action={mayCreate ? <Button onClick={() => setCreating(true)}>Create project</Button> : null}
      >
        A monitoring project contains monitored APIs in collections, with their incidents and reports.
      </EmptyState>
      {isCreating ? <ProjectDialog onClose={() => setCreating(false)} /> : null}
    </>
  );
}
