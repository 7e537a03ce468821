import { MultiSelect } from '@mantine/core';

interface Props<Status extends string> {
  choices: readonly { value: Status; label: string }[];
  value: Status[];
  onChange: (value: Status[]) => void;
}

/** StatusFilter filters a list by status; no selection means all. */
export function StatusFilter<Status extends string>({ choices, value, onChange }: Props<Status>) {
  const isUsed = value.length > 0;
  return (
    <MultiSelect
      w={isUsed ? 360 : 180}
      maw="100%"
      aria-label="Filter by status"
      placeholder={isUsed ? undefined : 'Any status'}
      data={choices}
      value={value}
      onChange={(next) => onChange(next as Status[])}
      clearable
    />
  );
}
