import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useHotkey } from '../../shared/hotkeys.ts';
import type { ProjectChoice } from '../../shared/projects/area-projects.ts';
import { EmptyState, Page, Problem } from '../page.tsx';

interface GateProps<P> extends NoProjectProps {
  title: string;
  choice: ProjectChoice<P>;
  children: (project: P) => ReactNode;
}

/** ProjectGate shows a screen once a project of an area is selected, or what to do if there is none. */
export function ProjectGate<P>({ title, choice, children, ...none }: GateProps<P>) {
  const { project, isPending, error, retry } = choice;
  if (project) return children(project);
  return (
    <Page title={title}>
      {error ? <Problem error={error} onRetry={retry} /> : null}
      {isPending || error ? null : <NoProject {...none} />}
    </Page>
  );
}

interface NoProjectProps {
  icon: ReactNode;
  /** What a project of the area contains, as a sentence. */
  purpose: string;
  mayCreate: boolean;
  dialog: (onClose: () => void) => ReactNode;
}

/** NoProject explains what a project of an area is for, and creates the first one. */
export function NoProject({ icon, purpose, mayCreate, dialog }: NoProjectProps) {
  const [isCreating, setCreating] = useState(false);
  useHotkey('create', () => setCreating(true), mayCreate);
  return (
    <>
      <EmptyState
        icon={icon}
        title="No project yet"
        action={mayCreate ? <Button onClick={() => setCreating(true)}>Create project</Button> : null}
      >
        {purpose}
      </EmptyState>
      {isCreating ? dialog(() => setCreating(false)) : null}
    </>
  );
}
