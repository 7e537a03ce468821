import { Button, Checkbox, NumberInput, Radio, TagsInput, TextInput } from '@mantine/core';
import type { Mock } from '@touchstone/contracts/service-virtualization';
import { type FormEvent, useState } from 'react';
import { messageOf, toast } from '../../../../shared/toasts.ts';
import { useLeave } from '../../../../shared/use-leave.ts';
import { Panel } from '../../../../ui/panel.tsx';
import { Sections } from '../../../../ui/sections.tsx';
import { LeaveDialog } from '../../../api-testing/index.ts';
import { useMockMutations } from '../../api/mock.ts';
import { type SettingsDraft, settingsDraft, settingsOf, settingsProblems } from '../../model/settings-draft.ts';
import { isEqual } from '../../model/stub/json.ts';
import { DelayFields } from '../editor/delay-fields.tsx';
import { KeyPanel } from './key-panel.tsx';
import { PortPanel } from './port-panel.tsx';
import { ResetPanel } from './reset-panel.tsx';
import classes from './settings.module.css';

interface PartProps {
  draft: SettingsDraft;
  problems: Readonly<Record<string, string>>;
  onChange: (patch: Partial<SettingsDraft>) => void;
}

/** SettingsForm edits the settings for all stubs of a mock. */
export function SettingsForm({ mock, canWrite }: { mock: Mock; canWrite: boolean }) {
  const { update } = useMockMutations(mock.projectId);
  const saved = settingsDraft(mock);
  const [draft, setDraft] = useState(saved);
  const [isAsked, setAsked] = useState(false);
  const isChanged = !isEqual(draft, saved);
  const leave = useLeave(canWrite && isChanged);
  const problems = isAsked ? settingsProblems(draft) : {};
  const part: PartProps = {
    draft,
    problems,
    onChange: (patch) => {
      update.reset();
      setDraft((before) => ({ ...before, ...patch }));
    },
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (Object.keys(settingsProblems(draft)).length > 0) return;
    await update.mutateAsync(settingsOf(draft)).then(
      (stored) => {
        setDraft(settingsDraft(stored));
        toast('success', 'Settings are saved.');
      },
      () => undefined,
    );
  };
  return (
    <>
      <form className="form" noValidate onSubmit={(event) => void save(event)}>
        <fieldset disabled={!canWrite} className={classes.fields}>
          <Sections
            sections={[
              { title: 'Address', content: <AddressPart {...part} mock={mock} canWrite={canWrite} /> },
              { title: 'Access', content: <AccessPart {...part} mock={mock} canWrite={canWrite} /> },
              { title: 'Requests', content: <RequestsPart {...part} /> },
              { title: 'Responses', content: <ResponsesPart {...part} /> },
              { title: 'State and journal', content: <StatePart {...part} /> },
              ...(canWrite ? [{ title: 'Reset', content: <ResetPanel projectId={mock.projectId} /> }] : []),
            ]}
          />
        </fieldset>
        {canWrite ? (
          <div className={classes.save}>
            {update.error ? (
              <p className={classes.problem} role="alert">
                {messageOf(update.error)}
              </p>
            ) : null}
            <Button type="submit" loading={update.isPending} disabled={!isChanged}>
              Save settings
            </Button>
          </div>
        ) : null}
      </form>
      {leave.isAsked ? <LeaveDialog what="the settings" onStay={leave.stay} onLeave={leave.go} /> : null}
    </>
  );
}

function AddressPart({ draft, problems, onChange, mock, canWrite }: PartProps & { mock: Mock; canWrite: boolean }) {
  const before = mock.addresses.find(({ kind }) => kind === 'path')?.url ?? '';
  return (
    <Panel title="Address" padded>
      <div className={classes.part}>
        <TextInput
          label="Path key"
          description={before ? `Now ${before}. Apps that call the old address get no answer.` : undefined}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          classNames={{ input: 'mono' }}
          spellCheck={false}
          maxLength={40}
          value={draft.pathKey}
          error={problems.pathKey}
          onChange={(event) => onChange({ pathKey: event.currentTarget.value })}
        />
        <PortPanel mock={mock} canWrite={canWrite} />
      </div>
    </Panel>
  );
}

