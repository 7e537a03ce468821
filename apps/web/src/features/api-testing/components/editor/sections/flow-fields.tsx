import { NumberInput, Select, Switch, TextInput } from '@mantine/core';
import type { ScriptInput } from '@touchstone/contracts/api-testing';
import { needsExpected, operatorWords, withCondition, withRetry } from '../../../model/editor/flow-form.ts';
import type { Problems } from '../../../model/editor/script-draft.ts';
import { VariableInput } from '../variable-input.tsx';
import classes from './flow-fields.module.css';

interface Props {
  draft: ScriptInput;
  onChange: (draft: ScriptInput) => void;
  problems: Problems;
}

type Retry = NonNullable<ScriptInput['settings']['retry']>;
type Condition = NonNullable<ScriptInput['condition']>;

const results: { value: Retry['on']; label: string }[] = [
  { value: 'notPassed', label: 'Failures and errors' },
  { value: 'failed', label: 'Failed assertions only' },
  { value: 'error', label: 'Errors only, such as no connection' },
];

/** RetryFields sets how often and on what a request is retried before it counts as failed. */
export function RetryFields({ draft, onChange, problems }: Props) {
  const { retry } = draft.settings;
  const set = (next: Retry | undefined) => onChange(withRetry(draft, next));
  return (
    <div className={classes.group}>
      <Switch
        label="Retry if it fails"
        description="In runs, the request is sent again before it counts as failed."
        checked={retry !== undefined}
        onChange={(event) =>
          set(event.currentTarget.checked ? { retries: 3, delayMs: 500, factor: 2, on: 'notPassed' } : undefined)
        }
      />
      {retry ? (
        <div className={classes.fields}>
          <NumberInput
            label="Retries"
            min={1}
            max={10}
            allowDecimal={false}
            value={retry.retries}
            error={problems['settings.retry.retries']}
            onChange={(value) => set({ ...retry, retries: Number(value) })}
          />
          <NumberInput
            label="First delay"
            suffix=" ms"
            min={0}
            max={60_000}
            step={100}
            allowDecimal={false}
            thousandSeparator=","
            value={retry.delayMs}
            error={problems['settings.retry.delayMs']}
            onChange={(value) => set({ ...retry, delayMs: Number(value) })}
          />
          <NumberInput
            label="Delay multiplier"
            description="1 keeps it the same."
            min={1}
            max={10}
            step={0.5}
            value={retry.factor}
            error={problems['settings.retry.factor']}
            onChange={(value) => set({ ...retry, factor: Number(value) })}
          />
          <Select
            label="Retry on"
            allowDeselect={false}
            data={results}
            value={retry.on}
            onChange={(value) => set({ ...retry, on: value as Retry['on'] })}
          />
        </div>
      ) : null}
    </div>
  );
}

/** ConditionFields makes runs send a request only if a variable has a certain value. */
export function ConditionFields({ draft, onChange, problems }: Props) {
  const { condition } = draft;
  const set = (next: Condition | undefined) => onChange(withCondition(draft, next));
  return (
    <div className={classes.group}>
      <Switch
        label="Run only if"
        description="The run skips this request if the condition isn't met."
        checked={condition !== undefined}
        onChange={(event) =>
          set(event.currentTarget.checked ? { variable: '', operator: 'equals', expected: '' } : undefined)
        }
      />
      {condition ? (
        <div className={classes.fields}>
          <TextInput
            label="Variable"
            placeholder="status"
            spellCheck={false}
            classNames={{ input: 'mono' }}
            value={condition.variable}
            error={problems['condition.variable']}
            onChange={(event) => set({ ...condition, variable: event.currentTarget.value.replace(/^\{\{|\}\}$/g, '') })}
          />
          <Select
            label="Condition"
            allowDeselect={false}
            data={operatorWords}
            value={condition.operator}
            onChange={(value) => set({ ...condition, operator: value as Condition['operator'] })}
          />
          {needsExpected(condition.operator) ? (
            <VariableInput
              label="Value"
              placeholder="ready or {{expected}}"
              inputClass="mono"
              value={condition.expected ?? ''}
              error={problems['condition.expected']}
              onChange={(expected) => set({ ...condition, expected })}
            />
          ) : null}
        </div>
      ) : null}
    </div>
  );
}
