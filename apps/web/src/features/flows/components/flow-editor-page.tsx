import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { FlowDetail } from '@touchstone/contracts/flows';
import type { Project } from '@touchstone/contracts/workspaces';
import { validateFlow } from '@touchstone/engine-flow/core';
import { Play, Save } from 'lucide-react';
import { useDeferredValue, useMemo, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { useHotkey } from '../../../shared/hotkeys.ts';
import { toastError } from '../../../shared/toasts.ts';
import { Page } from '../../../ui/page.tsx';
import { databasesQuery, environmentsQuery, LeaveDialog } from '../../api-testing/index.ts';
import { useFlowMutations } from '../api/flows.mutations.ts';
import { portsQuery } from '../api/flows.queries.ts';
import { referenceOf } from '../model/canvas/dragged-kind.ts';
import type { FlowDocument } from '../model/document/flow-document.ts';
import { FlowEditor } from '../model/editor.ts';
import type { BlockKinds } from '../model/kinds.ts';
import { flowPaths } from '../paths.ts';
import { SaveConflictDialog } from './save-conflict-dialog.tsx';
import { useFlowSave } from './use-flow-save.ts';
import { useLeave } from './use-leave.ts';
import { Workbench } from './workbench/workbench.tsx';

interface Props {
  flow: Omit<FlowDetail, 'document'> & { document: FlowDocument };
  kinds: BlockKinds;
  project: Project;
  canWrite: boolean;
}

// The list of keys has them from the editor of scripts, where they do the same.
const keys = {
  save: { keys: 'mod+S', label: 'Save the workflow', group: 'Workflow' },
  run: { keys: 'mod+Enter', label: 'Run the workflow', group: 'Workflow' },
} as const;

/** FlowEditorPage edits a workflow, saves it and runs it. */
export function FlowEditorPage({ flow, kinds, project, canWrite }: Props) {
  const { projectId } = project;
  const navigate = useNavigate();
  const [editor] = useState(() => new FlowEditor(flow.document, kinds));
  const view = useSyncExternalStore(editor.subscribe, editor.getView);
  const { save, saving, conflict, merge, overwrite, dismiss } = useFlowSave(editor, flow);
  const { run } = useFlowMutations();
  const checked = useDeferredValue(view.document.flow);
  const problems = useMemo(() => validateFlow(checked, { kinds: kinds.engine }), [checked, kinds]);
  const ports = usePorts(projectId, view.document);
  const leave = useLeave(canWrite && view.isDirty);
  const start = async () => {
    try {
      if (view.isDirty && !(await save())) return;
      const { runId } = await run.mutateAsync({ flowId: flow.flowId });
      await navigate(flowPaths.flow(flow.flowId, projectId, runId));
    } catch (error) {
      toastError(error);
    }
  };
  useHotkey(keys.save, () => void save(), canWrite);
  useHotkey(keys.run, () => void start(), canWrite);
  return (
    <Page
      title={flow.name}
      documentTitle={`${flow.name} · ${project.projectName}`}
      meta={view.isDirty ? 'Unsaved changes' : project.projectName}
      actions={
        canWrite ? (
          <>
            <Button
              variant="default"
              leftSection={<Save size={14} />}
              loading={saving}
              disabled={!view.isDirty}
              onClick={() => void save()}
            >
              Save
            </Button>
            <Button leftSection={<Play size={14} />} loading={run.isPending} onClick={() => void start()}>
              Run
            </Button>
          </>
        ) : null
      }
    >
      <Workbench
        editor={editor}
        kinds={kinds}
        projectId={projectId}
        problems={problems}
        {...useContexts(projectId)}
        {...ports}
        isReadOnly={!canWrite}
      />
      {leave.isAsked ? <LeaveDialog what={flow.name} onStay={leave.stay} onLeave={leave.go} /> : null}
      {conflict ? (
        <SaveConflictDialog
          {...conflict}
          mine={view.document}
          onMerge={(merged) => void merge(merged)}
          onOverwrite={() => void overwrite()}
          onClose={dismiss}
        />
      ) : null}
    </Page>
  );
}

/** The environments, databases and variables that blocks can use. */
function useContexts(projectId: string) {
  const environments = useQuery(environmentsQuery(projectId)).data ?? [];
  const databases = useQuery(databasesQuery(projectId)).data ?? [];
  return {
    environments: environments.map(({ environmentId, environmentName }) => ({
      value: environmentId,
      label: environmentName,
    })),
    databases: databases.map(({ databaseConfigurationId, name }) => ({ value: databaseConfigurationId, label: name })),
    variables: [],
  };
}

/** Inputs and outputs of what blocks run: of what is added, and of the block that is chosen. */
function usePorts(projectId: string, { flow }: FlowDocument) {
  const client = useQueryClient();
  return {
    portsOf: async (chosen: { kind: string; given?: { settings?: Record<string, unknown> } }) => {
      const reference = referenceOf(chosen.given?.settings ?? {});
      if (reference === undefined) return undefined;
      return await client.fetchQuery(portsQuery(projectId, chosen.kind, reference)).catch((error: unknown) => {
        toastError(error);
        return undefined;
      });
    },
    offeredOf: (nodeId: string) => {
      const node = flow.nodes.find(({ id }) => id === nodeId);
      const reference = node && referenceOf(node.settings);
      if (!node || reference === undefined) return [];
      const { queryKey } = portsQuery(projectId, node.kind, reference);
      const known = client.getQueryData(queryKey);
      if (known === undefined) void client.prefetchQuery(portsQuery(projectId, node.kind, reference));
      return known?.inputs ?? [];
    },
  };
}
