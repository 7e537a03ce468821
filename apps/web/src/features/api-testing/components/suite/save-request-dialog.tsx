import { TextInput } from '@mantine/core';
import { type Script, type ScriptInput, scriptNameSchema } from '@touchstone/contracts/api-testing';
import { useState } from 'react';
import type { Choice } from '../../../../shared/choices.ts';
import { messageOf } from '../../../../shared/toasts.ts';
import { FormDialog } from '../../../../ui/dialog/form-dialog.tsx';
import { useSaveNew } from '../../api/scripts.mutations.ts';
import { withName } from '../../model/request/request-name.ts';
import classes from '../editor/editor.module.css';
import { problemOf, SuitePlaceFields, useSuitePlace } from './suite-place.tsx';

interface Props {
  /** Absent if there is no workspace yet, so that one is created. */
  projectId: string | undefined;
  /** The open suite. */
  suite?: Choice | undefined;
  draft: ScriptInput;
  onSaved: (script: Script) => void;
  onClose: () => void;
}
type Field = 'name' | 'project' | 'suite' | 'other';

/**
 * SaveRequestDialog asks for the name of a new request and for its project, suite and folder, creating the missing
 * ones.
 */
export function SaveRequestDialog({ projectId, suite, draft, onSaved, onClose }: Props) {
  const place = useSuitePlace({ projectId, suite });
  const [name, setName] = useState(withName(draft).scriptName);
  const [problems, setProblems] = useState<Partial<Record<Field, string>>>({});
  const save = useSaveNew();
  const submit = async () => {
    const found = { ...problemOf('name', scriptNameSchema.safeParse(name)), ...place.problems() };
    setProblems(found);
    if (Object.keys(found).length > 0) return false;
    const script = { ...draft, ...place.inFolder(), scriptName: name };
    onSaved(await save.mutateAsync({ place: place.place(), script }));
    return true;
  };
  return (
    <FormDialog
      title="Save request"
      confirm="Save request"
      onSubmit={submit}
      onError={(error) => setProblems({ other: messageOf(error) })}
      onClose={onClose}
    >
      <div className={classes.dialog}>
        <TextInput
          label="Name"
          data-autofocus
          value={name}
          error={problems.name}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <SuitePlaceFields place={place} problems={problems} />
        {problems.other ? (
          <p role="alert" style={{ color: 'var(--fail)' }}>
            {problems.other}
          </p>
        ) : null}
      </div>
    </FormDialog>
  );
}
