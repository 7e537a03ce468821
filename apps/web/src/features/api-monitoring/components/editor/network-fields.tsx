import { Checkbox, Select, TagsInput, Textarea, TextInput } from '@mantine/core';
import { dnsRecordTypes } from '@touchstone/contracts/api-monitoring';
import { KeyValueGrid } from '../../../../ui/table/key-value-grid.tsx';
import { problemsAt, VariableCell } from '../../../api-testing/index.ts';
import type { DefinitionOf } from '../../model/definition-draft.ts';
import type { Problems } from '../../model/monitor-draft.ts';
import classes from './editor.module.css';
import type { DefinitionPart } from './form-part.ts';
import { NumberField } from './number-field.tsx';

const quiet = { spellCheck: false, autoComplete: 'off' } as const;

interface DaysProps {
  what: string;
  definition: { downDays?: number | undefined; warnDays?: number | undefined };
  problems: Problems;
  onChange: (patch: { downDays?: number; warnDays?: number }) => void;
}

function DaysFields({ what, definition: { downDays = 0, warnDays = 14 }, problems, onChange }: DaysProps) {
  return (
    <>
      <NumberField
        label="Degraded at"
        description={`Days before the ${what} expires.`}
        suffix=" days left"
        min={0}
        max={3650}
        value={warnDays}
        error={problems.warnDays}
        onChange={(value) => onChange({ warnDays: value })}
      />
      <NumberField
        label="Down at"
        suffix=" days left"
        min={0}
        max={3650}
        value={downDays}
        error={problems.downDays}
        onChange={(value) => onChange({ downDays: value })}
      />
    </>
  );
}

/** TlsFields edits the host whose certificate is monitored. */
export function TlsFields({ definition, problems, onChange }: DefinitionPart<DefinitionOf<'tls'>>) {
  return (
    <>
      <Host definition={definition} problems={problems} onChange={onChange} />
      <Port value={definition.port ?? 443} error={problems.port} onChange={(port) => onChange({ port })} />
      <DaysFields what="certificate" definition={definition} problems={problems} onChange={onChange} />
      <TextInput
        {...quiet}
        label="Server name (optional)"
        description="Sent as SNI. Leave empty to use the host."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={definition.serverName ?? ''}
        error={problems.serverName}
        onChange={(event) => onChange({ serverName: event.currentTarget.value })}
      />
      <Checkbox
        className={classes.wide}
        label="Verify chain and host name"
        checked={definition.verifyChain ?? true}
        onChange={(event) => onChange({ verifyChain: event.currentTarget.checked })}
      />
    </>
  );
}

interface HostProps {
  definition: { host: string };
  problems: Problems;
  onChange: (patch: { host: string }) => void;
}

function Host({ definition, problems, onChange }: HostProps) {
  return (
    <TextInput
      {...quiet}
      label="Host"
      placeholder="api.example.com"
      value={definition.host}
      error={problems.host}
      onChange={(event) => onChange({ host: event.currentTarget.value })}
    />
  );
}

function Port({
  value,
  error,
  onChange,
}: {
  value: number;
  error: string | undefined;
  onChange: (port: number) => void;
}) {
  return <NumberField label="Port" min={1} max={65_535} value={value} error={error} onChange={onChange} />;
}

/** TcpFields edits the port to connect to. */
export function TcpFields({ definition, problems, onChange }: DefinitionPart<DefinitionOf<'tcp'>>) {
  return (
    <>
      <Host definition={definition} problems={problems} onChange={onChange} />
      <Port value={definition.port} error={problems.port} onChange={(port) => onChange({ port })} />
      <Textarea
        label="Send (optional)"
        description="\r, \n, \t and \xHH are escapes."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autosize
        minRows={1}
        maxRows={6}
        value={definition.send ?? ''}
        error={problems.send}
        onChange={(event) => onChange({ send: event.currentTarget.value })}
      />
      <TextInput
        {...quiet}
        label="Answer contains (optional)"
        value={definition.expect ?? ''}
        error={problems.expect}
        onChange={(event) => onChange({ expect: event.currentTarget.value })}
      />
    </>
  );
}

