import { NumberInput, Select, Switch } from '@mantine/core';
import type { ScriptInput } from '@touchstone/contracts/api-testing';
import type { Problems } from '../../../model/editor/script-draft.ts';
import { withLimit } from '../../../model/editor/settings-form.ts';
import classes from '../editor.module.css';
import { ConditionFields, RetryFields } from './flow-fields.tsx';

interface Props {
  draft: ScriptInput;
  onChange: (draft: ScriptInput) => void;
  problems: Problems;
}

type Settings = ScriptInput['settings'];
type Limit = 'connectTimeoutMs' | 'responseTimeoutMs' | 'streamReadMs' | 'maxEvents';

const timeLimits: { key: Limit; label: string; description: string }[] = [
  {
    key: 'connectTimeoutMs',
    label: 'Connect timeout',
    description: 'Covers DNS, connect and TLS. Leave empty to use the API timeout.',
  },
  {
    key: 'responseTimeoutMs',
    label: 'Response timeout',
    description: 'Time to the first byte after the request is sent. Leave empty to use the API timeout.',
  },
];
const streamLimits: { key: Limit; label: string; description: string }[] = [
  {
    key: 'streamReadMs',
    label: 'Stream read time',
    description:
      'The response is what arrived in this time. Leave empty for 5,000 ms on event streams and no limit on others.',
  },
  { key: 'maxEvents', label: 'Maximum events', description: 'Stops reading an event stream after this many events.' },
];
const httpVersions = [
  { value: 'auto', label: 'Auto' },
  { value: '1.1', label: 'HTTP/1.1' },
  { value: '2', label: 'HTTP/2' },
];

/** SettingsSection sets the limits and protocol of a request. */
export function SettingsSection({ draft, onChange, problems }: Props) {
  const { settings } = draft;
  const set = (patch: Partial<Settings>) => onChange({ ...draft, settings: { ...settings, ...patch } });
  const limit = ({ key, label, description }: (typeof timeLimits)[number]) => (
    <NumberInput
      key={key}
      label={label}
      description={description}
      suffix={key === 'maxEvents' ? undefined : ' ms'}
      min={1}
      max={key === 'maxEvents' ? 10_000 : 600_000}
      step={key === 'maxEvents' ? 1 : 1000}
      allowDecimal={false}
      thousandSeparator=","
      value={settings[key] ?? ''}
      error={problems[`settings.${key}`]}
      onChange={(value) => onChange({ ...draft, settings: withLimit(settings, key, value) })}
    />
  );
  return (
    <div className={classes.fields}>
      <NumberInput
        label="API Timeout"
        suffix=" ms"
        min={1}
        max={600_000}
        step={1000}
        allowDecimal={false}
        value={settings.timeoutMs}
        error={problems['settings.timeoutMs']}
        onChange={(value) => set({ timeoutMs: Number(value) })}
      />
      {timeLimits.map(limit)}
      <Select
        label="HTTP version"
        description="Auto offers HTTP/2 and 1.1 over TLS and uses 1.1 otherwise."
        allowDeselect={false}
        data={httpVersions}
        value={settings.httpVersion ?? 'auto'}
        onChange={(value) => set({ httpVersion: value as Settings['httpVersion'] })}
      />
      <RetryFields draft={draft} onChange={onChange} problems={problems} />
      <ConditionFields draft={draft} onChange={onChange} problems={problems} />
      {streamLimits.map(limit)}
      <Switch
        label="Follow redirects"
        checked={settings.followRedirects}
        onChange={(event) => set({ followRedirects: event.currentTarget.checked })}
      />
      {settings.followRedirects ? (
        <NumberInput
          label="Maximum redirects"
          min={0}
          max={50}
          allowDecimal={false}
          value={settings.maxRedirects}
          error={problems['settings.maxRedirects']}
          onChange={(value) => set({ maxRedirects: Number(value) })}
        />
      ) : null}
      <Switch
        label="Verify the server's certificate"
        checked={settings.verifyCertificate}
        onChange={(event) => set({ verifyCertificate: event.currentTarget.checked })}
      />
    </div>
  );
}
