import { screen } from '@testing-library/react';
import type { FlowNode } from '@touchstone/engine-flow/core';
import { HttpResponse, http } from 'msw';
import { type ComponentType, useState } from 'react';
import { expect, test, vi } from 'vitest';
import type { FlowNodeSettings } from '../../../../shared/flows/flow-node-look.ts';
import type { CodeEditorProps } from '../../../../ui/code-editor/code-editor-view.tsx';
import { virtualizationLooks } from '../../model/flow-looks.ts';
import { id } from '../../testing/mocks.ts';
import { call, serverFor, show } from '../../testing/show-page.tsx';
import { FaultSettings, ResetSettings, StateSettings, SwitchSettings, VerifySettings } from './node-settings.tsx';

vi.mock('../../../../ui/code-editor/code-editor-view.tsx', () => ({
  default: ({ label, value, onChange }: CodeEditorProps) => (
    <textarea aria-label={label} value={value} onChange={(event) => onChange?.(event.currentTarget.value)} />
  ),
}));

const server = serverFor(
  http.get(call('state/:id'), () =>
    HttpResponse.json({
      scenarios: [
        { name: 'Payment', state: 'Started', states: ['Started', 'broke'], steps: [], callers: [], callerCount: 0 },
      ],
      values: [],
      valueCount: 0,
      resources: [],
    }),
  ),
);

/** Shows a form; `settings` holds what it last wrote. */
function edit(Form: ComponentType<FlowNodeSettings>, given: FlowNode['settings'] = {}) {
  const written = { settings: given };
  function Shown() {
    const [settings, setSettings] = useState(given);
    written.settings = settings;
    const node = { id: 'n', kind: 'k', name: 'N', inputs: [], outputs: [], settings } as unknown as FlowNode;
    return (
      <Form
        node={node}
        projectId="p"
        isReadOnly={false}
        onDatabase={() => undefined}
        onChange={(patch) =>
          setSettings((before) => JSON.parse(JSON.stringify({ ...before, ...patch })) as FlowNode['settings'])
        }
      />
    );
  }
  return { ...show(<Shown />), written };
}
const chooseMock = async (user: ReturnType<typeof show>['user']) => {
  await user.click(await screen.findByRole('combobox', { name: 'Mock' }));
  await user.click(await screen.findByRole('option', { name: 'Shop' }));
};

test('a mock, or one of its assets, is switched', async () => {
  const { user, written } = edit(SwitchSettings, { isOn: true });
  await chooseMock(user);
  await user.click(await screen.findByRole('combobox', { name: 'Asset' }));
  await user.click(await screen.findByRole('option', { name: 'List orders' }));
  await user.click(screen.getByRole('radio', { name: 'Off' }));
  expect(written.settings).toEqual({ mockId: id(1), assetId: id(3), isOn: false });
});

test('a state of the scenario is selected, for a caller', async () => {
  const { user, written } = edit(StateSettings, { mockId: id(1) });
  await user.click(await screen.findByRole('combobox', { name: 'Scenario' }));
  await user.click(await screen.findByRole('option', { name: 'Payment' }));
  await user.click(screen.getByRole('combobox', { name: 'State' }));
  await user.click(await screen.findByRole('option', { name: 'broke' }));
  await user.type(screen.getByRole('textbox', { name: 'Caller' }), 'ana');
  expect(written.settings).toEqual({ mockId: id(1), scenario: 'Payment', state: 'broke', scope: 'ana' });
});

test('a fault is a status or a broken connection', async () => {
  const { user, written } = edit(FaultSettings, { mockId: id(1), path: '/' });
  const path = await screen.findByRole('textbox', { name: 'Path' });
  await user.type(path, 'pay');
  await user.type(screen.getByRole('textbox', { name: 'Status' }), '502');
  await user.type(screen.getByRole('textbox', { name: 'Ends after (s)' }), '60');
  expect(written.settings).toEqual({ mockId: id(1), path: '/pay', status: 502, seconds: 60 });
  await user.click(screen.getByRole('combobox', { name: 'Response' }));
  await user.click(await screen.findByRole('option', { name: 'Connection reset' }));
  expect(screen.queryByRole('textbox', { name: 'Status' })).toBeNull();
  expect(written.settings.effect).toBe('CONNECTION_RESET_BY_PEER');
});

test('the parts to reset are selected', async () => {
  const { user, written } = edit(ResetSettings, { mockId: id(1), state: true });
  await user.click(screen.getByRole('checkbox', { name: 'Faults of this run' }));
  await user.click(screen.getByRole('checkbox', { name: 'Scenarios and values' }));
  expect(written.settings).toEqual({ mockId: id(1), state: false, faults: true });
});

test('calls are verified by count or by order', async () => {
  const { user, written } = edit(VerifySettings, { mockId: id(1), method: 'GET', path: '/orders' });
  await user.click(await screen.findByRole('combobox', { name: 'Came' }));
  await user.click(await screen.findByRole('option', { name: 'Exactly' }));
  await user.type(screen.getByRole('textbox', { name: 'Times' }), '2');
  expect(written.settings).toMatchObject({ compare: 'exactly', count: 2 });
  await user.click(screen.getByRole('radio', { name: 'Order' }));
  await user.type(screen.getByRole('textbox', { name: 'Requests in order' }), 'POST /a');
  expect(written.settings).toMatchObject({ mode: 'order', order: 'POST /a' });
  expect(screen.queryByRole('textbox', { name: 'Path' })).toBeNull();
});

test('a deleted mock is shown as deleted', async () => {
  server.use(http.get(call('projects/:id'), () => HttpResponse.json({ message: 'Gone' }, { status: 404 })));
  edit(ResetSettings, { mockId: id(99) });
  expect(await screen.findByDisplayValue('Deleted mock')).toBeTruthy();
});

test('each block links to its mock, a verification to the journal', () => {
  const settings = { mockId: id(1), method: 'POST', path: '/a' };
  const node = { settings } as unknown as FlowNode;
  const origins = virtualizationLooks.map((look) => [look.kind, look.originOf?.(node, undefined as never)]);
  expect(Object.fromEntries(origins)).toMatchObject({
    'mock-switch': `/service-virtualization?project=${id(1)}`,
    'mock-verify': `/service-virtualization/journal?project=${id(1)}`,
  });
  expect(virtualizationLooks.find(({ kind }) => kind === 'mock-fault')?.pathOf?.(node)).toBe('POST /a');
});
