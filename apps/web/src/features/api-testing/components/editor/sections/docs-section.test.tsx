import { MantineProvider } from '@mantine/core';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ScriptInput } from '@touchstone/contracts/api-testing';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { ConfirmHost } from '../../../../../ui/dialog/confirm-dialog.tsx';
import { newScript, problemsOf } from '../../../model/editor/script-draft.ts';
import { DocsSection } from './docs-section.tsx';

const example = { name: 'OK', status: 200, headers: [{ key: 'X-Id', value: '7' }], body: '{"name":"Rex"}' };
const documentation = {
  responses: [{ status: 'default', description: 'Any error', contents: [{ type: 'text/html' }] }],
};
let draft: ScriptInput;
function Screen({ canWrite = true, start }: { canWrite?: boolean; start: Partial<ScriptInput> }) {
  const [state, setState] = useState<ScriptInput>({ ...newScript('Get pet'), url: 'https://a.test', ...start });
  draft = state;
  return (
    <MantineProvider env="test">
      <DocsSection draft={state} onChange={setState} problems={problemsOf(state)} canWrite={canWrite} />
      <ConfirmHost />
    </MantineProvider>
  );
}

test('the description is edited, and without examples the way to create one is named', async () => {
  render(<Screen start={{ documentation }} />);
  await userEvent.type(screen.getByRole('textbox', { name: 'Description' }), 'One pet');
  expect(draft.description).toBe('One pet');
  expect(screen.getByText(/No examples yet/)).toBeTruthy();
  const responses = screen.getByRole('region', { name: 'Documented responses' });
  expect(within(responses).getByText('default')).toBeTruthy();
  expect(within(responses).getByText('text/html')).toBeTruthy();
});

test('operation id, tags and deprecation are shown and edited, and the rest of the documentation is preserved', async () => {
  const operation = { operationId: 'pets.read', tags: ['reading'], isDeprecated: true };
  render(<Screen start={{ documentation: { ...documentation, ...operation } }} />);
  const user = userEvent.setup();
  const id = screen.getByRole<HTMLInputElement>('textbox', { name: 'Operation ID' });
  expect(id.value).toBe('pets.read');
  await user.type(id, '.one');
  await user.type(screen.getByRole('combobox', { name: 'Tags' }), 'slow{Enter}');
  await user.click(screen.getByRole('switch', { name: 'Deprecated' }));
  expect(draft.documentation).toEqual({ ...documentation, operationId: 'pets.read.one', tags: ['reading', 'slow'] });
  await user.clear(id);
  await user.type(screen.getByRole('combobox', { name: 'Tags' }), '{Backspace}{Backspace}');
  expect(draft.documentation).toEqual(documentation);
});

test('a tag that is too long is reported at the tags', () => {
  render(<Screen start={{ documentation: { tags: ['x'.repeat(1001)] } }} />);
  expect(screen.getByRole('combobox', { name: 'Tags' }).getAttribute('aria-invalid')).toBe('true');
});

test('an example is opened and renamed; an empty name is an error at its field', async () => {
  render(<Screen start={{ examples: [example] }} />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Open example OK' }));
  const response = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Response of OK' });
  expect(response.value).toBe('X-Id: 7\n\n{"name":"Rex"}');
  const name = screen.getByRole('textbox', { name: 'Name of example 1' });
  await user.clear(name);
  expect(screen.getByText('Please enter example name.')).toBeTruthy();
  expect(name.getAttribute('aria-invalid')).toBe('true');
  await user.type(name, 'Found');
  expect(draft.examples?.map((item) => item.name)).toEqual(['Found']);
  expect(screen.queryByText('Please enter example name.')).toBeNull();
});

test('a body that is too large is reported at its example', () => {
  render(<Screen start={{ examples: [{ ...example, body: 'x'.repeat(1_000_001) }] }} />);
  expect(screen.getByRole('alert').textContent).toBe('An example body is at most 1 MB.');
});

test('deleting an example asks first, and deletes that one', async () => {
  render(<Screen start={{ examples: [example, { ...example, name: 'Gone', status: 404 }] }} />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Delete example Gone' }));
  const dialog = await screen.findByRole('dialog', { name: 'Delete example Gone?' });
  expect(draft.examples).toHaveLength(2);
  await user.click(within(dialog).getByRole('button', { name: 'Delete example' }));
  expect(draft.examples?.map((item) => item.name)).toEqual(['OK']);
});

test('a viewer reads examples but changes none', () => {
  render(<Screen canWrite={false} start={{ examples: [example] }} />);
  expect(screen.getByText('OK')).toBeTruthy();
  expect(screen.queryByRole('textbox', { name: 'Name of example 1' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Delete example OK' })).toBeNull();
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Operation ID' }).readOnly).toBe(true);
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Deprecated' }).disabled).toBe(true);
});

test('the description is rendered as Markdown without HTML, and shown to viewers right away', async () => {
  const start = { description: '# Pets\n\n- one <img src=x onerror=alert(1)>\n\n[Docs](https://a.test/docs)' };
  const { unmount } = render(<Screen start={start} />);
  await userEvent.click(screen.getByRole('radio', { name: 'Preview' }));
  expect(await screen.findByRole('heading', { name: 'Pets' })).toBeTruthy();
  expect(screen.getByRole('listitem').textContent).toBe('one <img src=x onerror=alert(1)>');
  expect(screen.getByRole('link', { name: 'Docs' }).getAttribute('rel')).toContain('noopener');
  expect(screen.queryByRole('img')).toBeNull();
  unmount();
  render(<Screen start={start} canWrite={false} />);
  expect(await screen.findByRole('heading', { name: 'Pets' })).toBeTruthy();
  expect(screen.queryByRole('textbox', { name: 'Description' })).toBeNull();
});
