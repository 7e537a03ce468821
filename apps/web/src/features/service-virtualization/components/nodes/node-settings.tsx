import { Autocomplete, Checkbox, NumberInput, SegmentedControl, Select, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { FlowNodeSettings } from '../../../../shared/flows/flow-node-look.ts';
import { assetsQuery } from '../../api/assets.ts';
import { stateQuery } from '../../api/state.ts';
import { CallFields } from './call-fields.tsx';
import { MockSelect, textOf } from './mock-select.tsx';

const maxAssets = 200;

/** SwitchSettings edits what is switched on or off. */
export function SwitchSettings(props: FlowNodeSettings) {
  const { node, isReadOnly, onChange } = props;
  const mockId = textOf(node.settings.mockId);
  const assets = useQuery({ ...assetsQuery(mockId, { page: 0, size: maxAssets }), enabled: mockId !== '' });
  const data = (assets.data?.content ?? []).map(({ assetId, name }) => ({ value: assetId, label: name }));
  return (
    <>
      <MockSelect {...props} />
      <Select
        label="Asset"
        placeholder="The whole mock"
        searchable
        clearable
        disabled={isReadOnly || mockId === ''}
        nothingFoundMessage="No matching asset"
        data={data}
        value={textOf(node.settings.assetId) || null}
        onChange={(assetId) => onChange({ assetId: assetId ?? undefined })}
      />
      <SegmentedControl
        aria-label="Switch"
        disabled={isReadOnly}
        data={[
          { value: 'on', label: 'On' },
          { value: 'off', label: 'Off' },
        ]}
        value={node.settings.isOn === false ? 'off' : 'on'}
        onChange={(value) => onChange({ isOn: value === 'on' })}
      />
    </>
  );
}

/** StateSettings edits the state to set for a scenario, and for which caller. */
export function StateSettings(props: FlowNodeSettings) {
  const { node, isReadOnly, onChange } = props;
  const { settings } = node;
  const mockId = textOf(settings.mockId);
  const scenarios = useQuery({ ...stateQuery(mockId), enabled: mockId !== '', retry: false }).data?.scenarios ?? [];
  const scenario = textOf(settings.scenario);
  return (
    <>
      <MockSelect {...props} />
      <Autocomplete
        label="Scenario"
        disabled={isReadOnly}
        data={scenarios.map(({ name }) => name)}
        value={scenario}
        onChange={(value) => onChange({ scenario: value })}
      />
      <Autocomplete
        label="State"
        placeholder="Started"
        description="Leave empty to reset."
        disabled={isReadOnly}
        data={scenarios.find(({ name }) => name === scenario)?.states ?? []}
        value={textOf(settings.state)}
        onChange={(value) => onChange({ state: value })}
      />
      <TextInput
        label="Caller"
        placeholder="All callers"
        description="The value that tells callers apart, such as a user. Write {{name}} for the value of an input."
        disabled={isReadOnly}
        value={textOf(settings.scope)}
        onChange={(event) => onChange({ scope: event.currentTarget.value })}
      />
    </>
  );
}

const effects = [
  { value: 'status', label: 'Status' },
  { value: 'CONNECTION_RESET_BY_PEER', label: 'Connection reset' },
  { value: 'EMPTY_RESPONSE', label: 'Empty response' },
  { value: 'MALFORMED_RESPONSE_CHUNK', label: 'Malformed response' },
  { value: 'RANDOM_DATA_THEN_CLOSE', label: 'Random data' },
];

interface NumberFieldProps extends FlowNodeSettings {
  name: string;
  label: string;
  usual: number;
  least: number;
  most: number;
}

function NumberField({ node, isReadOnly, onChange, name, label, usual, least, most }: NumberFieldProps) {
  const value = node.settings[name];
  return (
    <NumberInput
      label={label}
      placeholder={String(usual)}
      min={least}
      max={most}
      allowDecimal={false}
      disabled={isReadOnly}
      value={typeof value === 'number' ? value : ''}
      onChange={(given) => onChange({ [name]: typeof given === 'number' ? given : undefined })}
    />
  );
}

/** FaultSettings edits which calls fail, how, and for how long. */
export function FaultSettings(props: FlowNodeSettings) {
  const { node, isReadOnly, onChange } = props;
  const effect = textOf(node.settings.effect) || 'status';
  return (
    <>
      <MockSelect {...props} />
      <CallFields {...props} />
      <Select
        label="Response"
        allowDeselect={false}
        disabled={isReadOnly}
        data={effects}
        value={effect}
        onChange={(value) => onChange({ effect: value ?? 'status' })}
      />
      {effect === 'status' ? (
        <>
          <NumberField {...props} name="status" label="Status" usual={503} least={200} most={599} />
          <Textarea
            label="Body"
            autosize
            minRows={2}
            maxRows={8}
            disabled={isReadOnly}
            value={textOf(node.settings.body)}
            onChange={(event) => onChange({ body: event.currentTarget.value })}
          />
        </>
      ) : null}
      <NumberField {...props} name="delayMs" label="Delay (ms)" usual={0} least={0} most={600_000} />
      <NumberField {...props} name="seconds" label="Ends after (s)" usual={300} least={1} most={3600} />
      <p className="dim">The fault also ends when the run ends.</p>
    </>
  );
}

const resets = [
  ['state', 'Scenarios and values'],
  ['records', 'Records'],
  ['journal', 'Journal'],
  ['faults', 'Faults of this run'],
] as const;

/** ResetSettings edits which parts of a mock are reset. */
export function ResetSettings(props: FlowNodeSettings) {
  const { node, isReadOnly, onChange } = props;
  return (
    <>
      <MockSelect {...props} />
      {resets.map(([name, label]) => (
        <Checkbox
          key={name}
          label={label}
          disabled={isReadOnly}
          checked={node.settings[name] === true}
          onChange={(event) => onChange({ [name]: event.currentTarget.checked })}
        />
      ))}
    </>
  );
}

const compares = [
  { value: 'atLeast', label: 'At least' },
  { value: 'exactly', label: 'Exactly' },
  { value: 'atMost', label: 'At most' },
];

/** VerifySettings edits which calls must have been received. */
export function VerifySettings(props: FlowNodeSettings) {
  const { node, isReadOnly, onChange } = props;
  const { settings } = node;
  const isOrder = settings.mode === 'order';
  return (
    <>
      <MockSelect {...props} />
      <SegmentedControl
        aria-label="Verify"
        disabled={isReadOnly}
        data={[
          { value: 'count', label: 'Count' },
          { value: 'order', label: 'Order' },
        ]}
        value={isOrder ? 'order' : 'count'}
        onChange={(mode) => onChange({ mode })}
      />
      {isOrder ? (
        <Textarea
          label="Requests in order"
          description="One a line. Other calls may come in between."
          placeholder={'POST /orders\nGET /orders/1'}
          classNames={{ input: 'mono' }}
          spellCheck={false}
          autosize
          minRows={3}
          disabled={isReadOnly}
          value={textOf(settings.order)}
          onChange={(event) => onChange({ order: event.currentTarget.value })}
        />
      ) : (
        <>
          <CallFields {...props} />
          <div className="row" style={{ gap: 8, alignItems: 'end' }}>
            <Select
              className="grow"
              label="Came"
              allowDeselect={false}
              disabled={isReadOnly}
              data={compares}
              value={textOf(settings.compare) || 'atLeast'}
              onChange={(compare) => onChange({ compare: compare ?? 'atLeast' })}
            />
            <NumberField {...props} name="count" label="Times" usual={1} least={0} most={1_000_000} />
          </div>
        </>
      )}
      <Select
        label="Calls"
        allowDeselect={false}
        disabled={isReadOnly}
        data={[
          { value: 'run', label: 'Since the run started' },
          { value: 'all', label: 'All in the journal' },
        ]}
        value={settings.since === 'all' ? 'all' : 'run'}
        onChange={(since) => onChange({ since: since ?? 'run' })}
      />
    </>
  );
}
