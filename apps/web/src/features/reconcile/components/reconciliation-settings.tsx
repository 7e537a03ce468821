import { useQuery } from '@tanstack/react-query';
import type { Choice } from '../../../shared/choices.ts';
import type { FlowNodeSettings } from '../../../shared/flows/flow-node-look.ts';
import { RemoteSelect } from '../../../ui/select/remote-select.tsx';
import { projectChoices, projectQuery } from '../../api-testing/index.ts';
import { reconciliationChoices, reconciliationQuery } from '../api/reconcile.queries.ts';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/**
 * ReconciliationSettings selects the reconciliation that a block runs: one of the workflow's workspace, or of any
 * workspace selected first.
 */
export function ReconciliationSettings(props: FlowNodeSettings) {
  const { node, projectId, reachesOthers = false, isReadOnly, onChange } = props;
  const workspaceId = reachesOthers ? textOf(node.settings.projectId) : projectId;
  const reconciliationId = textOf(node.settings.reconciliationId);
  const workspace = useQuery({ ...projectQuery(workspaceId), enabled: reachesOthers && workspaceId !== '' });
  const own = useQuery({ ...reconciliationQuery(reconciliationId), enabled: reconciliationId !== '', retry: false });
  const reconciliationName = own.isError ? 'Deleted reconciliation' : own.data?.name;
  return (
    <>
      {reachesOthers ? (
        <RemoteSelect
          label="Workspace"
          placeholder="Choose a workspace"
          source={projectChoices}
          nothingFound="No matching workspace"
          disabled={isReadOnly}
          value={choiceOf(workspaceId, workspace.data?.projectName)}
          onChange={({ value }) => onChange({ projectId: value, reconciliationId: undefined })}
        />
      ) : null}
      {workspaceId === '' ? null : (
        <RemoteSelect
          key={workspaceId}
          label="Reconciliation"
          placeholder="Choose a reconciliation"
          source={reconciliationChoices(workspaceId)}
          nothingFound="No matching reconciliation"
          emptyMessage="No reconciliations yet"
          disabled={isReadOnly}
          value={choiceOf(reconciliationId, reconciliationName)}
          onChange={({ value }) => onChange({ reconciliationId: value })}
        />
      )}
    </>
  );
}

const choiceOf = (value: string, label = ''): Choice | null => (value === '' ? null : { value, label });
