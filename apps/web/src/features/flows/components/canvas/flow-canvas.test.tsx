import { MantineProvider } from '@mantine/core';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, test, vi } from 'vitest';
import { type FlowDocument, newDocument, newNode, newPort } from '../../model/document/flow-document.ts';
import { FlowEditor } from '../../model/editor.ts';
import type { NodeRunState } from '../../model/run-state.ts';
import { blockKinds } from '../../testing/offered-kinds.ts';
import { FlowCanvas } from './flow-canvas.tsx';

// jsdom has no layout, and the canvas reads its size.
beforeAll(() => {
  for (const side of ['offsetWidth', 'offsetHeight', 'clientWidth', 'clientHeight'])
    Object.defineProperty(HTMLElement.prototype, side, { configurable: true, value: 1000 });
  vi.stubGlobal(
    'DOMMatrixReadOnly',
    class {
      m22 = 1;
    },
  );
  Object.assign(SVGElement.prototype, { getBBox: () => ({ x: 0, y: 0, width: 10, height: 10 }) });
  HTMLCanvasElement.prototype.getContext = () => null;
});

const kinds = blockKinds();
const document: FlowDocument = {
  flow: {
    ...newDocument().flow,
    nodes: [
      newNode('start', 'start', 'Start'),
      newNode('order', 'script', 'Order', { outputs: [newPort('id', 'string')] }),
      newNode('pay', 'script', 'Pay', { inputs: [newPort('order', 'number')] }),
    ],
    links: [{ id: 'start>order', from: 'start', to: 'order', on: 'success' }],
  },
  layout: { start: { x: 0, y: 0 }, order: { x: 300, y: 0 }, pay: { x: 600, y: 0 } },
};

async function show(
  given: { states?: ReadonlyMap<string, NodeRunState>; onOpen?: () => void; onAdd?: () => void } = {},
) {
  const editor = new FlowEditor(document, kinds);
  const problems = [{ code: 'MISSING_INPUT', message: 'Give it a value.', node: 'pay' }];
  render(
    <MantineProvider>
      <div style={{ width: 1000, height: 1000 }}>
        <FlowCanvas editor={editor} kinds={kinds} problems={problems} {...given} />
      </div>
    </MantineProvider>,
  );
  const start = await screen.findByRole('group', { name: 'Start, Start' });
  act(() => start.focus());
  return { editor, user: userEvent.setup() };
}
const focused = () => globalThis.document.activeElement?.getAttribute('data-block');

test('a block shows its name, its kind, its state and its problems', async () => {
  await show({ states: new Map([['order', { status: 'running', attempt: 1, message: null }]]) });
  expect(screen.getByRole('group', { name: 'Order, API script, Running' })).toBeTruthy();
  expect(screen.getByRole('group', { name: 'Pay, API script, 1 problem' })).toBeTruthy();
});

test('a link is made by keyboard, undone and redone', async () => {
  const { editor, user } = await show();
  await user.keyboard('{ArrowRight}');
  await waitFor(() => expect(focused()).toBe('order'));
  await user.keyboard('t{ArrowRight}');
  await waitFor(() => expect(focused()).toBe('pay'));
  expect(screen.getByText(/Link from “Order”/)).toBeTruthy();
  await user.keyboard('{Enter}');
  const links = () => editor.getView().document.flow.links.map(({ id }) => id);
  expect(links()).toEqual(['start>order', 'order>pay']);
  await user.keyboard('{Control>}z{/Control}');
  expect(links()).toEqual(['start>order']);
  await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
  expect(links()).toEqual(['start>order', 'order>pay']);
});

test('a link that would form a loop is refused with the reason', async () => {
  const { editor, user } = await show();
  await user.keyboard('{ArrowRight}');
  await waitFor(() => expect(focused()).toBe('order'));
  await user.keyboard('t{ArrowLeft}');
  await waitFor(() => expect(focused()).toBe('start'));
  await user.keyboard('{Enter}');
  expect(screen.getByText('Nothing runs before the start.')).toBeTruthy();
  expect(editor.getView().document.flow.links).toHaveLength(1);
});

test('a value of another type is converted only after confirmation', async () => {
  const { editor, user } = await show();
  act(() => {
    editor.connect(
      { node: 'order', end: { type: 'port', side: 'outputs', port: 'id' } },
      { node: 'pay', end: { type: 'port', side: 'inputs', port: 'order' } },
    );
  });
  expect(editor.getView().document.flow.joints).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Convert and connect' }));
  expect(editor.getView().document.flow.joints).toMatchObject([{ coerce: true }]);
});

test('keys delete, move, select all, open and add', async () => {
  const [onOpen, onAdd] = [vi.fn(), vi.fn()];
  const { editor, user } = await show({ onOpen, onAdd });
  await user.keyboard('{Control>}a{/Control}');
  expect(editor.getView().selection.nodes.size).toBe(3);
  await user.keyboard('{ArrowRight}');
  await waitFor(() => expect(focused()).toBe('order'));
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
  expect(editor.getView().document.layout.order).toEqual({ x: 300, y: 4 });
  await user.keyboard('{Enter}i');
  expect([onOpen.mock.calls.length, onAdd.mock.calls.length]).toEqual([1, 1]);
  await user.keyboard('{Delete}');
  expect(editor.getView().document.flow.nodes.map(({ id }) => id)).toEqual(['start', 'pay']);
  expect(editor.getView().document.flow.links).toEqual([]);
});

test('blocks are copied and pasted as text', async () => {
  const { editor, user } = await show();
  await user.keyboard('{ArrowRight}');
  await waitFor(() => expect(focused()).toBe('order'));
  await user.paste(editor.copySelected()!);
  expect(editor.getView().document.flow.nodes.map(({ name }) => name)).toEqual(['Start', 'Order', 'Pay', 'Order 2']);
});
