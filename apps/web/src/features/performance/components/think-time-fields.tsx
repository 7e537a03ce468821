import { Select, TextInput } from '@mantine/core';
import type { Problems, ThinkTimeForm } from '../model/load-form.ts';
import classes from './performance.module.css';

interface Props {
  form: ThinkTimeForm;
  problems: Problems;
  onChange: (form: ThinkTimeForm) => void;
}

const labels: Record<ThinkTimeForm['type'], [first: string, second: string]> = {
  none: ['', ''],
  constant: ['Pause', ''],
  uniform: ['Shortest', 'Longest'],
  normal: ['Mean', 'Deviation'],
};

/** ThinkTimeFields edits a user's pause after each step. */
export function ThinkTimeFields({ form, problems, onChange }: Props) {
  const [first, second] = labels[form.type];
  return (
    <div className={classes.fields}>
      <Select
        label="Think time"
        allowDeselect={false}
        data={[
          { value: 'none', label: 'None' },
          { value: 'constant', label: 'Constant' },
          { value: 'uniform', label: 'Between two times' },
          { value: 'normal', label: 'Around a mean' },
        ]}
        value={form.type}
        onChange={(type) => onChange({ ...form, type: (type ?? 'none') as ThinkTimeForm['type'] })}
      />
      {first ? (
        <TextInput
          label={first}
          placeholder="1s"
          value={form.first}
          error={problems.thinkFirst}
          onChange={(event) => onChange({ ...form, first: event.currentTarget.value })}
        />
      ) : null}
      {second ? (
        <TextInput
          label={second}
          placeholder="2s"
          value={form.second}
          error={problems.thinkSecond}
          onChange={(event) => onChange({ ...form, second: event.currentTarget.value })}
        />
      ) : null}
    </div>
  );
}
