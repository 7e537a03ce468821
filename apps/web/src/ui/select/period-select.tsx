import { Select, TextInput } from '@mantine/core';
import { type PeriodSearch, periodChoices } from '../../shared/period.ts';

interface Props {
  value: PeriodSearch;
  /** The days that `value` resolves to. */
  range: { startDate: string; endDate: string };
  onChange: (patch: Partial<PeriodSearch>) => void;
}

/** PeriodSelect selects the last days, or a first and last day. */
export function PeriodSelect({ value, range, onChange }: Props) {
  const isCustom = Boolean(value.from && value.to);
  const choices: number[] = [...periodChoices];
  if (!choices.includes(value.days)) choices.push(value.days);
  const setDay = (patch: { from?: string; to?: string }) =>
    onChange({ from: range.startDate, to: range.endDate, ...patch });
  return (
    <>
      <Select
        w={140}
        aria-label="Range of days"
        allowDeselect={false}
        data={[
          ...choices.sort((a, b) => a - b).map((days) => ({ value: String(days), label: `Last ${days} days` })),
          { value: 'custom', label: 'From – to' },
        ]}
        value={isCustom ? 'custom' : String(value.days)}
        onChange={(next) => (next === 'custom' ? setDay({}) : onChange({ days: Number(next), from: '', to: '' }))}
      />
      {isCustom ? (
        <>
          <TextInput
            type="date"
            aria-label="First day"
            value={value.from}
            max={range.endDate}
            onChange={({ currentTarget: { value: day } }) => day && setDay({ from: day })}
          />
          <TextInput
            type="date"
            aria-label="Last day"
            value={value.to}
            min={range.startDate}
            onChange={({ currentTarget: { value: day } }) => day && setDay({ to: day })}
          />
        </>
      ) : null}
    </>
  );
}
