import { ActionIcon, Button, Checkbox, MultiSelect, TextInput } from '@mantine/core';
import type { NewPolicy, QuietDay } from '@touchstone/contracts/api-monitoring';
import { Plus, X } from 'lucide-react';
import { ownTimezone, TimezoneSelect } from '../../../scheduler/index.ts';
import classes from '../editor/editor.module.css';

type QuietHours = NonNullable<NewPolicy['quietHours']>[number];
const most = 10;

const days: { value: QuietDay; label: string }[] = [
  { value: 'MON', label: 'Monday' },
  { value: 'TUE', label: 'Tuesday' },
  { value: 'WED', label: 'Wednesday' },
  { value: 'THU', label: 'Thursday' },
  { value: 'FRI', label: 'Friday' },
  { value: 'SAT', label: 'Saturday' },
  { value: 'SUN', label: 'Sunday' },
];

interface Props {
  value: readonly QuietHours[];
  problems: Readonly<Record<string, string>>;
  onChange: (value: QuietHours[]) => void;
}

/** QuietFields shows the quiet hours of a policy: messages are held during any of them. */
export function QuietFields({ value, problems, onChange }: Props) {
  const add = () =>
    onChange([
      ...value,
      {
        days: days.map((day) => day.value),
        from: '22:00',
        to: '07:00',
        timezone: value.at(-1)?.timezone ?? ownTimezone(),
      },
    ]);
  return (
    <fieldset className={classes.part}>
      <legend className="eyebrow">Quiet hours</legend>
      <Checkbox
        className={classes.wide}
        label="Hold messages during quiet hours"
        checked={value.length > 0}
        error={problems.quietHours}
        onChange={(event) => (event.currentTarget.checked ? add() : onChange([]))}
      />
      {value.map((quiet, index) => (
        <QuietPart
          // biome-ignore lint/suspicious/noArrayIndexKey: quiet hours are told apart by their place alone
          key={index}
          quiet={quiet}
          index={index}
          isOnly={value.length === 1}
          problems={problems}
          onChange={(patch) => onChange(value.map((one, at) => (at === index ? { ...one, ...patch } : one)))}
          onRemove={() => onChange(value.filter((_, at) => at !== index))}
        />
      ))}
      {value.length > 0 && value.length < most ? (
        <div className={classes.wide}>
          <Button variant="default" leftSection={<Plus size={14} />} onClick={add}>
            Add quiet hours
          </Button>
        </div>
      ) : null}
    </fieldset>
  );
}

interface PartProps {
  quiet: QuietHours;
  index: number;
  isOnly: boolean;
  problems: Props['problems'];
  onChange: (patch: Partial<QuietHours>) => void;
  onRemove: () => void;
}

function QuietPart({ quiet, index, isOnly, problems, onChange, onRemove }: PartProps) {
  const named = (label: string) => (isOnly ? label : `${label} ${index + 1}`);
  const problemOf = (field: string) => problems[`quietHours.${index}.${field}`];
  return (
    <>
      <MultiSelect
        label={named('Days')}
        data={days}
        value={quiet.days}
        error={problemOf('days')}
        onChange={(chosen) => onChange({ days: chosen as QuietDay[] })}
      />
      <TimezoneSelect
        label={named('Time zone')}
        value={quiet.timezone}
        error={problemOf('timezone')}
        onChange={(timezone) => onChange({ timezone })}
      />
      {(['from', 'to'] as const).map((field) => (
        <TextInput
          key={field}
          type="time"
          label={named(field === 'from' ? 'From' : 'To')}
          value={quiet[field]}
          error={problemOf(field)}
          onChange={(event) => onChange({ [field]: event.currentTarget.value.slice(0, 5) })}
        />
      ))}
      <div className={`row ${classes.wide}`}>
        <Checkbox
          className="grow"
          label={named('Alert about down at any time')}
          checked={quiet.downGoesThrough ?? false}
          onChange={(event) => onChange({ downGoesThrough: event.currentTarget.checked })}
        />
        {isOnly ? null : (
          <ActionIcon aria-label={`Remove quiet hours ${index + 1}`} onClick={onRemove}>
            <X size={14} />
          </ActionIcon>
        )}
      </div>
    </>
  );
}
