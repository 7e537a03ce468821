import { Button, MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FormEvent, ReactNode } from 'react';
import { expect, test } from 'vitest';
import { useHotkey } from './hotkeys.ts';

const save = { keys: 'mod+S', label: 'Save', group: 'Editor' };

test('handles keys and sequences, but not while typing', async () => {
  const seen: string[] = [];
  const Screen = () => {
    useHotkey({ keys: 'G S', label: 'Go to suites', group: 'Go to' }, () => seen.push('suites'));
    useHotkey(save, () => seen.push('save'));
    useHotkey('filter', () => seen.push('filter'));
    return <input aria-label="field" />;
  };
  const { getByLabelText } = render(<Screen />);
  const user = userEvent.setup();
  await user.keyboard('gs/');
  expect(seen).toEqual(['suites', 'filter']);
  await user.type(getByLabelText('field'), 'gs/{Control>}s{/Control}');
  expect(seen).toEqual(['suites', 'filter', 'save']);
});

test('the newest screen handles a key first, and the one below again after it has closed', async () => {
  const seen: string[] = [];
  const Layer = ({ name }: { name: string }) => {
    useHotkey(save, () => seen.push(name));
    return null;
  };
  const user = userEvent.setup();
  const { rerender } = render([<Layer key="a" name="below" />, <Layer key="b" name="above" />]);
  await user.keyboard('{Control>}s{/Control}');
  rerender([<Layer key="a" name="below" />]);
  await user.keyboard('{Control>}s{/Control}');
  expect(seen).toEqual(['above', 'below']);
});

test('no key works behind a dialog, and Ctrl Enter confirms the dialog', async () => {
  const seen: string[] = [];
  const Screen = ({ children }: { children: ReactNode }) => {
    useHotkey(save, () => seen.push('save'));
    useHotkey({ keys: 'mod+Enter', label: 'Send', group: 'Editor' }, () => seen.push('send'));
    return (
      <MantineProvider>
        <div role="dialog" aria-modal="true">
          {children}
        </div>
      </MantineProvider>
    );
  };
  const user = userEvent.setup();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    seen.push('form');
  };
  const { rerender } = render(
    <Screen>
      <form onSubmit={submit}>
        <textarea aria-label="text" />
      </form>
    </Screen>,
  );
  await user.click(screen.getByLabelText('text'));
  await user.keyboard('{Control>}s{Enter}{/Control}');
  expect(seen).toEqual(['form']);
  rerender(
    <Screen>
      <Button variant="default" onClick={() => seen.push('stay')}>
        Stay
      </Button>
      <Button onClick={() => seen.push('leave')}>Leave</Button>
    </Screen>,
  );
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(seen).toEqual(['form', 'leave']);
});

test('function keys work while typing too', async () => {
  const seen: string[] = [];
  const Screen = () => {
    useHotkey('nextPane', () => seen.push('next'));
    useHotkey('previousPane', () => seen.push('previous'));
    return <input aria-label="field" />;
  };
  const { getByLabelText } = render(<Screen />);
  await userEvent.setup().type(getByLabelText('field'), '{F6}{Shift>}{F6}{/Shift}');
  expect(seen).toEqual(['next', 'previous']);
});
