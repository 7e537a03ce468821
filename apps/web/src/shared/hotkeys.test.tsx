import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { useHotkey } from './hotkeys.ts';

const save = { keys: 'mod+S', label: 'Save', group: 'Editor' };

test('answers keys and sequences, but not while typing', async () => {
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

test('the newest screen answers first, and the one below again when it is gone', async () => {
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

test('behind a dialog only the keys answer that are meant for dialogs too', async () => {
  const seen: string[] = [];
  const Screen = () => {
    useHotkey(save, () => seen.push('save'));
    useHotkey({ keys: 'mod+Enter', label: 'Send', group: 'Editor', inDialogs: true }, () => seen.push('send'));
    return <div role="dialog" aria-modal="true" />;
  };
  render(<Screen />);
  await userEvent.setup().keyboard('{Control>}s{Enter}{/Control}');
  expect(seen).toEqual(['send']);
});