function AccessPart({ draft, problems, onChange, mock, canWrite }: PartProps & { mock: Mock; canWrite: boolean }) {
  return (
    <Panel title="Access" padded>
      <div className={classes.part}>
        <Radio.Group
          label="Callers"
          value={draft.access}
          onChange={(access) => onChange({ access: access as SettingsDraft['access'] })}
        >
          <div className={classes.choices}>
            <Radio value="open" size="xs" label="Everybody who reaches the address" />
            <Radio value="key" size="xs" label="Only with the key, in the header X-Mock-Key" />
          </div>
        </Radio.Group>
        <TagsInput
          label="Allowed networks"
          description="As CIDR, such as 10.0.0.0/8. Leave empty to allow all."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={draft.allowedNetworks}
          error={problems.allowedNetworks}
          onChange={(allowedNetworks) => onChange({ allowedNetworks })}
        />
        <KeyPanel mock={mock} canWrite={canWrite} />
      </div>
    </Panel>
  );
}

function RequestsPart({ draft, problems, onChange }: PartProps) {
  return (
    <Panel title="Requests" padded>
      <div className={classes.part}>
        <TextInput
          label="Send unknown requests to (optional)"
          description="Requests that no asset matches go to this service. Leave empty to answer them with 404."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          classNames={{ input: 'mono' }}
          placeholder="https://api.example.com"
          spellCheck={false}
          value={draft.proxyTo}
          error={problems.proxyTo}
          onChange={(event) => onChange({ proxyTo: event.currentTarget.value })}
        />
        <Checkbox
          label="Accept any certificate of services and callbacks"
          checked={draft.acceptsAnyCertificate}
          onChange={(event) => onChange({ acceptsAnyCertificate: event.currentTarget.checked })}
        />
        <Checkbox
          label="Strict: refuse requests that violate the imported OpenAPI or WSDL document"
          checked={draft.isStrict}
          onChange={(event) => onChange({ isStrict: event.currentTarget.checked })}
        />
        <Checkbox
          label="CORS: answer browsers of other origins and their preflights"
          checked={draft.cors}
          onChange={(event) => onChange({ cors: event.currentTarget.checked })}
        />
      </div>
    </Panel>
  );
}

function ResponsesPart({ draft, problems, onChange }: PartProps) {
  return (
    <Panel title="Responses" padded>
      <div className={classes.part}>
        <DelayFields delay={draft.delay} onChange={(delay) => onChange({ delay })} />
        {problems.delay ? <p className={classes.problem}>{problems.delay}</p> : null}
        <NumberInput
          label="Seed (optional)"
          description="The same seed gives the same random values in the same order."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          allowDecimal={false}
          value={draft.seed}
          error={problems.seed}
          onChange={(seed) => onChange({ seed: typeof seed === 'number' ? seed : '' })}
        />
      </div>
    </Panel>
  );
}

function StatePart({ draft, problems, onChange }: PartProps) {
  return (
    <Panel title="State and journal" padded>
      <div className={classes.part}>
        <TextInput
          label="State of"
          description="global, session, header:NAME, cookie:NAME, query:NAME, claim:NAME, or a template."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          classNames={{ input: 'mono' }}
          spellCheck={false}
          value={draft.stateScope}
          error={problems.stateScope}
          onChange={(event) => onChange({ stateScope: event.currentTarget.value })}
        />
        <NumberInput
          label="Calls in the journal"
          description="The oldest calls are dropped. 0 keeps none."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          min={0}
          max={10_000}
          allowDecimal={false}
          value={draft.journalLimit}
          error={problems.journalLimit}
          onChange={(journalLimit) => typeof journalLimit === 'number' && onChange({ journalLimit })}
        />
      </div>
    </Panel>
  );
}
