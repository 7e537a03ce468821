import { MantineProvider } from '@mantine/core';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useSyncExternalStore } from 'react';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { ConfirmHost } from '../../../../ui/dialog/confirm-dialog.tsx';
import { newPort } from '../../model/document/flow-document.ts';
import { FlowEditor } from '../../model/editor.ts';
import type { NodeRunDetail } from '../../model/run-state.ts';
import { blockKinds } from '../../testing/offered-kinds.ts';
import { shopDocument } from '../../testing/shop-document.ts';
import { baseLooks } from '../settings/base-looks.ts';
import { NodeDetails, type PortsOf } from './node-details.tsx';

const kinds = blockKinds([
  ...baseLooks,
  {
    kind: 'script',
    icon: baseLooks[0]!.icon,
    colour: 'api',
    Part: ({ runId }) => <p>Exchange of {runId}</p>,
    originOf: ({ settings }) => `/scripts/${settings.scriptId}`,
  },
]);
const environments = [{ value: 'e1', label: 'Staging' }];
const databases = [{ value: 'd1', label: 'Orders' }];
const offered = [
  newPort('order', 'string', { required: true }),
  newPort('amount', 'number'),
  newPort('note', 'string'),
];

/** The environment defines the order to pay for. */
const portsOf: PortsOf = async (_chosen, environmentId) => ({
  inputs: [newPort('order', 'string', { required: environmentId === undefined })],
  outputs: [],
});

function Shown({ editor, nodeId, run }: { editor: FlowEditor; nodeId: string; run?: NodeRunDetail }) {
  const view = useSyncExternalStore(editor.subscribe, editor.getView);
  const place = { projectId: 'p1', flowPath: (id: string) => `/flows/${id}` };
  const given = { editor, view, kinds, nodeId, place, environments, databases, offered, portsOf, run };
  return <NodeDetails {...given} isReadOnly={false} />;
}

function show(nodeId: string, run?: NodeRunDetail) {
  const editor = new FlowEditor(shopDocument, kinds);
  render(
    <MantineProvider env="test">
      <MemoryRouter>
        <Shown editor={editor} nodeId={nodeId} {...(run && { run })} />
        <ConfirmHost />
      </MemoryRouter>
    </MantineProvider>,
  );
  const node = () => editor.getView().document.flow.nodes.find(({ id }) => id === nodeId)!;
  return { editor, node, user: userEvent.setup() };
}

test('typing a name is one undo step', async () => {
  const { editor, node, user } = show('pay');
  await user.clear(screen.getByLabelText('Name'));
  await user.type(screen.getByLabelText('Name'), 'Charge');
  expect(node().name).toBe('Charge');
  editor.undo();
  expect(node().name).toBe('Pay');
  expect(editor.getView().canUndo).toBe(false);
});

test('an input takes its value from an earlier block, and another type asks for confirmation', async () => {
  const { editor, user } = show('pay');
  const inputs = screen.getByRole('list', { name: 'Inputs' });
  await user.click(within(inputs).getByRole('combobox', { name: 'order · string · required' }));
  await user.click(await screen.findByRole('option', { name: 'Order → id (string)' }));
  expect(editor.getView().document.flow.joints).toEqual([
    { from: { node: 'order', port: 'id' }, to: { node: 'pay', port: 'order' }, coerce: false },
  ]);
  await user.click(within(inputs).getByRole('combobox', { name: 'amount · number' }));
  await user.click((await screen.findAllByRole('option', { name: 'Order → id (string)' })).at(-1)!);
  expect(editor.getView().notice).toMatchObject({ text: '“id” is of type string, “amount” of type number.' });
  expect(editor.getView().document.flow.joints).toHaveLength(1);
});

