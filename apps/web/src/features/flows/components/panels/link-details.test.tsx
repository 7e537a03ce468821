import { EditorView } from '@codemirror/view';
import { MantineProvider } from '@mantine/core';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { validateFlow } from '@touchstone/engine-flow/core';
import { useSyncExternalStore } from 'react';
import { expect, test, vi } from 'vitest';
import { FlowEditor } from '../../model/editor.ts';
import { blockKinds } from '../../testing/offered-kinds.ts';
import { shopDocument } from '../../testing/shop-document.ts';
import { LinkDetails } from './link-details.tsx';
import { ProblemsPanel } from './problems-panel.tsx';

const kinds = blockKinds();

function Shown({ editor }: { editor: FlowEditor }) {
  const view = useSyncExternalStore(editor.subscribe, editor.getView);
  return <LinkDetails editor={editor} view={view} linkId="order>pay" isReadOnly={false} />;
}

async function show() {
  const editor = new FlowEditor(shopDocument, kinds);
  editor.select({ links: new Set(['order>pay']) });
  render(
    <MantineProvider env="test">
      <Shown editor={editor} />
    </MantineProvider>,
  );
  const box = await screen.findByRole('textbox', { name: 'Condition' });
  const code = EditorView.findFromDOM(box)!;
  const write = (text: string) =>
    act(() => code.dispatch({ changes: { from: 0, to: code.state.doc.length, insert: text } }));
  const link = () => editor.getView().document.flow.links.find(({ id }) => id === 'order>pay');
  return { editor, write, link, user: userEvent.setup() };
}
const faults = () =>
  within(screen.getByRole('list', { name: 'Faults of Condition' }))
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent);

test('a condition shows everything that is wrong, in place and in a list', async () => {
  const { write, link } = await show();
  expect(faults()).toEqual([]);
  await write('{{order.id}} == 5 AND )');
  expect(link()?.condition).toBe('{{order.id}} == 5 AND )');
  expect(faults().join(' ')).toContain("Unmatched ')' in the expression.");
  expect(document.querySelector('.cm-fault-error')).not.toBeNull();
  expect(screen.getByRole('textbox', { name: 'Condition' }).getAttribute('aria-invalid')).toBe('true');
});

test('the warning about quotation marks leaves a condition valid', async () => {
  const { write } = await show();
  await write('{{order.id}} == John Doe');
  expect(faults()).toEqual(['Values with spaces or special characters should be quoted. John Doe']);
  expect(document.querySelector('.cm-fault-warning')?.textContent).toBe('John Doe');
  expect(screen.getByRole('textbox', { name: 'Condition' }).getAttribute('aria-invalid')).toBeNull();
});

test('an empty condition is none, and typing is one undo step', async () => {
  const { editor, write, link } = await show();
  await write('');
  expect(link()).not.toHaveProperty('condition');
  await write('1 == 1');
  editor.undo();
  expect(link()?.condition).toBe('{{order.id}} Exists');
});

test('a link is changed to run after an error, or deleted', async () => {
  const { link, user } = await show();
  await user.click(screen.getByRole('combobox', { name: 'Taken after' }));
  await user.click(await screen.findByRole('option', { name: 'Error' }));
  expect(link()?.on).toBe('error');
  await user.click(screen.getByRole('button', { name: 'Delete link' }));
  expect(link()).toBeUndefined();
});

test('the panel lists every fault of the workflow and links to it', async () => {
  const problems = validateFlow(shopDocument.flow, { kinds: kinds.engine });
  expect(problems.map(({ code }) => code)).toEqual(['MISSING_INPUT']);
  const onGo = vi.fn();
  render(
    <MantineProvider env="test">
      <ProblemsPanel document={shopDocument} problems={problems} onGo={onGo} />
    </MantineProvider>,
  );
  await userEvent.setup().click(screen.getByRole('button', { name: /Pay.*Give "order" a value/ }));
  expect(onGo).toHaveBeenCalledWith(problems[0]);
});
