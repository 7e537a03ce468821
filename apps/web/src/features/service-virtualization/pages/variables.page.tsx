import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { VirtualizationProject } from '@touchstone/contracts/service-virtualization';
import type { Variable } from '@touchstone/contracts/workspaces';
import { useState } from 'react';
import { messageOf, toast } from '../../../shared/toasts.ts';
import { useLeave } from '../../../shared/use-leave.ts';
import { BlankLines } from '../../../ui/blank/blank.tsx';
import { Page, Problem } from '../../../ui/page.tsx';
import { changesOf, hasChanges, LeaveDialog, problemsOf, toRows, VariablesGrid } from '../../api-testing/index.ts';
import { useSaveVariables, variablesQuery } from '../api/variables.ts';
import { ProjectGate } from '../components/project/project-gate.tsx';
import { useCanWrite } from '../model/use-may.ts';

/** VariablesPage shows the variables that stubs of a project use. */
export function VariablesPage() {
  return (
    <ProjectGate title="Variables">{(project) => <Variables key={project.projectId} project={project} />}</ProjectGate>
  );
}

function Variables({ project }: { project: VirtualizationProject }) {
  const { projectId, projectName } = project;
  const variables = useQuery(variablesQuery(projectId));
  const canWrite = useCanWrite(project);
  const frame = { title: 'Variables', documentTitle: `Variables · ${projectName}`, meta: projectName } as const;
  if (variables.data)
    return (
      <Editor
        // The draft restarts when the saved variables change, not on every refetch.
        key={variables.data.map((variable) => variable.variableId + variable.updatedAt).join(' ')}
        frame={frame}
        projectId={projectId}
        saved={variables.data}
        canWrite={canWrite}
      />
    );
  return (
    <Page {...frame}>
      {variables.error ? <Problem error={variables.error} onRetry={() => void variables.refetch()} /> : null}
      {variables.error ? null : <BlankLines count={5} line={28} />}
    </Page>
  );
}

interface EditorProps {
  frame: { title: string; documentTitle: string; meta: string };
  projectId: string;
  saved: Variable[];
  canWrite: boolean;
}

function Editor({ frame, projectId, saved, canWrite }: EditorProps) {
  const [rows, setRows] = useState(() => toRows(saved));
  const [isAsked, setAsked] = useState(false);
  const saving = useSaveVariables(projectId);
  const changes = changesOf(saved, rows);
  const isChanged = hasChanges(changes);
  const leave = useLeave(isChanged && !saving.isPending);
  const problems = problemsOf(rows);
  const save = () => {
    setAsked(true);
    if (Object.keys(problems).length > 0) return;
    saving.mutateAsync(changes).then(
      () => toast('success', 'Variables are saved.'),
      () => undefined,
    );
  };
  return (
    <Page
      {...frame}
      actions={
        canWrite ? (
          <Button loading={saving.isPending} disabled={!isChanged} onClick={save}>
            Save variables
          </Button>
        ) : null
      }
    >
      <p className="dim" style={{ padding: '12px 16px' }}>
        Write <code>{'{{vars.name}}'}</code> anywhere in a stub. A change is live at once.
      </p>
      {saving.error ? (
        <p role="alert" style={{ padding: '0 16px 12px', color: 'var(--fail)' }}>
          {messageOf(saving.error)}
        </p>
      ) : null}
      <VariablesGrid rows={rows} onChange={setRows} errors={isAsked ? problems : {}} readOnly={!canWrite} />
      {leave.isAsked ? <LeaveDialog what="the variables" onStay={leave.stay} onLeave={leave.go} /> : null}
    </Page>
  );
}
