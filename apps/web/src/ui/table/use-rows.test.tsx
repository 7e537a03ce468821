import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { DataTable } from './data-table.tsx';
import { useRows } from './use-rows.ts';

const onOpen = vi.fn();
const Table = ({ label, names }: { label: string; names: string[] }) => (
  <DataTable
    label={label}
    columns={[{ key: 'name', header: 'Name', cell: (name) => <a href={`#${name}`}>{name}</a> }]}
    rows={names}
    rowKey={(name) => name}
    rowLabel={(name) => name}
    onOpen={onOpen}
  />
);
function List({ names }: { names: string[] }) {
  useRows();
  return (
    <ul>
      {names.map((name) => (
        <li key={name} data-row>
          <button type="button">{name}</button>
          <button type="button">Actions for {name}</button>
        </li>
      ))}
      <li data-row>Without a button</li>
    </ul>
  );
}
const show = (children: ReactNode) => {
  render(
    <MantineProvider env="test">
      <h1 tabIndex={-1}>Suites</h1>
      {children}
    </MantineProvider>,
  );
  screen.getByRole('heading').focus();
  return userEvent.setup();
};
const focused = () => document.activeElement?.textContent;

test('from the heading J moves to the first row of a table, J and K move, Enter opens', async () => {
  const user = show(<Table label="Suites" names={['One', 'Two']} />);
  const seen: unknown[] = [];
  for (const key of ['j', 'j', 'j', 'k', '{ArrowDown}', '{ArrowUp}']) {
    await user.keyboard(key);
    seen.push(focused());
  }
  expect(seen).toEqual(['One', 'Two', 'Two', 'One', 'Two', 'One']);
  expect(document.activeElement?.tagName).toBe('TR');
  await user.keyboard('{Enter}');
  expect(onOpen).toHaveBeenCalledWith('One');
});

test('K from outside moves to the first row too', async () => {
  const user = show(<Table label="Suites" names={['One', 'Two']} />);
  await user.keyboard('k');
  expect(focused()).toBe('One');
});

test('from a link in a row they continue from that row', async () => {
  const user = show(<Table label="Suites" names={['One', 'Two', 'Three']} />);
  screen.getByRole('link', { name: 'Two' }).focus();
  await user.keyboard('j');
  expect(focused()).toBe('Three');
});

test('they move through all lists of a page, skipping rows without a target', async () => {
  const user = show(
    <>
      <List names={['First']} />
      <Table label="Runs" names={['Run 1']} />
    </>,
  );
  await user.keyboard('j');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'First' }));
  screen.getByRole('button', { name: 'Actions for First' }).focus();
  await user.keyboard('j');
  expect(focused()).toBe('Run 1');
  await user.keyboard('k');
  expect(focused()).toBe('First');
});

test('in a dialog the arrow keys stay in its table', async () => {
  const user = show(
    <>
      <Table label="Teams" names={['Team']} />
      <div role="dialog" aria-modal="true">
        <Table label="Members" names={['Ana', 'Ben']} />
      </div>
    </>,
  );
  screen.getByRole('row', { name: 'Ana' }).focus();
  await user.keyboard('{ArrowUp}');
  expect(focused()).toBe('Ana');
  await user.keyboard('{ArrowDown}');
  expect(focused()).toBe('Ben');
});

test('letters in a field only type', async () => {
  const user = show(
    <>
      <input aria-label="Filter" />
      <Table label="Suites" names={['One']} />
    </>,
  );
  await user.type(screen.getByLabelText('Filter'), 'jk');
  expect(document.activeElement).toBe(screen.getByLabelText('Filter'));
});
