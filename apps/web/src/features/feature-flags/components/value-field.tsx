import { SegmentedControl, TextInput } from '@mantine/core';
import type { Flag } from '@touchstone/contracts/feature-flags';
import { valueProblem } from '../model/flag-draft.ts';

interface Props {
  label: string;
  value: Flag['value'];
  onChange: (value: Flag['value']) => void;
}

/** ValueField edits the value of a flag: a switch, or a text. */
export function ValueField({ label, value, onChange }: Props) {
  if (typeof value === 'string')
    return (
      <TextInput
        aria-label={label}
        w={240}
        maxLength={255}
        value={value}
        error={valueProblem(value)}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  return (
    <SegmentedControl
      aria-label={label}
      value={String(value)}
      onChange={(next) => onChange(next === 'true')}
      data={[
        { value: 'false', label: 'Off' },
        { value: 'true', label: 'On' },
      ]}
    />
  );
}
