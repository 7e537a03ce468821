import { screen } from '@testing-library/react';
import { newStep, type Step, toText } from '@touchstone/engine-keyword/core';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import type { CodeEditorProps } from '../../../../ui/code-editor/code-editor-view.tsx';
import { id } from '../../testing/mocks.ts';
import { serverFor, show } from '../../testing/show-page.tsx';
import { TextView } from './text-view.tsx';

vi.mock('../../../../ui/code-editor/code-editor-view.tsx', () => ({
  default: ({ label, value, onChange, readOnly }: CodeEditorProps) => (
    <textarea
      aria-label={label}
      value={value}
      readOnly={readOnly}
      onChange={(event) => onChange?.(event.currentTarget.value)}
    />
  ),
}));

serverFor();
const first = [newStep('a', 'openUrl', { args: { url: 'https://shop.example/' } }), newStep('b', 'reload')];

function Editor({ canWrite = true }: { canWrite?: boolean }) {
  const [steps, setSteps] = useState<Step[]>(first);
  return (
    <>
      <TextView projectId={id(1)} editor={{ steps, replace: (next) => setSteps(next as Step[]) }} canWrite={canWrite} />
      <output>{steps.map((step) => `${step.id}:${step.keyword}`).join(' ')}</output>
      <button type="button" onClick={() => setSteps(first.slice(1))}>
        Elsewhere
      </button>
    </>
  );
}

const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Steps as text' });

test('lines of text are steps: unchanged ones keep their ids, and one that cannot be parsed changes nothing', async () => {
  const { user } = show(<Editor />);
  const text = await field();
  expect(text.value).toBe(toText(first));
  await user.type(text, '\nDance');
  expect(await screen.findByText(/^Line \d+: /)).toBeTruthy();
  expect(screen.getByRole('status').textContent).toBe('a:openUrl b:reload');
  await user.type(text, '{Backspace}'.repeat(5));
  await user.type(text, 'Go Back');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByRole('status').textContent).toMatch(/^a:openUrl b:reload [\w-]+:goBack$/);
});

test('table edits show up in the text', async () => {
  const { user } = show(<Editor />);
  const text = await field();
  await user.click(screen.getByRole('button', { name: 'Elsewhere' }));
  expect(text.value).toBe(toText(first.slice(1)));
});

test('viewers can read it', async () => {
  show(<Editor canWrite={false} />);
  expect((await field()).readOnly).toBe(true);
});
