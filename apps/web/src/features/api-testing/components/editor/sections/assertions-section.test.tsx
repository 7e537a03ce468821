import { MantineProvider } from '@mantine/core';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ScriptInput } from '@touchstone/contracts/api-testing';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { newScript, problemsOf } from '../../../model/editor/script-draft.ts';
import { AssertionsSection } from './assertions-section.tsx';

let draft: ScriptInput;
let suggestedCount = 0;
const suggest = vi.fn();
const undoSuggestions = vi.fn();
function Screen({ start }: { start: ScriptInput['assertions'] }) {
  const [state, setState] = useState<ScriptInput>({ ...newScript('Order'), url: 'https://a.test', assertions: start });
  draft = state;
  return (
    <MantineProvider env="test">
      <AssertionsSection
        draft={state}
        onChange={setState}
        problems={problemsOf(state)}
        actions={{ fresh: null, suggestedCount, suggest, undoSuggestions, keepSuggestions: vi.fn() }}
        canSuggest
      />
    </MantineProvider>
  );
}

const schema = (inner: string) => `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">${inner}</xs:schema>`;

test('an XML schema is filled from its files, the asserted one first', async () => {
  render(<Screen start={[{ kind: 'xsd', operator: 'equals', expected: '', enabled: true }]} />);
  const main = schema('<xs:include schemaLocation="part.xsd"/>');
  const files = [new File([schema('')], 'part.xsd'), new File([main], 'order.xsd')];
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  if (input) await userEvent.upload(input, files);
  const expected = `<?schema name="order.xsd"?>\n${main}\n<?schema name="part.xsd"?>\n${schema('')}`;
  await waitFor(() => expect(draft.assertions[0]?.expected).toBe(expected));
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Expected value of assertion 1' });
  expect(field.value).toBe(expected);
});

test('only an XML schema accepts files', () => {
  render(<Screen start={[{ kind: 'jsonSchema', operator: 'equals', expected: {}, enabled: true }]} />);
  expect(document.querySelector('input[type=file]')).toBeNull();
});

test('a new assertion is scrolled to and focused', async () => {
  Element.prototype.scrollIntoView = vi.fn();
  render(<Screen start={[{ kind: 'status', operator: 'equals', expected: 200, enabled: true }]} />);
  await userEvent.click(screen.getByRole('button', { name: 'Add assertion' }));
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByLabelText('Target of assertion 2', { selector: 'input' })),
  );
  expect(Element.prototype.scrollIntoView).toHaveBeenCalled();
});

test('a long schema is one line until it is expanded', async () => {
  const expected = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } };
  render(<Screen start={[{ kind: 'jsonSchema', operator: 'equals', expected, enabled: true }]} />);
  expect(screen.queryByRole('textbox', { name: 'Expected value of assertion 1' })).toBeNull();
  const line = screen.getByRole('button', { name: 'Open expected value of assertion 1' });
  expect(line.textContent).toContain('{ "type": "object", "required":');
  await userEvent.click(line);
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Expected value of assertion 1' }).value).toBe(
    JSON.stringify(expected, null, 2),
  );
});

test('suggestions are added with one click, and undone with one', async () => {
  suggestedCount = 3;
  render(<Screen start={[]} />);
  await userEvent.click(screen.getByRole('button', { name: 'Suggest from response' }));
  expect(suggest).toHaveBeenCalledOnce();
  screen.getByText('Added 3 assertions.');
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(undoSuggestions).toHaveBeenCalledOnce();
});
