import { Button, Modal, MultiSelect, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '@touchstone/contracts';
import type { MaintenanceWindow } from '@touchstone/contracts/api-monitoring';
import { type FormEvent, useRef, useState } from 'react';
import { messageOf } from '../../../../shared/toasts.ts';
import { ownTimezone, TimezoneSelect } from '../../../scheduler/index.ts';
import { useWindowMutations } from '../../api/maintenance.ts';
import { collectionsQuery } from '../../api/monitors.queries.ts';
import {
  draftOf,
  newWindow,
  type Repeat,
  timeOf,
  type WindowDraft,
  weekDayChoices,
  windowProblems,
} from '../../model/window-draft.ts';
import classes from '../editor/editor.module.css';
import { NumberField } from '../editor/number-field.tsx';
import { MonitorsField } from '../monitors/monitors-field.tsx';

interface Props {
  projectId: string;
  /** The window to edit; absent to plan one. */
  window?: MaintenanceWindow | undefined;
  onClose: () => void;
}

interface Part {
  draft: WindowDraft;
  problems: Readonly<Record<string, string>>;
  onChange: (patch: Partial<WindowDraft>) => void;
}

/** WindowDialog plans or edits a maintenance window. */
export function WindowDialog({ projectId, window, onClose }: Props) {
  const [draft, setDraft] = useState(() =>
    window ? draftOf(window, new Date(), ownTimezone()) : newWindow(new Date(), ownTimezone()),
  );
  const [isAsked, setAsked] = useState(false);
  const [refused, setRefused] = useState<{ problems: Record<string, string>; message?: string }>({ problems: {} });
  const { save } = useWindowMutations(projectId);
  const box = useRef<HTMLFormElement>(null);
  const own = windowProblems(draft);
  const problems = { ...refused.problems, ...(isAsked ? own : {}) };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (Object.keys(own).length > 0) {
      requestAnimationFrame(() => box.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    const { title, description, scope, collectionIds, monitorIds } = draft;
    const isSome = scope === 'some';
    const body = {
      title,
      description,
      time: timeOf(draft),
      collectionIds: isSome ? collectionIds : [],
      monitorIds: isSome ? monitorIds : [],
    };
    try {
      await save.mutateAsync({ windowId: window?.windowId, body });
      onClose();
    } catch (error) {
      const details = error instanceof ApiError ? error.details : [];
      const found = Object.fromEntries(details.map(({ path, message }) => [path.replace(/^time\./, ''), message]));
      setRefused(details.length > 0 ? { problems: found } : { problems: {}, message: messageOf(error) });
    }
  };
  const part: Part = {
    draft,
    problems,
    onChange: (patch) => {
      setRefused({ problems: {} });
      setDraft((before) => ({ ...before, ...patch }));
    },
  };
  return (
    <Modal
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      title={window ? `Edit ${window.title}` : 'Plan maintenance'}
      size={640}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form ref={box} className={`form ${classes.form}`} noValidate onSubmit={(event) => void submit(event)}>
        <TextInput
          label="Title"
          data-autofocus
          maxLength={255}
          value={draft.title}
          error={problems.title}
          onChange={(event) => part.onChange({ title: event.currentTarget.value })}
        />
        <Textarea
          label="Description"
          autosize
          minRows={1}
          maxRows={6}
          maxLength={10_000}
          value={draft.description}
          onChange={(event) => part.onChange({ description: event.currentTarget.value })}
        />
        <WhenFields {...part} />
        <ScopeFields {...part} projectId={projectId} />
        <div className={classes.foot}>
          {refused.message ? (
            <p className={classes.problem} role="alert">
              {refused.message}
            </p>
          ) : null}
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending}>
            {window ? 'Save maintenance' : 'Plan maintenance'}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

const repeats: { value: Repeat; label: string }[] = [
  { value: 'once', label: 'Once' },
  { value: 'daily', label: 'Daily' },
  { value: 'weekly', label: 'Weekly' },
  { value: 'monthly', label: 'Monthly' },
  { value: 'cron', label: 'Cron' },
];

function WhenFields({ draft, problems, onChange }: Part) {
  const { repeat } = draft;
  return (
    <fieldset className={classes.part}>
      <legend className="eyebrow">When</legend>
      <SegmentedControl
        className={classes.wide}
        aria-label="Repeats"
        fullWidth
        data={repeats}
        value={repeat}
        onChange={(value) => onChange({ repeat: value as Repeat })}
      />
      {repeat === 'once' ? <OnceFields draft={draft} problems={problems} onChange={onChange} /> : null}
      {repeat === 'weekly' ? (
        <MultiSelect
          className={classes.wide}
          label="Days"
          data={weekDayChoices}
          value={draft.weekDays}
          error={problems.weekDays}
          onChange={(weekDays) => onChange({ weekDays })}
        />
      ) : null}
      {repeat === 'monthly' ? (
        <NumberField
          label="Day of the month"
          min={1}
          max={31}
          value={draft.monthDay}
          error={problems.monthDay}
          onChange={(monthDay) => onChange({ monthDay })}
        />
      ) : null}
      {repeat === 'cron' ? (
        <TextInput
          label="Cron expression"
          description="When it begins: minute, hour, day of month, month, day of week"
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          className="mono"
          value={draft.cron}
          error={problems.cron}
          onChange={(event) => onChange({ cron: event.currentTarget.value })}
        />
      ) : null}
      {repeat === 'once' ? null : <RecurringFields draft={draft} problems={problems} onChange={onChange} />}
    </fieldset>
  );
}

function OnceFields({ draft, problems, onChange }: Part) {
  return (
    <>
      <TextInput
        type="datetime-local"
        label="Start"
        description={`In your time zone, ${ownTimezone().replaceAll('_', ' ')}`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={draft.startsAt}
        error={problems.startsAt}
        onChange={(event) => onChange({ startsAt: event.currentTarget.value })}
      />
      <TextInput
        type="datetime-local"
        label="End"
        value={draft.endsAt}
        error={problems.endsAt}
        onChange={(event) => onChange({ endsAt: event.currentTarget.value })}
      />
    </>
  );
}

function RecurringFields({ draft, problems, onChange }: Part) {
  return (
    <>
      {draft.repeat === 'cron' ? null : (
        <TextInput
          type="time"
          label="Time"
          value={draft.time}
          error={problems.time}
          onChange={(event) => onChange({ time: event.currentTarget.value.slice(0, 5) })}
        />
      )}
      <NumberField
        label="Duration"
        suffix=" min"
        min={1}
        max={10_080}
        value={draft.durationMinutes}
        error={problems.durationMinutes}
        onChange={(durationMinutes) => onChange({ durationMinutes })}
      />
      <TimezoneSelect
        value={draft.timezone}
        error={problems.timezone}
        onChange={(timezone) => onChange({ timezone })}
      />
    </>
  );
}

function ScopeFields({ draft, problems, projectId, onChange }: Part & { projectId: string }) {
  const collections = useQuery(collectionsQuery(projectId)).data ?? [];
  return (
    <fieldset className={classes.part}>
      <legend className="eyebrow">Monitored APIs</legend>
      <SegmentedControl
        className={classes.wide}
        aria-label="Scope"
        data={[
          { value: 'project', label: 'Whole project' },
          { value: 'some', label: 'Some of them' },
        ]}
        value={draft.scope}
        onChange={(value) => onChange({ scope: value as WindowDraft['scope'] })}
      />
      {draft.scope === 'some' ? (
        <>
          <MultiSelect
            label="Collections"
            searchable
            data={collections.map((each) => ({ value: each.collectionId, label: each.name }))}
            value={draft.collectionIds}
            error={problems.collectionIds}
            onChange={(collectionIds) => onChange({ collectionIds })}
          />
          <MonitorsField
            projectId={projectId}
            value={draft.monitorIds}
            error={problems.monitorIds}
            onChange={(monitorIds) => onChange({ monitorIds })}
          />
        </>
      ) : null}
    </fieldset>
  );
}
