import { lastDayOfMonth, type WeekDay, weekDays } from '@touchstone/contracts/scheduler';
import { useId } from 'react';
import { dayName } from '../model/schedule-words.ts';
import classes from './scheduler.module.css';

interface Props<Day> {
  label: string;
  value: readonly Day[];
  error: string | undefined;
  onChange: (value: Day[]) => void;
}

interface Choice<Day> {
  day: Day;
  label: string;
}

const ofWeek: Choice<WeekDay>[] = weekDays.map((day) => ({ day, label: dayName(day) }));
type MonthDay = number | typeof lastDayOfMonth;
const ofMonth: Choice<MonthDay>[] = [
  ...Array.from({ length: 31 }, (_, index) => ({ day: index + 1, label: `${index + 1}` })),
  { day: lastDayOfMonth, label: 'Last day' },
];

/** WeekDays selects days of the week. */
export const WeekDays = (props: Props<WeekDay>) => <Days {...props} choices={ofWeek} className={classes.days} />;

/** MonthDays selects days of the month. */
export const MonthDays = (props: Props<MonthDay>) => <Days {...props} choices={ofMonth} className={classes.month} />;

function Days<Day>({
  label,
  value,
  error,
  onChange,
  choices,
  className,
}: Props<Day> & { choices: readonly Choice<Day>[]; className: string | undefined }) {
  const id = useId();
  const toggle = (day: Day) => onChange(value.includes(day) ? value.filter((other) => other !== day) : [...value, day]);
  return (
    <div className={classes.wide}>
      <div className="mantine-InputWrapper-label" id={`${id}-label`}>
        {label}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a grid of buttons in all browsers */}
      <div role="group" aria-labelledby={`${id}-label`} aria-describedby={error && `${id}-error`} className={className}>
        {choices.map(({ day, label: text }) => (
          <button
            key={text}
            type="button"
            className={classes.day}
            aria-pressed={value.includes(day)}
            onClick={() => toggle(day)}
          >
            {text}
          </button>
        ))}
      </div>
      {error ? (
        <p id={`${id}-error`} className={classes.problem} role="alert">
          {error}
        </p>
      ) : null}
    </div>
  );
}
