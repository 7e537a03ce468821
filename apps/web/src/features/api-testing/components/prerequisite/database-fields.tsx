import { NumberInput, PasswordInput, Select, Textarea, TextInput } from '@mantine/core';
import { type DatabaseKind, defaultDatabasePorts } from '@touchstone/contracts/workspaces';
import type { FormProblems } from '../../model/editor/form-problems.ts';
import { type DatabaseDraft, tlsLabels } from './database-draft.ts';
import classes from './prerequisite.module.css';
import { databaseLabels } from './prerequisite-kinds.ts';

interface Props {
  draft: DatabaseDraft;
  problems: FormProblems;
  hasPassword: boolean;
  onChange: (patch: Partial<DatabaseDraft>) => void;
}

/** DatabaseFields edits a database's location and credentials. */
export function DatabaseFields({ draft, problems, hasPassword, onChange }: Props) {
  const text = (field: 'name' | 'host' | 'databaseName' | 'username') => ({
    value: draft[field],
    error: problems[field],
    spellCheck: false,
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) => onChange({ [field]: event.currentTarget.value }),
  });
  return (
    <>
      <div className={classes.pair}>
        <TextInput label="Name" placeholder="Orders, staging" data-autofocus {...text('name')} />
        <Select
          label="Kind"
          allowDeselect={false}
          data={Object.entries(databaseLabels).map(([value, label]) => ({ value, label }))}
          value={draft.kind}
          onChange={(value) => {
            const kind = value as DatabaseKind;
            const isDefault = draft.port === defaultDatabasePorts[draft.kind];
            onChange({ kind, ...(isDefault && { port: defaultDatabasePorts[kind] }) });
          }}
        />
      </div>
      <div className={classes.pair}>
        <TextInput label="Host" placeholder="db.example.com" {...text('host')} />
        <NumberInput
          label="Port"
          min={1}
          max={65535}
          allowDecimal={false}
          hideControls
          value={draft.port}
          error={problems.port}
          onChange={(value) => onChange({ port: Number(value) })}
        />
      </div>
      <TextInput label={draft.kind === 'oracle' ? 'Service name' : 'Database'} {...text('databaseName')} />
      <div className={classes.pair}>
        <TextInput
          label="User"
          {...(draft.kind === 'mongodb' && { placeholder: 'Leave empty for no sign-in' })}
          {...text('username')}
        />
        <PasswordInput
          label="Password"
          autoComplete="new-password"
          placeholder={hasPassword ? 'Saved; leave empty to keep it' : ''}
          value={draft.password}
          error={problems.password}
          onChange={(event) => onChange({ password: event.currentTarget.value })}
        />
      </div>
      <Select
        label="TLS"
        allowDeselect={false}
        data={Object.entries(tlsLabels).map(([value, label]) => ({ value, label }))}
        value={draft.tls}
        onChange={(value) => onChange({ tls: value as DatabaseDraft['tls'] })}
      />
      {draft.tls === 'verify' ? (
        <Textarea
          label="CA certificate"
          description="PEM, for a certificate authority that this system doesn't trust."
          autosize
          minRows={2}
          maxRows={6}
          classNames={{ input: 'mono' }}
          value={draft.caCertificate}
          error={problems.caCertificate}
          onChange={(event) => onChange({ caCertificate: event.currentTarget.value })}
        />
      ) : null}
    </>
  );
}
