import { SegmentedControl, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { intervalBounds } from '@touchstone/contracts/api-monitoring';
import { useMemo } from 'react';
import { messageOf } from '../../../../shared/toasts.ts';
import { DuePreview, previewQuery, TimezoneSelect } from '../../../scheduler/index.ts';
import { secondsWords } from '../../model/schedule-words.ts';
import classes from './editor.module.css';
import type { FormPart } from './form-part.ts';
import { NumberField } from './number-field.tsx';

/** Common intervals in seconds. */
const intervals = [10, 30, 60, 120, 300, 600, 900, 1800, 3600, 21_600, 43_200, 86_400];
const own = 'own';
const typingMs = 250;

/** ScheduleFields edits when checks are due. */
export function ScheduleFields({ draft, problems, projectId, onChange }: FormPart & { projectId: string }) {
  const isHeartbeat = draft.definition.kind === 'heartbeat';
  return (
    <fieldset className={classes.part}>
      <legend className="eyebrow">{isHeartbeat ? 'Expected calls' : 'Schedule'}</legend>
      <SegmentedControl
        className={classes.wide}
        aria-label="Repeats"
        data={[
          { value: 'interval', label: 'Interval' },
          { value: 'cron', label: 'Cron' },
        ]}
        value={draft.scheduleType}
        onChange={(value) => onChange({ scheduleType: value as 'interval' | 'cron' })}
      />
      {draft.scheduleType === 'interval' ? (
        <IntervalFields draft={draft} problems={problems} onChange={onChange} />
      ) : (
        <CronFields draft={draft} problems={problems} projectId={projectId} onChange={onChange} />
      )}
    </fieldset>
  );
}

function IntervalFields({ draft: { everySeconds }, problems, onChange }: FormPart) {
  const isUsual = intervals.includes(everySeconds);
  return (
    <>
      <Select
        label="Interval"
        allowDeselect={false}
        data={[
          ...intervals.map((seconds) => ({
            value: String(seconds),
            label: `Every ${secondsWords(seconds).replace(/^1 /, '')}`,
          })),
          { value: own, label: 'Other…' },
        ]}
        value={isUsual ? String(everySeconds) : own}
        onChange={(value) => value && onChange({ everySeconds: value === own ? Number.NaN : Number(value) })}
      />
      {isUsual ? null : (
        <NumberField
          label="Seconds"
          min={intervalBounds.min}
          max={intervalBounds.max}
          value={everySeconds}
          error={problems.everySeconds}
          onChange={(seconds) => onChange({ everySeconds: seconds })}
        />
      )}
    </>
  );
}

function CronFields({ draft: { cron, timezone }, problems, projectId, onChange }: FormPart & { projectId: string }) {
  const [asked] = useDebouncedValue(cron, typingMs);
  const schedule = useMemo(
    () => ({
      scheduleType: 'CRON' as const,
      timezone,
      startDate: new Date().toISOString().slice(0, 10),
      endDate: null,
      time: null,
      daysOfWeek: [],
      daysOfMonth: [],
      cron: asked,
    }),
    [asked, timezone],
  );
  const preview = useQuery({ ...previewQuery(projectId, schedule), enabled: asked.trim() !== '', retry: false });
  const refusal = preview.error && asked === cron ? messageOf(preview.error) : undefined;
  return (
    <>
      <TextInput
        label="Cron expression"
        description="Minute, hour, day of month, month, day of week"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        className="mono"
        spellCheck={false}
        autoComplete="off"
        maxLength={200}
        value={cron}
        error={problems.cron ?? refusal}
        onChange={(event) => onChange({ cron: event.currentTarget.value })}
      />
      <TimezoneSelect value={timezone} error={problems.timezone} onChange={(value) => onChange({ timezone: value })} />
      <div className={classes.wide}>
        <DuePreview
          schedule={schedule}
          dueAt={preview.data}
          problem={asked.trim() === '' || refusal ? 'Correct the cron expression.' : undefined}
        />
      </div>
    </>
  );
}
