import { currentCompletions, startCompletion } from '@codemirror/autocomplete';
import { EditorView } from '@codemirror/view';
import { render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import CodeEditorView from './code-editor-view.tsx';
import type { CodeVariables } from './variable-marks.ts';

const variablesOf = (values: Record<string, string>): CodeVariables => ({
  words: Object.entries(values).map(([label, detail]) => ({ label, detail })),
  describe: (name) => ({ text: values[name] ?? 'No value', hasValue: name in values }),
});
const show = (value: string, values?: Record<string, string>) => (
  <CodeEditorView label="Body" language="json" value={value} variables={values && variablesOf(values)} />
);
const viewOf = () => EditorView.findFromDOM(screen.getByRole('textbox', { name: 'Body' }))!;

test('variables are marked, and again when the text or their values change', () => {
  const { rerender } = render(show('{ "id": "{{ petId }}" }', {}));
  expect(screen.getByTitle('{{petId}}: No value').className).toContain('cm-noValue');
  rerender(show('{ "id": "{{ petId }}" }', { petId: '7 · Staging' }));
  expect(screen.getByTitle('{{petId}}: 7 · Staging').className).not.toContain('cm-noValue');
  rerender(show('{ "id": "{{petId}}", "at": "{{day}}" }', { petId: '7 · Staging' }));
  expect(screen.getByTitle('{{day}}: No value').textContent).toBe('{{day}}');
});

test('nothing is marked while variables are unknown, or between empty braces', () => {
  const { rerender } = render(show('{ "id": "{{petId}}" }'));
  expect(screen.queryByTitle(/petId/)).toBeNull();
  rerender(show('{ "id": "{{ }}" }', {}));
  expect(document.querySelector('.cm-content [title]')).toBeNull();
});

test('variables are suggested after braces', async () => {
  render(show('', { petId: '7 · Staging', day: 'Monday' }));
  const view = viewOf();
  view.dispatch({ changes: { from: 0, insert: '{{pe' }, selection: { anchor: 4 } });
  startCompletion(view);
  await waitFor(() => expect(currentCompletions(view.state).map(({ label }) => label)).toEqual(['petId']));
});
