import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { FlowDetail } from '@touchstone/contracts/flows';
import { validateFlow } from '@touchstone/engine-flow/core';
import { Save, Sparkles, Zap } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useDeferredValue, useMemo, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { useHotkey } from '../../../../shared/hotkeys.ts';
import { toastError } from '../../../../shared/toasts.ts';
import { useLeave } from '../../../../shared/use-leave.ts';
import { Page } from '../../../../ui/page.tsx';
import { databasesQuery, environmentsQuery, LeaveDialog } from '../../../api-testing/index.ts';
import { useFlowMutations } from '../../api/flows.mutations.ts';
import { deletedQuery, portsQuery } from '../../api/flows.queries.ts';
import { projectOf, referenceOf } from '../../model/canvas/dragged-kind.ts';
import type { FlowDocument } from '../../model/document/flow-document.ts';
import { FlowEditor } from '../../model/editor.ts';
import type { BlockKinds } from '../../model/kinds.ts';
import type { RunDraft } from '../../model/run-draft.ts';
import { RunButton, useRunDraft } from '../run/run-button.tsx';
import { Workbench } from '../workbench/workbench.tsx';
import type { FlowHome } from './flow-home.ts';
import { SaveConflictDialog } from './save-conflict-dialog.tsx';
import { SummaryDialog } from './summary-dialog.tsx';
import { useFlowSave } from './use-flow-save.ts';

const TriggersDialog = lazy(async () => ({
  default: (await import('../triggers/triggers-dialog.tsx')).TriggersDialog,
}));

interface Props {
  flow: Omit<FlowDetail, 'document'> & { document: FlowDocument };
  kinds: BlockKinds;
  home: FlowHome;
}

// The keyboard help has them from the script editor, where they do the same.
const keys = {
  save: { keys: 'mod+S', label: 'Save the workflow', group: 'Workflow' },
  run: { keys: 'mod+Enter', label: 'Run the workflow', group: 'Workflow' },
} as const;

/** FlowEditorPage edits, saves and runs a workflow. */
export function FlowEditorPage({ flow, kinds, home }: Props) {
  const { project, canWrite, flowPath } = home;
  const { projectId } = project;
  const navigate = useNavigate();
  const [editor] = useState(() => new FlowEditor(flow.document, kinds));
  const view = useSyncExternalStore(editor.subscribe, editor.getView);
  const { revision, savedDocument, save, saving, conflict, merge, overwrite, dismiss } = useFlowSave(editor, flow);
  const { run } = useFlowMutations();
  const checked = useDeferredValue(view.document.flow);
  const deleted = useQuery(deletedQuery({ flowId: flow.flowId, projectId, revision }, savedDocument)).data;
  const problems = useMemo(() => {
    const presentNodes = new Set(checked.nodes.map(({ id }) => id));
    const gone = (deleted ?? []).filter(({ node }) => node === undefined || presentNodes.has(node));
    return [...validateFlow(checked, { kinds: kinds.engine }), ...gone];
  }, [checked, kinds, deleted]);
  const ports = usePorts(projectId, view.document);
  const current = view.document.flow.nodes.find(({ id }) => id === view.current);
  const contexts = useContexts(projectOf(current, projectId));
  const leave = useLeave(canWrite && view.isDirty);
  const choice = useRunDraft(projectId);
  const start = async (draft: RunDraft) => {
    try {
      if (view.isDirty && !(await save())) return;
      const { runId } = await run.mutateAsync({ flowId: flow.flowId, draft, saved: choice.chosen });
      await navigate(flowPath(flow.flowId, runId));
    } catch (error) {
      toastError(error);
    }
  };
  useHotkey(keys.save, () => void save(), canWrite);
  useHotkey(keys.run, () => void start(choice.draft), canWrite);
  return (
    <Page
      title={flow.name}
      documentTitle={`${flow.name} · ${project.projectName}`}
      meta={<Meta way={home.way ?? project.projectName} isDirty={view.isDirty} />}
      actions={
        <EditorActions home={home} flow={flow}>
          <Button
            variant="default"
            leftSection={<Save size={14} />}
            loading={saving}
            disabled={!view.isDirty}
            onClick={() => void save()}
          >
            Save
          </Button>
          <RunButton
            projectId={projectId}
            choice={choice}
            isBusy={run.isPending}
            onRun={(draft) => void start(draft)}
          />
        </EditorActions>
      }
    >
      <Workbench
        editor={editor}
        kinds={kinds}
        place={{ projectId, flowPath, reachesOthers: home.reachesOthers }}
        library={home.library}
        problems={problems}
        {...contexts}
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

/** Actions for everyone, and `children`: those for users who may change the workflow. */
function EditorActions({
  home,
  flow: { flowId, name },
  children,
}: Pick<Props, 'home'> & { flow: { flowId: string; name: string }; children: ReactNode }) {
  const [open, setOpen] = useState<'summary' | 'triggers' | null>(null);
  const close = () => setOpen(null);
  const { project, canWrite } = home;
  return (
    <>
      {home.menu}
      <Button variant="default" leftSection={<Sparkles size={14} />} onClick={() => setOpen('summary')}>
        AI summary
      </Button>
      <Button variant="default" leftSection={<Zap size={14} />} onClick={() => setOpen('triggers')}>
        Triggers
      </Button>
      {canWrite ? children : null}
      {open === 'summary' ? <SummaryDialog flowId={flowId} name={name} onClose={close} /> : null}
      {open === 'triggers' ? (
        <Suspense>
          <TriggersDialog
            subject={{ kind: 'workflow', id: flowId, projectId: project.projectId, name, canWrite }}
            runPath={(runId) => home.flowPath(flowId, runId)}
            onClose={close}
          />
        </Suspense>
      ) : null}
    </>
  );
}

function Meta({ way, isDirty }: { way: ReactNode; isDirty: boolean }) {
  return (
    <span className="row" style={{ gap: 8 }}>
      <span className="ellipsis">{way}</span>
      {isDirty ? <span>Unsaved changes</span> : null}
    </span>
  );
}

/** The environments and databases that the blocks of a workspace can use. */
function useContexts(projectId: string) {
  const environments = useQuery(environmentsQuery(projectId)).data ?? [];
  const databases = useQuery(databasesQuery(projectId)).data ?? [];
  return {
    environments: environments.map(({ environmentId, environmentName }) => ({
      value: environmentId,
      label: environmentName,
    })),
    databases: databases.map(({ databaseConfigurationId, name }) => ({ value: databaseConfigurationId, label: name })),
  };
}

/** Inputs and outputs of what blocks run: of added blocks, and of the selected one. */
function usePorts(projectId: string, { flow }: FlowDocument) {
  const client = useQueryClient();
  return {
    portsOf: async (
      chosen: { kind: string; given?: { settings?: Record<string, unknown> } },
      environmentId?: string,
    ) => {
      const settings = chosen.given?.settings ?? {};
      const reference = referenceOf(settings);
      if (reference === undefined) return undefined;
      return await client
        .fetchQuery(portsQuery(projectOf({ settings }, projectId), chosen.kind, reference, environmentId))
        .catch((error: unknown) => {
          toastError(error);
          return undefined;
        });
    },
    offeredOf: (nodeId: string) => {
      const node = flow.nodes.find(({ id }) => id === nodeId);
      const reference = node && referenceOf(node.settings);
      if (!node || reference === undefined) return [];
      const query = portsQuery(projectOf(node, projectId), node.kind, reference, node.environmentId);
      const known = client.getQueryData(query.queryKey);
      if (known === undefined) void client.prefetchQuery(query);
      return known?.inputs ?? [];
    },
  };
}
