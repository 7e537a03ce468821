import type { MonitorDefinitionInput } from '@touchstone/contracts/api-monitoring';
import type { Choice } from '../../../../shared/choices.ts';
import type { MonitorDraft, Problems } from '../../model/monitor-draft.ts';
import classes from './editor.module.css';
import { HttpFields, SoapFields } from './exchange-fields.tsx';
import type { DefinitionPart } from './form-part.ts';
import { DnsFields, DomainFields, HeartbeatFields, TcpFields, TlsFields, WebsocketFields } from './network-fields.tsx';
import { TestFields } from './test-fields.tsx';

interface Props {
  draft: MonitorDraft;
  problems: Problems;
  projectId: string;
  test: string | undefined;
  onTest: (test: Choice) => void;
  onChange: (definition: MonitorDefinitionInput) => void;
}

const prefix = 'definition.';
const below = (problems: Problems): Problems =>
  Object.fromEntries(
    Object.entries(problems).flatMap(([key, message]) =>
      key.startsWith(prefix) ? [[key.slice(prefix.length), message]] : [],
    ),
  );

/** DefinitionFields edits what is checked, by kind. */
export function DefinitionFields({ draft: { definition }, problems, projectId, test, onTest, onChange }: Props) {
  /** Props of each kind's form; its patches keep the kind. */
  const part = <D extends MonitorDefinitionInput>(own: D): DefinitionPart<D> => ({
    definition: own,
    problems: below(problems),
    projectId,
    onChange: (patch) => onChange({ ...own, ...patch }),
  });
  const fields = () => {
    switch (definition.kind) {
      case 'http':
        return <HttpFields {...part(definition)} />;
      case 'soap':
        return <SoapFields {...part(definition)} />;
      case 'api-script':
      case 'api-suite':
      case 'workflow':
        return <TestFields {...part(definition)} test={test} onTest={onTest} />;
      case 'tls':
        return <TlsFields {...part(definition)} />;
      case 'tcp':
        return <TcpFields {...part(definition)} />;
      case 'dns':
        return <DnsFields {...part(definition)} />;
      case 'websocket':
        return <WebsocketFields {...part(definition)} />;
      case 'heartbeat':
        return <HeartbeatFields {...part(definition)} />;
      case 'domain':
        return <DomainFields {...part(definition)} />;
    }
  };
  return (
    <fieldset className={classes.part}>
      <legend className="eyebrow">Check</legend>
      {fields()}
    </fieldset>
  );
}
