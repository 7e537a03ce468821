import { Button, Checkbox, Modal, SegmentedControl, Select, TagsInput, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '@touchstone/contracts';
import {
  type Accounting,
  type MailedReport,
  type ReportPeriod,
  type UptimeReportFormat,
  uptimeReportFormats,
} from '@touchstone/contracts/api-monitoring';
import { type FormEvent, useRef, useState } from 'react';
import { session } from '../../../../shared/session/browser-session.ts';
import { messageOf } from '../../../../shared/toasts.ts';
import { ownTimezone, TimezoneSelect } from '../../../scheduler/index.ts';
import { collectionsQuery } from '../../api/monitors.queries.ts';
import { type MailedReportBody, useMailedReportMutations } from '../../api/reports.ts';
import { accountings, periodChoices } from '../../model/report-words.ts';
import classes from '../editor/editor.module.css';

interface Props {
  projectId: string;
  shown: { collectionId: string | null; accounting: Accounting };
  /** The report to edit; absent to create one. */
  report?: MailedReport | undefined;
  onClose: () => void;
}
type Draft = Required<Omit<MailedReportBody, 'isActive'>>;
type Problems = Readonly<Record<string, string>>;
interface Part {
  draft: Draft;
  problems: Problems;
  onChange: (patch: Partial<Draft>) => void;
}

const draftOf = (report: MailedReport | undefined, shown: Props['shown']): Draft => {
  if (report) {
    const { title, collectionId, period, timeOfDay, timezone, recipients, formats, accounting } = report;
    return { title, collectionId, period, timeOfDay, timezone, recipients, formats, accounting };
  }
  const own = session.getState().account?.email;
  return {
    ...shown,
    title: '',
    period: 'WEEK',
    timeOfDay: '07:00',
    timezone: ownTimezone(),
    recipients: own ? [own] : [],
    formats: ['pdf'],
  };
};

function problemsOf({ title, recipients, formats, timeOfDay }: Draft): Problems {
  const wrong = recipients.find((address) => !/^\S+@\S+\.\S+$/.test(address));
  return {
    ...(title.trim() === '' && { title: 'Please enter title.' }),
    ...(recipients.length === 0 && { recipients: 'Enter at least one e-mail address.' }),
    ...(wrong !== undefined && { recipients: `“${wrong}” isn’t an e-mail address.` }),
    ...(formats.length === 0 && { formats: 'Choose at least one file format.' }),
    ...(timeOfDay === '' && { timeOfDay: 'Enter a time such as 07:30.' }),
  };
}

/** MailedReportDialog creates or edits a scheduled mailed report. */
export function MailedReportDialog({ projectId, shown, report, onClose }: Props) {
  const [draft, setDraft] = useState(() => draftOf(report, shown));
  const [isAsked, setAsked] = useState(false);
  const [refused, setRefused] = useState<{ problems: Problems; message?: string }>({ problems: {} });
  const { save } = useMailedReportMutations(projectId);
  const box = useRef<HTMLFormElement>(null);
  const own = problemsOf(draft);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (Object.keys(own).length > 0) {
      requestAnimationFrame(() => box.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
      return;
    }
    try {
      await save.mutateAsync({ reportId: report?.reportId, body: draft });
      onClose();
    } catch (error) {
      const details = error instanceof ApiError ? error.details : [];
      const found = Object.fromEntries(details.map(({ path, message }) => [path.split('.')[0] ?? '', message]));
      setRefused(details.length > 0 ? { problems: found } : { problems: {}, message: messageOf(error) });
    }
  };
  const part: Part = {
    draft,
    problems: { ...refused.problems, ...(isAsked ? own : {}) },
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
      title={report ? `Edit ${report.title}` : 'Mail a report'}
      size={640}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form ref={box} className={`form ${classes.form}`} noValidate onSubmit={(event) => void submit(event)}>
        <WhatFields {...part} projectId={projectId} />
        <WhenFields {...part} />
        <AccountingFields {...part} />
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
            {report ? 'Save mailed report' : 'Mail report'}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

const formatWords: Record<UptimeReportFormat, string> = { pdf: 'PDF', excel: 'Excel' };

function WhatFields({ draft, problems, projectId, onChange }: Part & { projectId: string }) {
  const collections = useQuery(collectionsQuery(projectId)).data ?? [];
  return (
    <>
      <TextInput
        label="Title"
        description="The subject of the mail begins with it."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        data-autofocus
        maxLength={255}
        value={draft.title}
        error={problems.title}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
      />
      <TagsInput
        label="To"
        description="Press Enter after each e-mail address."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        placeholder={draft.recipients.length === 0 ? 'ana@example.com' : ''}
        maxTags={20}
        splitChars={[',', ';', ' ']}
        acceptValueOnBlur
        value={draft.recipients}
        error={problems.recipients}
        onChange={(recipients) => onChange({ recipients })}
      />
      <Select
        label="Collection"
        placeholder="Whole project"
        clearable
        data={collections.map((each) => ({ value: each.collectionId, label: each.name }))}
        value={draft.collectionId}
        error={problems.collectionId}
        onChange={(collectionId) => onChange({ collectionId })}
      />
      <Checkbox.Group
        label="Attached as"
        value={draft.formats}
        error={problems.formats}
        onChange={(chosen) => onChange({ formats: uptimeReportFormats.filter((each) => chosen.includes(each)) })}
      >
        <div className="row" style={{ gap: 16 }}>
          {uptimeReportFormats.map((format) => (
            <Checkbox key={format} value={format} label={formatWords[format]} />
          ))}
        </div>
      </Checkbox.Group>
    </>
  );
}

const spans: Record<ReportPeriod, string> = {
  DAY: 'Each is about the whole day before.',
  WEEK: 'Sent on Mondays, about the week before.',
  MONTH: 'Sent on the first day, about the month before.',
};

function WhenFields({ draft, problems, onChange }: Part) {
  return (
    <fieldset className={classes.part}>
      <legend className="eyebrow">When</legend>
      <SegmentedControl
        className={classes.wide}
        aria-label="How often"
        fullWidth
        data={periodChoices}
        value={draft.period}
        onChange={(value) => onChange({ period: value as ReportPeriod })}
      />
      <TextInput
        type="time"
        label="Time"
        description={spans[draft.period]}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={draft.timeOfDay}
        error={problems.timeOfDay}
        onChange={(event) => onChange({ timeOfDay: event.currentTarget.value.slice(0, 5) })}
      />
      <TimezoneSelect
        value={draft.timezone}
        error={problems.timezone}
        onChange={(timezone) => onChange({ timezone })}
      />
    </fieldset>
  );
}

function AccountingFields({ draft, onChange }: Part) {
  return (
    <fieldset className={classes.part}>
      <legend className="eyebrow">How uptime is counted</legend>
      {(['retries', 'maintenance', 'unknown'] as const).map((key) => (
        <Select
          key={key}
          label={accountings[key].label}
          allowDeselect={false}
          data={accountings[key].data}
          value={draft.accounting[key]}
          onChange={(value) => value && onChange({ accounting: { ...draft.accounting, [key]: value } })}
        />
      ))}
    </fieldset>
  );
}
