import { Button, Group, Modal, NumberInput, PasswordInput, Select, Textarea, TextInput } from '@mantine/core';
import {
  type ConnectionTest,
  type DatabaseConfiguration,
  type DatabaseKind,
  databaseChangeSchema,
  databaseInputSchema,
  defaultDatabasePorts,
} from '@touchstone/contracts/api-testing';
import { type FormEvent, useState } from 'react';
import { toast } from '../../../../shared/toasts.ts';
import { useDatabaseMutations } from '../../api/prerequisites.mutations.ts';
import { type FormProblems, issuesOf, problemsOfError } from '../../model/editor/form-problems.ts';
import { ConnectionOutcome } from './connection-outcome.tsx';
import classes from './prerequisite.module.css';
import { databaseLabels } from './prerequisite-kinds.ts';

interface Props {
  projectId: string;
  /** Absent: a configuration is added. */
  saved?: DatabaseConfiguration | undefined;
  onClose: () => void;
}

const tlsLabels = {
  verify: 'On, certificate verified',
  encrypt: 'On, certificate not verified',
  off: 'Off',
} as const;

const emptyDraft = {
  name: '',
  kind: 'postgresql' as DatabaseKind,
  host: '',
  port: defaultDatabasePorts.postgresql,
  databaseName: '',
  username: '',
  password: '',
  tls: 'verify' as keyof typeof tlsLabels,
  caCertificate: '',
};
type Draft = typeof emptyDraft;

function draftOf(saved: DatabaseConfiguration | undefined): Draft {
  if (!saved) return emptyDraft;
  const { name, kind, host, port, databaseName, username, tls, caCertificate } = saved;
  return { name, kind, host, port, databaseName, username, password: '', tls, caCertificate };
}

/** DatabaseDialog adds or changes a database configuration, and tests whether it connects. */
export function DatabaseDialog({ projectId, saved, onClose }: Props) {
  const [draft, setDraft] = useState(() => draftOf(saved));
  const [problems, setProblems] = useState<FormProblems>({});
  const [outcome, setOutcome] = useState<ConnectionTest | null>(null);
  const { create, update, test } = useDatabaseMutations();
  const change = (patch: Partial<Draft>) => {
    setDraft({ ...draft, ...patch });
    setProblems({});
    setOutcome(null);
  };
  const { password, ...fields } = draft;
  const changed = () =>
    databaseChangeSchema.safeParse({
      databaseConfigurationId: saved?.databaseConfigurationId,
      ...fields,
      ...(password && { password }),
    });
  const added = () => databaseInputSchema.safeParse({ projectId, ...draft });
  const check = (error: Parameters<typeof issuesOf>[0]) => {
    const found = issuesOf(error);
    if (draft.kind !== 'mongodb' && draft.username === '') found.username ??= 'Please enter a user name.';
    setProblems(found);
    setOutcome(null);
    return Object.keys(found).length === 0;
  };
  /** Sends the draft where it is right; shows what the server refuses at its field. */
  const send = async (
    onChanged: (body: NonNullable<ReturnType<typeof changed>['data']>) => Promise<unknown>,
    onAdded: (body: NonNullable<ReturnType<typeof added>['data']>) => Promise<unknown>,
  ): Promise<boolean> => {
    const parsed = saved ? changed() : added();
    if (!check(parsed.error) || !parsed.data) return false;
    try {
      await ('projectId' in parsed.data ? onAdded(parsed.data) : onChanged(parsed.data));
      return true;
    } catch (error) {
      setProblems(problemsOfError(error));
      return false;
    }
  };
  const runTest = () => {
    const ask = async (body: Parameters<typeof test.mutateAsync>[0]) => setOutcome(await test.mutateAsync(body));
    return send(ask, ask);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!(await send(update.mutateAsync, create.mutateAsync))) return;
    toast('success', `${draft.name} is saved.`);
    onClose();
  };
  const text = (field: 'name' | 'host' | 'databaseName' | 'username') => ({
    value: draft[field],
    error: problems[field],
    spellCheck: false,
    autoComplete: 'off',
    onChange: (event: { currentTarget: { value: string } }) => change({ [field]: event.currentTarget.value }),
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={saved ? `Edit ${saved.name}` : 'Add database'}
      size={520}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form className={`form ${classes.form}`} onSubmit={(event) => void submit(event)} noValidate>
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
              change({ kind, ...(isDefault && { port: defaultDatabasePorts[kind] }) });
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
            onChange={(value) => change({ port: Number(value) })}
          />
        </div>
        <TextInput label="Database" {...text('databaseName')} />
        <div className={classes.pair}>
          <TextInput
            label="User"
            {...(draft.kind === 'mongodb' && { placeholder: 'Leave empty for no sign-in' })}
            {...text('username')}
          />
          <PasswordInput
            label="Password"
            autoComplete="new-password"
            placeholder={saved?.hasPassword ? 'Saved; leave empty to keep it' : ''}
            value={password}
            error={problems.password}
            onChange={(event) => change({ password: event.currentTarget.value })}
          />
        </div>
        <Select
          label="TLS"
          allowDeselect={false}
          data={Object.entries(tlsLabels).map(([value, label]) => ({ value, label }))}
          value={draft.tls}
          onChange={(value) => change({ tls: value as Draft['tls'] })}
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
            onChange={(event) => change({ caCertificate: event.currentTarget.value })}
          />
        ) : null}
        <p className="dim">
          Queries run read-only in a transaction that is rolled back. Use a read-only database user.
        </p>
        {outcome ? <ConnectionOutcome outcome={outcome} /> : null}
        {problems[''] ? (
          <p className={classes.problem} role="alert">
            {problems['']}
          </p>
        ) : null}
        <Group gap="sm">
          <Button variant="default" mr="auto" loading={test.isPending} onClick={() => void runTest()}>
            Test connection
          </Button>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={create.isPending || update.isPending}>
            Save database
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