/** DnsFields edits the name to look up and the expectations on its records. */
export function DnsFields({ definition, problems, onChange }: DefinitionPart<DefinitionOf<'dns'>>) {
  const { expected = [] } = definition;
  return (
    <>
      <TextInput
        {...quiet}
        label="Host name"
        placeholder="example.com"
        value={definition.hostName}
        error={problems.hostName}
        onChange={(event) => onChange({ hostName: event.currentTarget.value })}
      />
      <Select
        label="Record type"
        allowDeselect={false}
        data={dnsRecordTypes}
        value={definition.recordType ?? 'A'}
        onChange={(recordType) => recordType && onChange({ recordType: recordType as (typeof dnsRecordTypes)[number] })}
      />
      <TagsInput
        label="Expected records (optional)"
        description="Press Enter after each record."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={expected}
        error={problems.expected}
        onChange={(next) => onChange({ expected: next })}
      />
      {expected.length > 0 ? (
        <Select
          label="Match"
          allowDeselect={false}
          data={[
            { value: 'any', label: 'At least one of them' },
            { value: 'all', label: 'All of them' },
            { value: 'exact', label: 'All of them and no other' },
          ]}
          value={definition.match ?? 'all'}
          onChange={(match) => match && onChange({ match: match as 'any' | 'all' | 'exact' })}
        />
      ) : null}
      <TextInput
        {...quiet}
        label="Name server (optional)"
        placeholder="9.9.9.9"
        value={definition.resolver ?? ''}
        error={problems.resolver}
        onChange={(event) => onChange({ resolver: event.currentTarget.value })}
      />
    </>
  );
}

/** WebsocketFields edits the connection to open and the expected messages. */
export function WebsocketFields({ definition, problems, onChange }: DefinitionPart<DefinitionOf<'websocket'>>) {
  return (
    <>
      <TextInput
        {...quiet}
        className={classes.wide}
        label="URL"
        placeholder="wss://api.example.com/feed"
        value={definition.url}
        error={problems.url}
        onChange={(event) => onChange({ url: event.currentTarget.value })}
      />
      <TextInput
        {...quiet}
        label="Send (optional)"
        value={definition.send ?? ''}
        error={problems.send}
        onChange={(event) => onChange({ send: event.currentTarget.value })}
      />
      <TextInput
        {...quiet}
        label="Message contains (optional)"
        value={definition.expect ?? ''}
        error={problems.expect}
        onChange={(event) => onChange({ expect: event.currentTarget.value })}
      />
      <TagsInput
        label="Subprotocols (optional)"
        value={definition.protocols ?? []}
        error={problems.protocols}
        onChange={(protocols) => onChange({ protocols })}
      />
      <Checkbox
        className={classes.wide}
        label="Verify the certificate"
        checked={definition.verifyCertificate ?? true}
        onChange={(event) => onChange({ verifyCertificate: event.currentTarget.checked })}
      />
      <div className={classes.tabs}>
        <KeyValueGrid
          noun="header"
          rows={(definition.headers ?? []).map((row) => ({ ...row, enabled: row.enabled ?? true }))}
          onChange={(headers) => onChange({ headers })}
          make={(row) => row}
          ValueCell={VariableCell}
          errors={problemsAt(problems as Record<string, string>, 'headers')}
        />
      </div>
    </>
  );
}

/** DomainFields edits the domain whose registration is monitored. */
export function DomainFields({ definition, problems, onChange }: DefinitionPart<DefinitionOf<'domain'>>) {
  return (
    <>
      <TextInput
        {...quiet}
        className={classes.wide}
        label="Domain name"
        placeholder="example.com"
        value={definition.domainName}
        error={problems.domainName}
        onChange={(event) => onChange({ domainName: event.currentTarget.value })}
      />
      <DaysFields what="registration" definition={definition} problems={problems} onChange={onChange} />
    </>
  );
}

/** HeartbeatFields edits how late a job may call. */
export function HeartbeatFields({ definition, problems, onChange }: DefinitionPart<DefinitionOf<'heartbeat'>>) {
  return (
    <>
      <NumberField
        label="Grace period"
        description="Extra time before a late call means down."
        suffix=" s"
        min={0}
        max={86_400}
        value={definition.graceSeconds ?? 60}
        error={problems.graceSeconds}
        onChange={(graceSeconds) => onChange({ graceSeconds })}
      />
      <p className={`${classes.wide} dim`}>You get the address to call after you save.</p>
    </>
  );
}
