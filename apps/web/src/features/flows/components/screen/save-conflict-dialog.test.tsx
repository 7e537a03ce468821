import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { applyEdit } from '../../model/document/edit.ts';
import { shopDocument } from '../../testing/shop-document.ts';
import { SaveConflictDialog } from './save-conflict-dialog.tsx';

const rename = (name: string) => applyEdit(shopDocument, { type: 'set-node', id: 'pay', patch: { name } });
const mine = applyEdit(rename('Charge'), { type: 'parallel', parallel: 2 });
const theirs = applyEdit(rename('Bill'), { type: 'remove', nodes: ['hub'], links: [], joints: [] });

function show() {
  const given = { onMerge: vi.fn(), onOverwrite: vi.fn(), onClose: vi.fn() };
  render(
    <MantineProvider env="test">
      <SaveConflictDialog byName="Ana" base={shopDocument} mine={mine} theirs={theirs} {...given} />
    </MantineProvider>,
  );
  return { ...given, user: userEvent.setup() };
}

test('says who saved, what they changed, and what both changed', async () => {
  show();
  expect(await screen.findByRole('dialog', { name: 'Ana saved this workflow' })).toBeTruthy();
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Deleted block “Values”',
    'Changed block “Bill”',
    'Deleted link “Start” → “Values”',
  ]);
  expect(screen.getByText('Name of “Charge”')).toBeTruthy();
});

test('merging keeps both sets of changes, overwriting is a separate choice', async () => {
  const { user, onMerge, onOverwrite } = show();
  await user.click(await screen.findByRole('button', { name: 'Merge and save' }));
  const [merged] = onMerge.mock.calls[0]!;
  expect(merged.flow.parallel).toBe(2);
  expect(merged.flow.nodes.map(({ name }: { name: string }) => name)).toEqual(['Start', 'Order', 'Charge']);
  expect(onOverwrite).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Overwrite their changes' }));
  expect(onOverwrite).toHaveBeenCalledOnce();
});