test('a constant of a wrong type is reported and not applied', async () => {
  const { node, user } = show('pay');
  const amount = () => node().inputs[1]?.value;
  await user.type(screen.getByLabelText('Value of amount'), '12.5');
  expect(amount()).toBe(12.5);
  await user.type(screen.getByLabelText('Value of amount'), 'x');
  expect(screen.getByText('Enter a value of type number.')).toBeTruthy();
  expect(amount()).toBe(12.5);
});

test('inputs are searched, filtered and saved', async () => {
  const { node, user } = show('pay');
  await user.click(screen.getByRole('button', { name: 'Choose inputs' }));
  const dialog = await screen.findByRole('dialog', { name: 'Inputs of Pay' });
  expect(within(dialog).getAllByRole('checkbox')).toHaveLength(1);
  await user.click(within(dialog).getByRole('switch', { name: 'Show all steps' }));
  expect(within(dialog).getAllByRole('checkbox')).toHaveLength(3);
  await user.click(within(dialog).getByRole('radio', { name: 'Required' }));
  expect(within(dialog).getAllByRole('checkbox')).toHaveLength(1);
  await user.click(within(dialog).getByRole('radio', { name: 'All' }));
  await user.type(within(dialog).getByLabelText('Search inputs'), 'not');
  await user.click(within(dialog).getByRole('checkbox', { name: 'note · string' }));
  await user.click(within(dialog).getByRole('button', { name: 'Save inputs' }));
  expect(node().inputs.map(({ name }) => name)).toEqual(['order', 'amount', 'note']);
});

test('environment and database are saved together, and inputs defined by the environment are no longer required', async () => {
  const { editor, node, user } = show('pay');
  await user.click(screen.getByRole('button', { name: 'Environment and database' }));
  const dialog = await screen.findByRole('dialog');
  await user.click(within(dialog).getByRole('combobox', { name: 'Global variable environment' }));
  await user.click(await screen.findByRole('option', { name: 'Staging' }));
  await user.click(within(dialog).getByRole('combobox', { name: 'Database connection' }));
  await user.click(await screen.findByRole('option', { name: 'Orders' }));
  await user.click(within(dialog).getByRole('button', { name: 'Save and Close' }));
  await waitFor(() => expect(node()).toMatchObject({ environmentId: 'e1', databaseId: 'd1' }));
  const required = () => node().inputs.map(({ name, required }) => [name, required]);
  expect(required()).toEqual([
    ['order', false],
    ['amount', false],
  ]);
  editor.undo();
  expect(node().environmentId).toBeUndefined();
  expect(required()[0]).toEqual(['order', true]);
});

test('attempts and a time limit are set', async () => {
  const { node, user } = show('pay');
  await user.clear(screen.getByLabelText('Attempts'));
  await user.type(screen.getByLabelText('Attempts'), '3');
  await user.type(screen.getByLabelText('Time limit (s)'), '30');
  expect(node()).toMatchObject({ retry: { attempts: 3 }, timeoutMs: 30_000 });
});

test('a data hub gets key-value pairs', async () => {
  const { node, user } = show('hub');
  await user.type(screen.getByLabelText('Name of the key-value pair'), 'country');
  await user.click(screen.getByRole('button', { name: 'Add key-value pair' }));
  await user.type(screen.getByLabelText('Value of country'), 'DE');
  expect(node().outputs.map(({ name, value }) => [name, value])).toEqual([
    ['currency', 'EUR'],
    ['country', 'DE'],
  ]);
  await user.type(screen.getByLabelText('Name of the key-value pair'), 'country');
  expect(screen.getByText('This name is taken.')).toBeTruthy();
});

test('deleting says that it can’t be undone', async () => {
  const { editor, user } = show('pay');
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete Pay?' });
  expect(within(dialog).getByText(/you can’t undo this/)).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Delete block' }));
  expect(editor.getView().document.flow.nodes.map(({ id }) => id)).toEqual(['start', 'order', 'hub']);
});

