import { Button, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Prerequisite } from '@touchstone/contracts/api-testing';
import type { DatabaseConfiguration, Project } from '@touchstone/contracts/workspaces';
import { lazy, Suspense, useState } from 'react';
import { z } from 'zod';
import { useHotkey } from '../../../shared/hotkeys.ts';
import { toastError } from '../../../shared/toasts.ts';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { Page } from '../../../ui/page.tsx';
import { usePrerequisiteMutations } from '../api/prerequisites.mutations.ts';
import { prerequisitesQuery } from '../api/prerequisites.queries.ts';
import { EnvironmentSelect, useEnvironmentId } from '../components/editor/environment-select.tsx';
import { DatabasesTab } from '../components/prerequisite/databases-tab.tsx';
import classes from '../components/prerequisite/prerequisite.module.css';
import { PrerequisitesTab } from '../components/prerequisite/prerequisites-tab.tsx';
import { ProjectGate } from '../components/workspace/project-gate.tsx';
import { useCanWrite } from '../model/use-project.ts';

const PrerequisiteDialog = lazy(async () => ({
  default: (await import('../components/prerequisite/prerequisite-dialog.tsx')).PrerequisiteDialog,
}));
const DatabaseDialog = lazy(async () => ({
  default: (await import('../components/prerequisite/database-dialog.tsx')).DatabaseDialog,
}));

const title = 'Pre-Request Variables';
const searchSchema = z.object({ tab: z.enum(['prerequisites', 'databases']).catch('prerequisites') });
type Dialog =
  | { kind: 'prerequisite'; prerequisite?: Prerequisite }
  | { kind: 'database'; saved?: DatabaseConfiguration };

export function PrerequisitesPage() {
  return (
    <ProjectGate title={title}>{(project) => <Prerequisites key={project.projectId} project={project} />}</ProjectGate>
  );
}

function Prerequisites({ project }: { project: Project }) {
  const { projectId, projectName } = project;
  const [{ tab }, setSearch] = useSearchState(searchSchema);
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const [runId, setRunId] = useState<string | null>(null);
  const environmentId = useEnvironmentId(projectId);
  const canRun = (useQuery(prerequisitesQuery(projectId)).data ?? []).some((item) => item.enabled);
  const { run } = usePrerequisiteMutations(projectId);
  const canWrite = useCanWrite(project);
  const create = () => setDialog({ kind: tab === 'databases' ? 'database' : 'prerequisite' });
  useHotkey('create', create, canWrite);

  const start = async (prerequisiteIds?: string[]) => {
    try {
      const chosen = { ...(environmentId && { environmentId }), ...(prerequisiteIds && { prerequisiteIds }) };
      setRunId((await run.mutateAsync(chosen)).runId);
    } catch (error) {
      toastError(error);
    }
  };
  const close = () => setDialog(null);
  const actions =
    tab === 'databases' ? (
      <Button onClick={create}>Add database</Button>
    ) : (
      <>
        <EnvironmentSelect projectId={projectId} />
        <Button variant="default" onClick={create}>
          Create prerequisite
        </Button>
        {canRun ? (
          <Button loading={run.isPending} onClick={() => void start()}>
            Run prerequisites
          </Button>
        ) : null}
      </>
    );
  return (
    <Page
      title={title}
      documentTitle={`${title} · ${projectName}`}
      meta={projectName}
      actions={canWrite ? actions : null}
    >
      <Tabs
        value={tab}
        onChange={(value) => setSearch({ tab: value as typeof tab })}
        style={{ height: '100%', display: 'flex', flexDirection: 'column' }}
      >
        <Tabs.List className={classes.tabs}>
          <Tabs.Tab value="prerequisites">Prerequisites</Tabs.Tab>
          <Tabs.Tab value="databases">Databases</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="prerequisites" style={{ flex: 1, minHeight: 0, overflow: 'auto' }}>
          <PrerequisitesTab
            project={project}
            runId={runId}
            onRunId={setRunId}
            onRun={(ids) => void start(ids)}
            onCreate={create}
            onEdit={(prerequisite) => setDialog({ kind: 'prerequisite', prerequisite })}
          />
        </Tabs.Panel>
        <Tabs.Panel value="databases" style={{ flex: 1, minHeight: 0, overflow: 'auto' }}>
          <DatabasesTab
            projectId={projectId}
            canWrite={canWrite}
            purpose="Prerequisites read values from the databases you add here."
            onCreate={create}
            onEdit={(saved) => setDialog({ kind: 'database', saved })}
          />
        </Tabs.Panel>
      </Tabs>
      <Suspense>
        {dialog?.kind === 'prerequisite' ? (
          <PrerequisiteDialog projectId={projectId} prerequisite={dialog.prerequisite} onClose={close} />
        ) : null}
        {dialog?.kind === 'database' ? (
          <DatabaseDialog projectId={projectId} saved={dialog.saved} onClose={close} />
        ) : null}
      </Suspense>
    </Page>
  );
}
