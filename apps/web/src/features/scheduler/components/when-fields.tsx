import { SegmentedControl, TextInput } from '@mantine/core';
import type { ScheduleType } from '@touchstone/contracts/scheduler';
import type { JobDraft, Problems } from '../model/schedule-draft.ts';
import { MonthDays, WeekDays } from './day-buttons.tsx';
import classes from './scheduler.module.css';
import { TimezoneSelect } from './timezone-select.tsx';

/** Schedule types with their display names. */
export const scheduleTypeChoices: { value: ScheduleType; label: string }[] = [
  { value: 'ONCE', label: 'Once' },
  { value: 'DAILY', label: 'Daily' },
  { value: 'WEEKLY', label: 'Weekly' },
  { value: 'MONTHLY', label: 'Monthly' },
  { value: 'CRON', label: 'Cron' },
];

interface Props {
  draft: JobDraft;
  problems: Problems;
  onChange: (patch: Partial<JobDraft>) => void;
}

/** WhenFields edits when a test is due. */
export function WhenFields({ draft, problems, onChange }: Props) {
  const { scheduleType } = draft;
  const isOnce = scheduleType === 'ONCE';
  return (
    <fieldset className={classes.part}>
      <legend className="eyebrow">When</legend>
      <SegmentedControl
        className={classes.wide}
        aria-label="Repeats"
        fullWidth
        data={scheduleTypeChoices}
        value={scheduleType}
        onChange={(value) => onChange({ scheduleType: value as ScheduleType })}
      />
      {scheduleType === 'WEEKLY' ? (
        <WeekDays
          label="Days"
          value={draft.daysOfWeek}
          error={problems.daysOfWeek}
          onChange={(daysOfWeek) => onChange({ daysOfWeek })}
        />
      ) : null}
      {scheduleType === 'MONTHLY' ? (
        <MonthDays
          label="Days of the month"
          value={draft.daysOfMonth}
          error={problems.daysOfMonth}
          onChange={(daysOfMonth) => onChange({ daysOfMonth })}
        />
      ) : null}
      {scheduleType === 'CRON' ? (
        <TextInput
          label="Cron expression"
          description="Minute, hour, day of month, month, day of week"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          className="mono"
          spellCheck={false}
          autoComplete="off"
          maxLength={200}
          value={draft.cron}
          error={problems.cron}
          onChange={(event) => onChange({ cron: event.currentTarget.value })}
        />
      ) : (
        <TextInput
          type="time"
          label="Time"
          value={draft.time}
          error={problems.time}
          onChange={(event) => onChange({ time: event.currentTarget.value.slice(0, 5) })}
        />
      )}
      <TimezoneSelect
        value={draft.timezone}
        error={problems.timezone}
        onChange={(timezone) => onChange({ timezone })}
      />
      <TextInput
        type="date"
        label={isOnce ? 'Date' : 'Start date'}
        value={draft.startDate}
        error={problems.startDate}
        onChange={(event) => onChange({ startDate: event.currentTarget.value })}
      />
      {isOnce ? null : (
        <TextInput
          type="date"
          label="End date (optional)"
          min={draft.startDate}
          value={draft.endDate}
          error={problems.endDate}
          onChange={(event) => onChange({ endDate: event.currentTarget.value })}
        />
      )}
    </fieldset>
  );
}
