import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import type { VariableRow } from '../../model/variable-rows.ts';
import { VariablesGrid } from './variables-grid.tsx';

let rows: VariableRow[] = [];
function Screen({ readOnly = false }: { readOnly?: boolean }) {
  const [state, setState] = useState<VariableRow[]>([
    { variableId: 'v1', name: 'base', value: 'http://a', isSecret: false, enabled: true },
    { variableId: 'v2', name: 'token', value: undefined, isSecret: true, enabled: false },
  ]);
  rows = state;
  return (
    <MantineProvider env="test">
      <VariablesGrid rows={state} onChange={setState} errors={{}} readOnly={readOnly} />
    </MantineProvider>
  );
}
const use = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name: `Use variable ${name}` });

test('a variable is switched off and on, a secret too, and keeps its value', async () => {
  render(<Screen />);
  const user = userEvent.setup();
  await user.click(use('base'));
  await user.click(use('token'));
  expect(rows.map(({ enabled, value }) => ({ enabled, value }))).toEqual([
    { enabled: false, value: 'http://a' },
    { enabled: true, value: undefined },
  ]);
});

test('a new variable starts on', async () => {
  render(<Screen />);
  await userEvent.type(screen.getByRole('textbox', { name: 'Name of variable 3' }), 'x');
  expect(rows[2]).toEqual({ name: 'x', value: '', isSecret: false, enabled: true });
  expect(use('x').checked).toBe(true);
});

test('a viewer sees which variables are off but switches none', () => {
  render(<Screen readOnly />);
  expect([use('base').checked, use('token').checked]).toEqual([true, false]);
  expect([use('base').disabled, use('token').disabled]).toEqual([true, true]);
});
