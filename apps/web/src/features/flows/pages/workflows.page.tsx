import { ActionIcon, Button, Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { FlowSummary } from '@touchstone/contracts/flows';
import type { Project } from '@touchstone/contracts/workspaces';
import { Ellipsis, Workflow } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { z } from 'zod';
import { formatCount } from '../../../shared/format.ts';
import { useSubjectActions } from '../../../shared/subjects/use-subject-actions.tsx';
import { toastError } from '../../../shared/toasts.ts';
import { useSearchState } from '../../../shared/use-search-state.ts';
import { confirmAction } from '../../../ui/dialog/confirm-dialog.tsx';
import { EmptyState, Page } from '../../../ui/page.tsx';
import { RelativeTime } from '../../../ui/status/relative-time.tsx';
import { StatusLabel } from '../../../ui/status/status-glyph.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { FilterInput } from '../../../ui/table/filter-input.tsx';
import { PagedList } from '../../../ui/table/paged-list.tsx';
import { ProjectGate, useCanWrite } from '../../api-testing/index.ts';
import { saveFlowFile } from '../api/flow-files.ts';
import { useFlowMutations } from '../api/flows.mutations.ts';
import { flowsQuery } from '../api/flows.queries.ts';
import { ImportFlowDialog } from '../components/import-flow-dialog.tsx';
import { NameDialog } from '../components/name-dialog.tsx';
import { flowPaths } from '../paths.ts';

const icon = <Workflow size={20} />;
const size = 20;
const searchSchema = z.object({
  q: z.string().catch('').default(''),
  page: z.coerce.number().int().min(0).catch(0).default(0),
});

/** WorkflowsPage lists the API workflows of a workspace. */
export function WorkflowsPage() {
  return (
    <ProjectGate title="API Workflow">{(project) => <List key={project.projectId} project={project} />}</ProjectGate>
  );
}

const columnsOf = (projectId: string): Column<FlowSummary>[] => [
  {
    key: 'name',
    header: 'Workflow',
    cell: (flow) => (
      <Link className="link" to={flowPaths.flow(flow.flowId, projectId)}>
        {flow.name}
      </Link>
    ),
  },
  { key: 'nodes', header: 'Blocks', width: 90, align: 'right', cell: ({ nodeCount }) => formatCount(nodeCount) },
  { key: 'scripts', header: 'Scripts', width: 90, align: 'right', cell: ({ scriptCount }) => formatCount(scriptCount) },
  {
    key: 'run',
    header: 'Last run',
    width: 180,
    cell: ({ flowId, lastRun }) =>
      lastRun ? (
        <Link className="link" to={flowPaths.flow(flowId, projectId, lastRun.runId)}>
          <StatusLabel status={lastRun.status}>{lastRun.executionStatus}</StatusLabel>
        </Link>
      ) : (
        <span className="dim">Never run</span>
      ),
  },
  { key: 'by', header: 'Changed by', width: 160, cell: ({ updatedByName }) => updatedByName },
  { key: 'when', header: 'Changed', width: 130, cell: ({ updatedAt }) => <RelativeTime at={updatedAt} /> },
];

function List({ project }: { project: Project }) {
  const { projectId } = project;
  const navigate = useNavigate();
  const canWrite = useCanWrite(project);
  const [search, setSearch] = useSearchState(searchSchema);
  const [isCreating, setCreating] = useState(false);
  const [isImporting, setImporting] = useState(false);
  const { create, importFile } = useFlowMutations();
  const flows = useQuery(flowsQuery({ projectId, page: search.page, size, ...(search.q && { searchTerm: search.q }) }));
  const createButton = canWrite ? (
    <>
      <Button variant="default" onClick={() => setImporting(true)}>
        Import workflow
      </Button>
      <Button component={Link} to={flowPaths.generate(projectId)} variant="default">
        Generate workflow
      </Button>
      <Button onClick={() => setCreating(true)}>Create workflow</Button>
    </>
  ) : null;
  const others = useSubjectActions('workflow');
  const columns = columnsOf(projectId);
  if (canWrite)
    columns.push({
      key: 'actions',
      header: '',
      width: 48,
      cell: (flow) => (
        <Actions
          flow={flow}
          others={others.actions.map(({ label, start }) => ({
            label,
            start: () => start({ kind: 'workflow', id: flow.flowId, projectId, name: flow.name, canWrite }),
          }))}
        />
      ),
    });
  return (
    <Page
      title="API Workflow"
      documentTitle={`API Workflow · ${project.projectName}`}
      meta={project.projectName}
      actions={createButton}
    >
      <PagedList
        noun="workflows"
        query={flows}
        page={search.page}
        size={size}
        onPage={(page) => setSearch({ page }, { push: true })}
        filters={<FilterInput label="Filter workflows" value={search.q} onChange={(q) => setSearch({ q, page: 0 })} />}
        icon={icon}
        onClear={search.q === '' ? undefined : () => setSearch({ q: '', page: 0 })}
        empty={
          <EmptyState icon={icon} title="No workflow yet" action={createButton}>
            A workflow runs scripts one after the other and hands values from one to the next.
          </EmptyState>
        }
        table={(rows, empty) => (
          <DataTable
            label="Workflows"
            columns={columns}
            rows={rows}
            rowKey={({ flowId }) => flowId}
            rowLabel={({ name }) => name}
            minWidth={760}
            onOpen={({ flowId }) => void navigate(flowPaths.flow(flowId, projectId))}
            empty={empty}
          />
        )}
      />
      {others.dialog}
      {isImporting ? (
        <ImportFlowDialog
          onImport={async (file) => {
            const made = await importFile.mutateAsync({ projectId, file });
            await navigate(flowPaths.flow(made.flowId, projectId));
            return made;
          }}
          onClose={() => setImporting(false)}
        />
      ) : null}
      {isCreating ? (
        <NameDialog
          title="Create workflow"
          confirm="Create workflow"
          onSubmit={async (name) => {
            const { flowId } = await create.mutateAsync({ projectId, name });
            await navigate(flowPaths.flow(flowId, projectId));
          }}
          onClose={() => setCreating(false)}
        />
      ) : null}
    </Page>
  );
}

interface ActionsProps {
  flow: FlowSummary;
  /** Other features' actions on a workflow. */
  others: readonly { label: string; start: () => void }[];
}

function Actions({ flow: { flowId, name }, others }: ActionsProps) {
  const { clone, rename, remove } = useFlowMutations();
  const [isRenaming, setRenaming] = useState(false);
  const askDelete = () =>
    confirmAction({
      title: `Delete ${name}?`,
      message: "Deletes the workflow. Its runs and reports stay. You can't undo this.",
      confirm: 'Delete workflow',
      onConfirm: () => remove.mutateAsync([flowId]),
    });
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`Actions of ${name}`}>
            <Ellipsis size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setRenaming(true)}>Rename</Menu.Item>
          <Menu.Item onClick={() => clone.mutate(flowId, { onError: toastError })}>Duplicate</Menu.Item>
          <Menu.Item onClick={() => void saveFlowFile(flowId).catch(toastError)}>Export</Menu.Item>
          {others.map(({ label, start }) => (
            <Menu.Item key={label} onClick={start}>
              {label}
            </Menu.Item>
          ))}
          <Menu.Item onClick={askDelete}>Delete</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isRenaming ? (
        <NameDialog
          title={`Rename ${name}`}
          confirm="Rename workflow"
          initial={name}
          onSubmit={(next) => rename.mutateAsync({ flowId, name: next })}
          onClose={() => setRenaming(false)}
        />
      ) : null}
    </>
  );
}