test('a block links to its origin and is duplicated', async () => {
  const { editor, user } = show('pay');
  expect(screen.getByRole('link', { name: 'Open the origin' }).getAttribute('href')).toBe('/scripts/s2');
  await user.click(screen.getByRole('button', { name: 'Duplicate' }));
  expect(editor.getView().document.flow.nodes.at(-1)).toMatchObject({ id: 'pay-2', name: 'Pay 2' });
});

test('a block of a run shows why it failed, with its values', () => {
  const run = {
    status: 'failed',
    attempt: 2,
    message: 'Status 500.',
    outputs: {},
    detail: null,
    link: '/runs/1',
    runId: 'r1',
    stepId: null,
  } as const;
  show('pay', { ...run, inputs: { order: 'o-1' } });
  expect(screen.getByText('Failed · attempt 2')).toBeTruthy();
  expect(screen.getByText('Status 500.')).toBeTruthy();
  expect(screen.getByText(/"order": "o-1"/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Open the run of this block' }).getAttribute('href')).toBe('/runs/1');
});

test('a script has a code editor, and its own outputs', async () => {
  const editor = new FlowEditor(shopDocument, kinds);
  editor.add(kinds.find('javascript')!, { x: 0, y: 0 });
  const id = editor.getView().current!;
  render(
    <MantineProvider env="test">
      <MemoryRouter>
        <Shown editor={editor} nodeId={id} />
      </MemoryRouter>
    </MantineProvider>,
  );
  const node = () => editor.getView().document.flow.nodes.find((one) => one.id === id)!;
  const user = userEvent.setup();
  expect(await screen.findByRole('textbox', { name: 'Script' }, { timeout: 20_000 })).toBeTruthy();
  await user.type(screen.getByLabelText('Name of the output'), 'total');
  await user.click(screen.getByRole('button', { name: 'Add output' }));
  expect(node().outputs).toEqual([newPort('total', 'string')]);
  await user.type(screen.getByLabelText('Time limit (ms)'), '500');
  expect(node().settings.timeoutMs).toBe(500);
  await user.click(screen.getByRole('button', { name: 'Remove total' }));
  expect(node().outputs).toEqual([]);
}, 30_000);

test('rows returned by a block are a table, other values are JSON, and rows beyond 100 are counted', () => {
  const rows = Array.from({ length: 120 }, (_, index) => ({
    id: index,
    tags: ['a'],
    ...(index === 1 && { note: 'late' }),
  }));
  show('pay', {
    attempt: 1,
    status: 'passed',
    inputs: {},
    outputs: { rows, count: 120, none: [] },
    message: null,
    detail: null,
    runId: 'r1',
    link: null,
  } as unknown as NodeRunDetail);
  const table = within(screen.getByRole('region', { name: 'Rows of rows' })).getByRole('table');
  expect(
    within(table)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
  ).toEqual(['id', 'tags', 'note']);
  expect(within(table).getAllByRole('row')).toHaveLength(101);
  expect(within(table).getByText('rows: 120 rows, the first 100 shown')).toBeTruthy();
  expect(within(table).getByText('late')).toBeTruthy();
  expect(screen.getByText(/"count": 120/).textContent).toContain('"none": []');
});

test('a block executed by another run shows the requests and responses of that run, and links to it', async () => {
  const ended = { attempt: 1, inputs: {}, outputs: {}, message: 'Status: expected 200, got 500.', runId: 'r1' };
  show('pay', {
    ...ended,
    status: 'failed',
    detail: { runId: 'r2' },
    childRunId: 'r2',
    link: '/runs/r2',
  } as unknown as NodeRunDetail);
  expect(await screen.findByText('Exchange of r2')).toBeTruthy();
  expect(screen.getByText('Status: expected 200, got 500.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Open the run of this block' }).getAttribute('href')).toBe('/runs/r2');
  // The run's data is shown only once.
  expect(screen.queryByRole('heading', { name: 'Details' })).toBeNull();
});
