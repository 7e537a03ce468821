import { Button, Group, Modal, NumberInput, SegmentedControl, Select, Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Prerequisite } from '@touchstone/contracts/api-testing';
import { type FormEvent, useState } from 'react';
import { CodeField } from '../../../../ui/code-editor/code-field.tsx';
import { environmentsQuery } from '../../api/environments.queries.ts';
import { usePrerequisiteMutations } from '../../api/prerequisites.mutations.ts';
import { type FormProblems, problemsOfError } from '../../model/editor/form-problems.ts';
import { fromDraft, type PrerequisiteDraft, toDraft, withoutAction } from '../../model/prerequisite-draft.ts';
import classes from './prerequisite.module.css';
import { kindLabels } from './prerequisite-kinds.ts';
import { QueryFields } from './query-fields.tsx';
import { ScriptFields } from './script-fields.tsx';

interface Props {
  projectId: string;
  /** Absent to create a prerequisite. */
  prerequisite?: Prerequisite | undefined;
  onClose: () => void;
}

/** PrerequisiteDialog creates or edits a prerequisite. */
export function PrerequisiteDialog({ projectId, prerequisite, onClose }: Props) {
  const [draft, setDraft] = useState(() => toDraft(prerequisite));
  const [problems, setProblems] = useState<FormProblems>({});
  const { create, update } = usePrerequisiteMutations(projectId);
  const environments = useQuery(environmentsQuery(projectId));
  const change = (next: PrerequisiteDraft) => {
    setDraft(next);
    setProblems({});
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const result = fromDraft(draft, projectId);
    if ('problems' in result) {
      setProblems(result.problems);
      requestAnimationFrame(() =>
        document.querySelector<HTMLElement>('[role="dialog"] [aria-invalid="true"]')?.focus(),
      );
      return;
    }
    const { projectId: _project, ...fields } = result.input;
    try {
      await (prerequisite
        ? update.mutateAsync({ prerequisiteId: prerequisite.prerequisiteId, ...fields })
        : create.mutateAsync(result.input));
      onClose();
    } catch (error) {
      setProblems(withoutAction(problemsOfError(error)));
    }
  };
  const part = { projectId, draft, onChange: change, problems };
  return (
    <Modal
      opened
      onClose={onClose}
      title={prerequisite ? `Edit ${prerequisite.name}` : 'Create prerequisite'}
      size={680}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form className={`form ${classes.form}`} onSubmit={(event) => void submit(event)} noValidate>
        <TextInput
          label="Name"
          placeholder="Sign in"
          data-autofocus
          value={draft.name}
          error={problems.name}
          onChange={(event) => change({ ...draft, name: event.currentTarget.value })}
        />
        <div>
          <div className={classes.fieldName} id="prerequisite-kind">
            Values come from
          </div>
          <SegmentedControl
            aria-labelledby="prerequisite-kind"
            fullWidth
            data={Object.entries(kindLabels).map(([value, label]) => ({ value, label }))}
            value={draft.kind}
            onChange={(value) => change({ ...draft, kind: value as PrerequisiteDraft['kind'] })}
          />
        </div>
        {draft.kind === 'script' ? <ScriptFields {...part} /> : null}
        {draft.kind === 'database' ? <QueryFields {...part} /> : null}
        {draft.kind === 'javascript' ? (
          <CodeField
            label="Script"
            language="javascript"
            value={draft.code}
            placeholder={`pm.environment.set('today', new Date().toISOString().slice(0, 10));`}
            error={problems.code}
            onChange={(code) => change({ ...draft, code })}
          />
        ) : null}
        <div className={classes.pair}>
          <Select
            label="Save values to"
            placeholder="This run only"
            clearable
            data={(environments.data ?? []).map((item) => ({ value: item.environmentId, label: item.environmentName }))}
            value={draft.targetEnvironmentId}
            onChange={(targetEnvironmentId) => change({ ...draft, targetEnvironmentId })}
          />
          <NumberInput
            label="Time limit in seconds"
            min={0.1}
            max={120}
            decimalScale={1}
            value={draft.timeoutMs / 1000}
            error={problems.timeoutMs}
            onChange={(value) => change({ ...draft, timeoutMs: Math.round(Number(value) * 1000) })}
          />
        </div>
        <Switch
          label="Secret values"
          description="Encrypted, and masked in results, logs and reports."
          checked={draft.isSecret}
          onChange={(event) => change({ ...draft, isSecret: event.currentTarget.checked })}
        />
        {problems[''] ? (
          <p className={classes.problem} role="alert">
            {problems['']}
          </p>
        ) : null}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending || update.isPending}>
            {prerequisite ? 'Save prerequisite' : 'Create prerequisite'}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
