import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type RepositoryProject, type RunConfiguration, runTargetTitle } from '@touchstone/contracts/web-testing';
import { MonitorSmartphone } from 'lucide-react';
import { useState } from 'react';
import { useHotkey } from '../../../shared/hotkeys.ts';
import { confirmAction } from '../../../ui/dialog/confirm-dialog.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { EmptyState, Page } from '../../../ui/page.tsx';
import { RelativeTime } from '../../../ui/status/relative-time.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { RowMenu } from '../../../ui/table/row-menu.tsx';
import { environmentsQuery } from '../../api-testing/index.ts';
import { runConfigurationsQuery, useRunConfigurationMutations } from '../api/run-configurations.ts';
import { ConfigurationDialog } from '../components/configurations/configuration-dialog.tsx';
import { ProjectGate } from '../components/project/project-gate.tsx';
import { draftOf } from '../model/run-settings.ts';
import { useCanWrite } from '../model/use-may.ts';

/** RunConfigurationsPage shows where and how the scripts of a project can run. */
export function RunConfigurationsPage() {
  return (
    <ProjectGate title="Run configurations">
      {(project) => <Configurations key={project.projectId} project={project} />}
    </ProjectGate>
  );
}

/** What the dialog is open for: a new configuration, a copy, or an edit. */
interface Open {
  saved?: RunConfiguration;
  from?: RunConfiguration;
}

function Configurations({ project }: { project: RepositoryProject }) {
  const { projectId, projectName } = project;
  const canWrite = useCanWrite(project);
  const configurations = useQuery(runConfigurationsQuery(projectId));
  const environments = useQuery(environmentsQuery(projectId)).data;
  const { remove } = useRunConfigurationMutations();
  const [open, setOpen] = useState<Open | null>(null);
  const begin = () => setOpen({});
  useHotkey('create', begin, canWrite);
  const askDelete = ({ uuid, name }: RunConfiguration) =>
    confirmAction({
      title: `Delete run configuration ${name}?`,
      message: "Schedules that use it start nothing until they get another one. You can't undo this.",
      confirm: 'Delete run configuration',
      onConfirm: () => remove.mutateAsync(uuid),
    });
  const environmentName = (id: string): string =>
    environments?.find(({ environmentId }) => environmentId === id)?.environmentName ?? (environments ? 'Deleted' : '');
  const button = canWrite ? <Button onClick={begin}>Create run configuration</Button> : null;
  return (
    <Page
      title="Run configurations"
      documentTitle={`Run configurations · ${projectName}`}
      actions={configurations.data?.length ? button : null}
    >
      <Loaded query={configurations}>
        {(all) => (
          <DataTable
            label="Run configurations"
            rows={all}
            rowKey={({ uuid }) => uuid}
            rowLabel={({ name }) => name}
            minWidth={900}
            columns={columnsOf(environmentName, canWrite ? { onOpen: setOpen, onDelete: askDelete } : undefined)}
            {...(canWrite && { onOpen: (saved: RunConfiguration) => setOpen({ saved }) })}
            empty={
              <EmptyState icon={<MonitorSmartphone size={20} />} title="No run configuration yet" action={button}>
                A run configuration names browsers, screens, environment and retries. Choose it when you run or schedule
                a suite.
              </EmptyState>
            }
          />
        )}
      </Loaded>
      {open ? <OpenDialog projectId={projectId} open={open} onClose={() => setOpen(null)} /> : null}
    </Page>
  );
}

function OpenDialog({ projectId, open, onClose }: { projectId: string; open: Open; onClose: () => void }) {
  const { saved, from } = open;
  const shown = saved ?? from;
  const name = from ? `${from.name} copy` : (saved?.name ?? '');
  const given = { name, environmentUUID: shown?.environmentUUID ?? null, settings: draftOf(shown) };
  return <ConfigurationDialog projectId={projectId} saved={saved} given={given} onClose={onClose} />;
}

interface Actions {
  onOpen: (open: Open) => void;
  onDelete: (configuration: RunConfiguration) => void;
}

const environmentCell = (nameOf: (id: string) => string, id: string | null) =>
  id === null ? <span className="dim">None</span> : nameOf(id);

function columnsOf(nameOf: (id: string) => string, actions: Actions | undefined): Column<RunConfiguration>[] {
  return [
    { key: 'name', header: 'Run configuration', cell: ({ name }) => name },
    {
      key: 'targets',
      header: 'Targets',
      width: 300,
      cell: ({ targets }) => <span className="num">{targets.map(runTargetTitle).join(', ')}</span>,
    },
    {
      key: 'environment',
      header: 'Environment',
      width: 150,
      cell: ({ environmentUUID }) => environmentCell(nameOf, environmentUUID),
    },
    {
      key: 'parallel',
      header: 'At once',
      width: 90,
      align: 'right',
      cell: ({ parallel }) => <span className="num">{parallel}</span>,
    },
    {
      key: 'retries',
      header: 'Retries',
      width: 90,
      align: 'right',
      cell: ({ retries }) => <span className="num">{retries}</span>,
    },
    { key: 'at', header: 'Changed', width: 130, cell: ({ updatedAt }) => <RelativeTime at={updatedAt} /> },
    {
      key: 'actions',
      header: '',
      width: 48,
      align: 'right',
      cell: (configuration) =>
        actions ? (
          <RowMenu
            name={configuration.name}
            entries={[
              { label: 'Edit run configuration…', run: () => actions.onOpen({ saved: configuration }) },
              { label: 'Clone run configuration…', run: () => actions.onOpen({ from: configuration }) },
              { label: 'Delete run configuration…', run: () => actions.onDelete(configuration) },
            ]}
          />
        ) : null,
    },
  ];
}
