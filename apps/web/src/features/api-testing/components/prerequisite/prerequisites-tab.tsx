import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Prerequisite } from '@touchstone/contracts/api-testing';
import type { Project } from '@touchstone/contracts/workspaces';
import { Workflow } from 'lucide-react';
import { toastError } from '../../../../shared/toasts.ts';
import { confirmAction } from '../../../../ui/dialog/confirm-dialog.tsx';
import { EmptyState, Problem } from '../../../../ui/page.tsx';
import { DataTable } from '../../../../ui/table/data-table.tsx';
import { environmentsQuery } from '../../api/environments.queries.ts';
import { usePrerequisiteMutations } from '../../api/prerequisites.mutations.ts';
import { databasesQuery, prerequisitesQuery } from '../../api/prerequisites.queries.ts';
import { useCanWrite } from '../../model/use-project.ts';
import classes from './prerequisite.module.css';
import { prerequisiteColumns } from './prerequisite-columns.tsx';
import { PrerequisiteRun } from './prerequisite-run.tsx';

interface Props {
  project: Project;
  runId: string | null;
  onRunId: (runId: string | null) => void;
  onRun: (prerequisiteIds: string[]) => void;
  onCreate: () => void;
  onEdit: (prerequisite: Prerequisite) => void;
}

/** PrerequisitesTab lists the prerequisites in order, next to the result of the last run. */
export function PrerequisitesTab({ project, runId, onRunId, onRun, onCreate, onEdit }: Props) {
  const { projectId } = project;
  const prerequisites = useQuery(prerequisitesQuery(projectId));
  const environments = useQuery(environmentsQuery(projectId)).data ?? [];
  const databases = useQuery(databasesQuery(projectId)).data ?? [];
  const { toggle, reorder, remove, retry } = usePrerequisiteMutations(projectId);
  const canWrite = useCanWrite(project);
  const list = prerequisites.data;

  const askDelete = ({ prerequisiteId, name }: Prerequisite) =>
    confirmAction({
      title: `Delete prerequisite ${name}?`,
      message: "Runs no longer get its values. You can't undo this.",
      confirm: 'Delete prerequisite',
      onConfirm: () => remove.mutateAsync(prerequisiteId),
    });
  const move = ({ order }: Prerequisite, by: 1 | -1) => {
    const next = [...(list ?? [])];
    const [moved] = next.splice(order, 1);
    if (!moved) return;
    next.splice(order + by, 0, moved);
    reorder.mutate(
      next.map((item, at) => ({ ...item, order: at })),
      { onError: toastError },
    );
  };
  const again = async () => {
    if (!runId) return;
    try {
      onRunId((await retry.mutateAsync(runId)).runId);
    } catch (error) {
      toastError(error);
    }
  };
  const actions = {
    onEdit,
    onRun: ({ prerequisiteId }: Prerequisite) => onRun([prerequisiteId]),
    onDelete: askDelete,
    onToggle: ({ prerequisiteId }: Prerequisite, enabled: boolean) =>
      toggle.mutate({ prerequisiteId, enabled }, { onError: toastError }),
    onMove: move,
  };
  if (prerequisites.isError && !list)
    return <Problem error={prerequisites.error} onRetry={() => void prerequisites.refetch()} />;
  const ordered = list?.map((item, order) => ({ ...item, order }));
  return (
    <div className={runId ? classes.split : undefined}>
      <div className={classes.list}>
        <DataTable
          label="Prerequisites"
          minWidth={600}
          columns={prerequisiteColumns({
            environments,
            databases,
            count: list?.length ?? 0,
            ...(canWrite ? { actions } : {}),
          })}
          rows={ordered}
          rowKey={(prerequisite) => prerequisite.prerequisiteId}
          rowLabel={(prerequisite) => prerequisite.name}
          {...(canWrite ? { onOpen: onEdit } : {})}
          empty={
            <EmptyState
              icon={<Workflow size={20} />}
              title="No prerequisites yet"
              action={canWrite ? <Button onClick={onCreate}>Create prerequisite</Button> : null}
            >
              A prerequisite fills variables before a run: with a request such as a sign-in, a database query, or a
              script.
            </EmptyState>
          }
        />
      </div>
      {runId ? (
        <div className={classes.result}>
          <PrerequisiteRun
            runId={runId}
            canWrite={canWrite}
            isRetrying={retry.isPending}
            onRetry={() => void again()}
            onClose={() => onRunId(null)}
          />
        </div>
      ) : null}
    </div>
  );
}
