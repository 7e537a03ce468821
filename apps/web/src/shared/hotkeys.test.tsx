import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { hotkeys, useHotkey } from './hotkeys.ts';

test('no two entries of the table share their keys', () => {
  const keys = Object.values(hotkeys).map((item) => item.keys);
  expect(new Set(keys).size).toBe(keys.length);
});

test('no single key is the beginning of a sequence', () => {
  const keys = Object.values(hotkeys).map((item) => item.keys);
  const firsts = new Set(keys.filter((item) => item.includes(' ')).map((item) => item.split(' ')[0]));
  expect(keys.filter((item) => firsts.has(item))).toEqual([]);
});

test('answers keys and sequences, but not while typing', async () => {
  const seen: string[] = [];
  const Screen = () => {
    useHotkey('goSuites', () => seen.push('suites'));
    useHotkey('save', () => seen.push('save'));
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
    useHotkey('save', () => seen.push(name));
    return null;
  };
  const user = userEvent.setup();
  const { rerender } = render([<Layer key="a" name="below" />, <Layer key="b" name="above" />]);
  await user.keyboard('{Control>}s{/Control}');
  rerender([<Layer key="a" name="below" />]);
  await user.keyboard('{Control>}s{/Control}');
  expect(seen).toEqual(['above', 'below']);
});
