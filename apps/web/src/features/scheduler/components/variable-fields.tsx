import { ActionIcon, Button, Checkbox, PasswordInput, TextInput } from '@mantine/core';
import { Plus, Trash2 } from 'lucide-react';
import type { Problems, VariableDraft } from '../model/schedule-draft.ts';
import classes from './scheduler.module.css';

interface Props {
  variables: VariableDraft[];
  problems: Problems;
  onChange: (variables: VariableDraft[]) => void;
}

/** VariableFields edits the variables of a schedule, which take precedence over all others of the same name. */
export function VariableFields({ variables, problems, onChange }: Props) {
  const change = (key: number, patch: Partial<VariableDraft>) =>
    onChange(variables.map((one) => (one.key === key ? { ...one, ...patch } : one)));
  const add = () => {
    const key = Math.max(-1, ...variables.map((one) => one.key)) + 1;
    onChange([...variables, { key, name: '', value: '', isSecret: false, isStored: false }]);
  };
  return (
    <fieldset className={`${classes.wide} ${classes.variables}`}>
      <legend>Variables</legend>
      {variables.length === 0 ? (
        <p className={classes.small}>
          Replace values of the environment, the suite and the workspace for this schedule.
        </p>
      ) : null}
      {variables.map((variable, index) => {
        const { key, name, value, isSecret, isStored } = variable;
        const at = name || `variable ${index + 1}`;
        const Value = isSecret ? PasswordInput : TextInput;
        return (
          <div key={key} className={classes.variable}>
            <TextInput
              aria-label={`Name of variable ${index + 1}`}
              placeholder="Name"
              spellCheck={false}
              maxLength={255}
              value={name}
              error={problems[`target.variables.${index}.name`]}
              onChange={(event) => change(key, { name: event.currentTarget.value, isStored: false })}
            />
            <Value
              aria-label={`Value of ${at}`}
              placeholder={isStored && isSecret ? 'Stored value' : 'Value'}
              spellCheck={false}
              autoComplete="off"
              value={value}
              error={problems[`target.variables.${index}.value`]}
              onChange={(event) => change(key, { value: event.currentTarget.value })}
            />
            <Checkbox
              label="Secret"
              aria-label={`${at} is a secret`}
              checked={isSecret}
              onChange={(event) => change(key, { isSecret: event.currentTarget.checked })}
            />
            <ActionIcon
              size={28}
              aria-label={`Remove ${at}`}
              onClick={() => onChange(variables.filter((one) => one.key !== key))}
            >
              <Trash2 size={15} />
            </ActionIcon>
          </div>
        );
      })}
      {problems['target.variables'] ? (
        <p className={classes.problem} role="alert">
          {problems['target.variables']}
        </p>
      ) : null}
      <Button variant="subtle" size="compact-sm" leftSection={<Plus size={14} />} onClick={add}>
        Add variable
      </Button>
    </fieldset>
  );
}
