import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ManagementTool, managementToolTitles, type RepositoryProject } from '@touchstone/contracts/web-testing';
import { Siren } from 'lucide-react';
import { useState } from 'react';
import { useHotkey } from '../../../../shared/hotkeys.ts';
import { confirmAction } from '../../../../ui/dialog/confirm-dialog.tsx';
import { Loaded } from '../../../../ui/loaded.tsx';
import { EmptyState, Page } from '../../../../ui/page.tsx';
import { RelativeTime } from '../../../../ui/status/relative-time.tsx';
import { type Column, DataTable } from '../../../../ui/table/data-table.tsx';
import { RowMenu } from '../../../../ui/table/row-menu.tsx';
import { managementToolsQuery, useManagementToolMutations } from '../../api/management-tools.ts';
import { ToolDialog } from '../../components/faults/tool-dialog.tsx';
import { ProjectGate } from '../../components/project/project-gate.tsx';
import { useCanWrite } from '../../model/use-may.ts';

/** ManagementToolsPage shows where faults found by a project's tests are reported. */
export function ManagementToolsPage() {
  return (
    <ProjectGate title="Management tools">
      {(project) => <Tools key={project.projectId} project={project} />}
    </ProjectGate>
  );
}

function Tools({ project: { projectId, projectName, ...project } }: { project: RepositoryProject }) {
  const canWrite = useCanWrite(project);
  const tools = useQuery(managementToolsQuery(projectId));
  const { remove } = useManagementToolMutations();
  const [open, setOpen] = useState<{ saved?: ManagementTool } | null>(null);
  const begin = () => setOpen({});
  useHotkey('create', begin, canWrite);
  const edit = (saved: ManagementTool) => setOpen({ saved });
  const askDelete = ({ uuid, name }: ManagementTool) =>
    confirmAction({
      title: `Delete management tool ${name}?`,
      message: "Failed steps no longer lead to it. What was reported stays in the tool. You can't undo this.",
      confirm: 'Delete management tool',
      onConfirm: () => remove.mutateAsync(uuid),
    });
  const button = canWrite ? <Button onClick={begin}>Add management tool</Button> : null;
  return (
    <Page
      title="Management tools"
      documentTitle={`Management tools · ${projectName}`}
      actions={tools.data?.length ? button : null}
    >
      <Loaded query={tools}>
        {(all) => (
          <DataTable
            label="Management tools"
            rows={all}
            rowKey={({ uuid }) => uuid}
            rowLabel={({ name }) => name}
            minWidth={800}
            columns={columnsOf(canWrite ? { edit, askDelete } : undefined)}
            {...(canWrite && { onOpen: edit })}
            empty={
              <EmptyState icon={<Siren size={20} />} title="No management tool yet" action={button}>
                Say where your team reports faults, such as Jira or GitHub. Failed steps then lead to its form, filled
                in with what failed.
              </EmptyState>
            }
          />
        )}
      </Loaded>
      {open ? <ToolDialog projectId={projectId} saved={open.saved} onClose={() => setOpen(null)} /> : null}
    </Page>
  );
}

interface Actions {
  edit: (tool: ManagementTool) => void;
  askDelete: (tool: ManagementTool) => void;
}

const columnsOf = (actions: Actions | undefined): Column<ManagementTool>[] => [
  { key: 'name', header: 'Management tool', cell: ({ name }) => name },
  { key: 'tool', header: 'Tool', width: 150, cell: ({ settings }) => managementToolTitles[settings.tool] },
  {
    key: 'address',
    header: 'Address',
    width: 360,
    cell: ({ settings }) => <span className="mono">{settings.address}</span>,
  },
  { key: 'at', header: 'Changed', width: 130, cell: ({ updatedAt }) => <RelativeTime at={updatedAt} /> },
  {
    key: 'actions',
    header: '',
    width: 48,
    align: 'right',
    cell: (tool) =>
      actions ? (
        <RowMenu
          name={tool.name}
          entries={[
            { label: 'Edit management tool…', run: () => actions.edit(tool) },
            { label: 'Delete management tool…', run: () => actions.askDelete(tool) },
          ]}
        />
      ) : null,
  },
];
