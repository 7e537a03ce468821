import { NumberInput, Switch, Textarea } from '@mantine/core';
import type { ScriptInput } from '@touchstone/contracts';
import type { Problems } from '../../model/script-draft.ts';
import classes from './editor.module.css';

interface Props {
  draft: ScriptInput;
  onChange: (draft: ScriptInput) => void;
  problems: Problems;
}

export function SettingsSection({ draft, onChange, problems }: Props) {
  const { settings } = draft;
  const set = (patch: Partial<ScriptInput['settings']>) => onChange({ ...draft, settings: { ...settings, ...patch } });
  return (
    <div className={classes.fields}>
      <Textarea
        label="Description"
        autosize
        minRows={2}
        maxRows={8}
        value={draft.description}
        error={problems.description}
        onChange={(event) => onChange({ ...draft, description: event.currentTarget.value })}
      />
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
      <Switch
        label="Follow redirects"
        checked={settings.followRedirects}
        onChange={(event) => set({ followRedirects: event.currentTarget.checked })}
      />
      {settings.followRedirects ? (
        <NumberInput
          label="Redirects at most"
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
