import { NumberInput, Select, TagsInput, Textarea, TextInput } from '@mantine/core';
import type { FlowNodeSettings } from '../../../../shared/flows/flow-node-look.ts';
import { textOf, textsOf } from '../../model/settings-values.ts';

const units = { ms: 1, s: 1000, min: 60_000, h: 3_600_000, d: 86_400_000 } as const;
type Unit = keyof typeof units;
const unitNames: Record<Unit, string> = { ms: 'Milliseconds', s: 'Seconds', min: 'Minutes', h: 'Hours', d: 'Days' };
const isUnit = (text: string | null): text is Unit => text !== null && text in units;

/** The largest unit in which a time is a whole number. */
const unitOf = (ms: number): Unit =>
  (Object.keys(units) as Unit[]).findLast((unit) => ms > 0 && ms % units[unit] === 0) ?? 's';

/** WaitSettings edits the duration of a wait. */
export function WaitSettings({ node, isReadOnly, onChange }: FlowNodeSettings) {
  const ms = typeof node.settings.durationMs === 'number' ? node.settings.durationMs : 0;
  const unit = unitOf(ms);
  return (
    <div className="row" style={{ gap: 8, alignItems: 'end' }}>
      <NumberInput
        className="grow"
        label="Wait for"
        min={1}
        disabled={isReadOnly}
        value={ms / units[unit]}
        onChange={(value) => onChange({ durationMs: Math.round(Number(value) * units[unit]) })}
      />
      <Select
        aria-label="Unit"
        allowDeselect={false}
        disabled={isReadOnly}
        data={Object.entries(unitNames).map(([value, label]) => ({ value, label }))}
        value={unit}
        onChange={(value) => isUnit(value) && onChange({ durationMs: (ms / units[unit]) * units[value] })}
      />
    </div>
  );
}

/** CommentSettings edits the text of a comment. */
export function CommentSettings({ node, isReadOnly, onChange }: FlowNodeSettings) {
  return (
    <Textarea
      label="Text"
      autosize
      minRows={3}
      disabled={isReadOnly}
      value={textOf(node.settings.text)}
      onChange={(event) => onChange({ text: event.currentTarget.value })}
    />
  );
}

/** EmailSettings edits the recipients and contents of a mail. */
export function EmailSettings({ node, isReadOnly, onChange }: FlowNodeSettings) {
  return (
    <>
      <Recipients
        label="Recipients"
        value={node.settings.to}
        isReadOnly={isReadOnly}
        onChange={(to) => onChange({ to })}
      />
      <TextInput
        label="Subject"
        disabled={isReadOnly}
        value={textOf(node.settings.subject)}
        onChange={(event) => onChange({ subject: event.currentTarget.value })}
      />
      <Textarea
        label="Text"
        description="Write {{name}} for the value of an input."
        autosize
        minRows={4}
        disabled={isReadOnly}
        value={textOf(node.settings.text)}
        onChange={(event) => onChange({ text: event.currentTarget.value })}
      />
      <Select
        label="If sending was interrupted"
        allowDeselect={false}
        disabled={isReadOnly}
        data={[
          { value: 'continue', label: 'Continue without sending again' },
          { value: 'resend', label: 'Send again' },
          { value: 'fail', label: 'Fail the block' },
        ]}
        value={textOf(node.settings.whenUnknown) || 'continue'}
        onChange={(whenUnknown) => onChange({ whenUnknown: whenUnknown ?? 'continue' })}
      />
    </>
  );
}

/** ApprovalSettings edits who is asked. */
export function ApprovalSettings({ node, isReadOnly, onChange }: FlowNodeSettings) {
  return (
    <>
      <Recipients
        label="Approvers"
        value={node.settings.to}
        isReadOnly={isReadOnly}
        onChange={(to) => onChange({ to })}
      />
      <Textarea
        label="Question"
        autosize
        minRows={3}
        disabled={isReadOnly}
        value={textOf(node.settings.text)}
        onChange={(event) => onChange({ text: event.currentTarget.value })}
      />
    </>
  );
}

interface RecipientsProps {
  label: string;
  value: unknown;
  isReadOnly: boolean;
  onChange: (to: string[]) => void;
}

function Recipients({ label, value, isReadOnly, onChange }: RecipientsProps) {
  const to = textsOf(value);
  const wrong = to.find((address) => !/^\S+@\S+\.\S+$/.test(address));
  return (
    <TagsInput
      label={label}
      description="Press Enter after each e-mail address."
      placeholder={to.length === 0 ? 'ana@example.com' : ''}
      disabled={isReadOnly}
      value={to}
      error={wrong === undefined ? undefined : `“${wrong}” isn’t an e-mail address.`}
      splitChars={[',', ';', ' ']}
      acceptValueOnBlur
      onChange={onChange}
    />
  );
}

/** HttpSettings edits a request. */
export function HttpSettings({ node, isReadOnly, onChange }: FlowNodeSettings) {
  return (
    <>
      <div className="row" style={{ gap: 8, alignItems: 'end' }}>
        <Select
          label="Method"
          w={110}
          allowDeselect={false}
          disabled={isReadOnly}
          data={['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']}
          value={textOf(node.settings.method) || 'GET'}
          onChange={(method) => onChange({ method: method ?? 'GET' })}
        />
        <TextInput
          className="grow"
          label="URL"
          placeholder="https://shop.test/orders/{{id}}"
          disabled={isReadOnly}
          value={textOf(node.settings.url)}
          onChange={(event) => onChange({ url: event.currentTarget.value })}
        />
      </div>
      <Textarea
        label="Body"
        autosize
        minRows={3}
        maxRows={12}
        disabled={isReadOnly}
        value={textOf(node.settings.body)}
        onChange={(event) => onChange({ body: event.currentTarget.value })}
      />
    </>
  );
}
