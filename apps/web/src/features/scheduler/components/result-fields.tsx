import { NumberInput, Select, TagsInput, TextInput } from '@mantine/core';
import type { JobDraft, Problems } from '../model/schedule-draft.ts';
import classes from './scheduler.module.css';

const missedChoices: { value: JobDraft['missedPolicy']; label: string }[] = [
  { value: 'RUN_ONCE', label: 'Run once afterwards' },
  { value: 'SKIP', label: 'Skip missed runs' },
];
const notifyChoices: { value: JobDraft['notifyWhen']; label: string }[] = [
  { value: 'NEVER', label: 'Nobody' },
  { value: 'ALWAYS', label: 'After every run' },
  { value: 'FAILURE', label: 'When a run fails' },
  { value: 'CHANGE', label: 'When the result changes' },
];

interface Props {
  draft: JobDraft;
  problems: Problems;
  /** Default first recipient of the result. */
  ownEmail: string | undefined;
  onChange: (patch: Partial<JobDraft>) => void;
}

/** The recipients for a choice; the first one saves users from typing their own address. */
function notifyPatch(when: JobDraft['notifyWhen'], draft: JobDraft, ownEmail: string | undefined): Partial<JobDraft> {
  const hasNoRecipient = draft.emails.length === 0 && draft.webhookUrl === '';
  const isFirst = draft.notifyWhen === 'NEVER' && when !== 'NEVER';
  return { notifyWhen: when, ...(isFirst && hasNoRecipient && ownEmail && { emails: [ownEmail] }) };
}

/** ResultFields edits what follows when a run fails, is missed or ends. */
export function ResultFields({ draft, problems, ownEmail, onChange }: Props) {
  return (
    <>
      <fieldset className={classes.part}>
        <legend className="eyebrow">Failed and missed runs</legend>
        <NumberInput
          label="Retries"
          min={0}
          max={3}
          allowDecimal={false}
          value={draft.retries}
          error={problems['retry.attempts']}
          onChange={(retries) => onChange({ retries })}
        />
        {Number(draft.retries) > 0 ? (
          <NumberInput
            label="Delay before a retry"
            suffix=" s"
            min={0}
            max={3600}
            allowDecimal={false}
            value={draft.retryDelaySeconds}
            error={problems['retry.delaySeconds']}
            onChange={(retryDelaySeconds) => onChange({ retryDelaySeconds })}
          />
        ) : null}
        <Select
          label="If runs were missed"
          allowDeselect={false}
          data={missedChoices}
          value={draft.missedPolicy}
          onChange={(value) => value && onChange({ missedPolicy: value as JobDraft['missedPolicy'] })}
        />
      </fieldset>
      <fieldset className={classes.part}>
        <legend className="eyebrow">Notifications</legend>
        <Select
          label="Notify"
          allowDeselect={false}
          data={notifyChoices}
          value={draft.notifyWhen}
          onChange={(value) => value && onChange(notifyPatch(value as JobDraft['notifyWhen'], draft, ownEmail))}
        />
        {draft.notifyWhen === 'NEVER' ? null : (
          <>
            <TagsInput
              className={classes.wide}
              label="E-mail addresses"
              placeholder={draft.emails.length === 0 ? 'ana@example.com' : ''}
              description="Press Enter after each."
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              splitChars={[',', ';', ' ']}
              acceptValueOnBlur
              maxTags={20}
              value={draft.emails}
              error={problems['notify.emails']}
              onChange={(emails) => onChange({ emails })}
            />
            <TextInput
              className={classes.wide}
              label="Webhook"
              description="Gets the result as JSON by POST."
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              placeholder="https://ci.example.com/hooks/touchstone"
              spellCheck={false}
              autoComplete="off"
              value={draft.webhookUrl}
              error={problems['notify.webhookUrl']}
              onChange={(event) => onChange({ webhookUrl: event.currentTarget.value })}
            />
          </>
        )}
      </fieldset>
    </>
  );
}
