import { Button, Group, Textarea, TextInput } from '@mantine/core';
import type { RepositoryFunction } from '@touchstone/contracts/web-testing';
import type { Step } from '@touchstone/engine-keyword/core';
import { useMemo, useState } from 'react';
import { messageOf, toast } from '../../../../shared/toasts.ts';
import { useLeave } from '../../../../shared/use-leave.ts';
import { KnownVariables, LeaveDialog } from '../../../api-testing/index.ts';
import { useFunctionMutations } from '../../api/functions.ts';
import { portsText, readPorts } from '../../model/function-ports.ts';
import { findStep } from '../../model/steps/edit-steps.ts';
import { useScriptVariables } from '../../model/steps/use-script-variables.ts';
import { useStepEditor } from '../../model/steps/use-step-editor.ts';
import { useChosenEnvironment } from '../results/browser-fields.tsx';
import { SentencesDialog } from '../steps/sentences-dialog.tsx';
import { StepDetails } from '../steps/step-details.tsx';
import { StepTable } from '../steps/step-table.tsx';
import classes from './functions.module.css';

const noResults = new Map<string, never>();

/** FunctionEditor edits the inputs, outputs and steps of a function. */
export function FunctionEditor({ saved, canWrite }: { saved: RepositoryFunction; canWrite: boolean }) {
  const editor = useStepEditor(saved.steps as Step[]);
  const { update } = useFunctionMutations();
  const [draft, setDraft] = useState(() => draftOf(saved));
  const [pasted, setPasted] = useState<string | null>(null);
  const inputs = readPorts(draft.inputs);
  const outputs = readPorts(draft.outputs);
  const isChanged = editor.steps !== saved.steps || JSON.stringify(draft) !== JSON.stringify(draftOf(saved));
  const leave = useLeave(isChanged && canWrite && !update.isPending);
  const isRight = !inputs.problem && !outputs.problem && draft.functionName.trim() !== '';
  const save = () =>
    update
      .mutateAsync({
        uuid: saved.uuid,
        revision: saved.revision,
        functionName: draft.functionName,
        description: draft.description,
        inputs: inputs.ports,
        outputs: outputs.ports,
        steps: editor.steps,
      })
      .then(
        () => toast('success', 'Function is saved.'),
        () => undefined,
      );
  const step = editor.active === null ? undefined : findStep(editor.steps, editor.active);
  const problems = Map.groupBy(saved.problems, ({ stepId }) => stepId);
  const { chosen: environmentId } = useChosenEnvironment(saved.projectUUID);
  const names = useMemo(() => inputs.ports.map(({ name }) => name), [inputs.ports]);
  const known = useScriptVariables({ projectId: saved.projectUUID, environmentId, steps: editor.steps, inputs: names });
  return (
    <KnownVariables value={known}>
      <div className={classes.editor}>
        <FunctionFields
          draft={draft}
          canWrite={canWrite}
          problems={{ inputs: inputs.problem, outputs: outputs.problem }}
          onChange={(patch) => setDraft({ ...draft, ...patch })}
        />
        <CalledBy scripts={saved.calledBy} />
        {canWrite ? (
          <Group gap="sm" px={16} pb={8}>
            <Button disabled={!isChanged || !isRight} loading={update.isPending} onClick={() => void save()}>
              Save function
            </Button>
            {update.error ? (
              <span role="alert" style={{ color: 'var(--fail)' }}>
                {messageOf(update.error)}
              </span>
            ) : null}
          </Group>
        ) : null}
        <div className={classes.steps}>
          <StepTable
            projectId={saved.projectUUID}
            editor={editor}
            canWrite={canWrite}
            problems={problems}
            results={noResults}
            onText={setPasted}
          />
        </div>
        {step ? (
          <div className={classes.details}>
            <StepDetails
              key={step.id}
              step={step}
              canWrite={canWrite}
              problems={problems.get(step.id) ?? []}
              editor={editor}
            />
          </div>
        ) : null}
        {pasted === null ? null : (
          <SentencesDialog
            initial={pasted}
            onAdd={(steps) => editor.paste(editor.active, steps)}
            onClose={() => setPasted(null)}
          />
        )}
        {leave.isAsked ? <LeaveDialog what="the function" onStay={leave.stay} onLeave={leave.go} /> : null}
      </div>
    </KnownVariables>
  );
}

const draftOf = ({ functionName, description, inputs, outputs }: RepositoryFunction) => ({
  functionName,
  description,
  inputs: portsText(inputs),
  outputs: portsText(outputs),
});
type Draft = ReturnType<typeof draftOf>;

interface FieldsProps {
  draft: Draft;
  canWrite: boolean;
  problems: { inputs: string | undefined; outputs: string | undefined };
  onChange: (patch: Partial<Draft>) => void;
}

function FunctionFields({ draft, canWrite, problems, onChange }: FieldsProps) {
  return (
    <div className={classes.fields}>
      <TextInput
        label="Function name"
        maxLength={255}
        readOnly={!canWrite}
        value={draft.functionName}
        onChange={(event) => onChange({ functionName: event.currentTarget.value })}
      />
      <TextInput
        label="Description"
        maxLength={1000}
        readOnly={!canWrite}
        value={draft.description}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
      <Textarea
        label="Inputs"
        description="One a line: name: description"
        autosize
        minRows={2}
        maxRows={6}
        readOnly={!canWrite}
        value={draft.inputs}
        error={problems.inputs}
        onChange={(event) => onChange({ inputs: event.currentTarget.value })}
      />
      <Textarea
        label="Outputs"
        description="Variables that the function leaves to its caller"
        autosize
        minRows={2}
        maxRows={6}
        readOnly={!canWrite}
        value={draft.outputs}
        error={problems.outputs}
        onChange={(event) => onChange({ outputs: event.currentTarget.value })}
      />
    </div>
  );
}

function CalledBy({ scripts }: { scripts: RepositoryFunction['calledBy'] }) {
  if (scripts.length === 0) return null;
  return (
    <p className="dim" style={{ margin: 0, padding: '0 16px 8px' }}>
      Called by {scripts.map(({ testScriptName }) => testScriptName).join(', ')}.
    </p>
  );
}
