import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactNode, useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Choice, ChoiceQuery, ChoiceSource } from '../../shared/choices.ts';
import { shownErrors } from '../../shared/shown-errors.ts';
import { needsMoreChoices } from './remote-choices.ts';
import { RemoteMultiSelect, RemoteSelect } from './remote-select.tsx';

/** jsdom has no layout: the list is told that it is 200 pixels high. */
beforeEach(() => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(200);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(300);
});

let asked: ChoiceQuery[] = [];
const nameOf = (index: number) => `Project ${String(index + 1).padStart(2, '0')}`;
const listOf = (names: string[]): ChoiceSource => ({
  queryKey: ['projects', names.length],
  load: async (query) => {
    asked.push(query);
    const found = names.filter((name) => name.toLowerCase().includes(query.searchTerm.toLowerCase()));
    const choices = found.slice(query.page * query.size, (query.page + 1) * query.size);
    return { choices: choices.map((name) => ({ value: name, label: name })), total: found.length };
  },
});
const many = Array.from({ length: 45 }, (_, index) => nameOf(index));

function Single({ names }: { names: string[] }) {
  const [value, setValue] = useState<Choice | null>(null);
  return (
    <RemoteSelect
      label="Project"
      source={listOf(names)}
      nothingFound="No project has this name"
      emptyMessage="Project is not available."
      value={value}
      onChange={setValue}
    />
  );
}
function Several() {
  const [value, setValue] = useState<Choice[]>([]);
  return (
    <RemoteMultiSelect label="Projects" source={listOf(many)} nothingFound="None" value={value} onChange={setValue} />
  );
}
const show = (screenOf: ReactNode) => {
  asked = [];
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        {screenOf}
      </QueryClientProvider>
    </MantineProvider>,
  );
  return userEvent.setup();
};
const pagesAsked = () => asked.map(({ page }) => page);

test.each([
  { lastShown: 0, loaded: 10, more: false },
  { lastShown: 2, loaded: 10, more: false },
  { lastShown: 3, loaded: 10, more: true },
  { lastShown: 9, loaded: 10, more: true },
  { lastShown: 12, loaded: 20, more: false },
  { lastShown: 13, loaded: 20, more: true },
])('entry $lastShown of $loaded: more is $more [global-create-7]', ({ lastShown, loaded, more }) => {
  expect(needsMoreChoices(lastShown, loaded)).toBe(more);
});

test('reads ten at a time, and the next ten near the end of the list [global-create-7]', async () => {
  const user = show(<Single names={many} />);
  await waitFor(() => expect(pagesAsked()).toEqual([0]));
  expect(asked[0]).toEqual({ searchTerm: '', page: 0, size: 10 });
  await user.click(screen.getByRole('combobox', { name: 'Project' }));
  // The list shows the entries up to the ninth, which is within seven of the tenth.
  await waitFor(() => expect(pagesAsked()).toEqual([0, 1]));
  await screen.findByRole('option', { name: nameOf(0) });
  expect(screen.queryByRole('option', { name: nameOf(15) })).toBeNull();
  const scroller = screen.getByRole('option', { name: nameOf(0) }).parentElement?.parentElement as HTMLElement;
  scroller.scrollTop = 32 * 13;
  fireEvent.scroll(scroller);
  await waitFor(() => expect(pagesAsked()).toEqual([0, 1, 2]));
});

test('reads on after a page for which one scrolled too early', async () => {
  let answer: (() => void) | undefined;
  const slow: ChoiceSource = {
    queryKey: ['slow'],
    load: async (query, signal) => {
      const found = listOf(many).load(query, signal);
      if (query.page === 1) await new Promise<void>((resolve) => (answer = resolve));
      return found;
    },
  };
  const user = show(
    <RemoteSelect label="Project" source={slow} nothingFound="None" value={null} onChange={() => undefined} />,
  );
  await user.click(screen.getByRole('combobox', { name: 'Project' }));
  const first = await screen.findByRole('option', { name: nameOf(0) });
  const scroller = first.parentElement?.parentElement as HTMLElement;
  scroller.scrollTop = 32 * 13;
  fireEvent.scroll(scroller);
  await waitFor(() => expect(pagesAsked()).toEqual([0, 1]));
  answer?.();
  await waitFor(() => expect(pagesAsked()).toEqual([0, 1, 2]));
});

test('the arrow keys move beyond the rendered entries, and Enter selects', async () => {
  const user = show(<Single names={many} />);
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Project' });
  await user.click(field);
  await screen.findByRole('option', { name: nameOf(0) });
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect(field.value).toBe(nameOf(1));
  expect(screen.queryByRole('option')).toBeNull();
});

test('the server searches for typed text, and a name without matches is reported', async () => {
  const user = show(<Single names={many} />);
  const field = screen.getByRole<HTMLInputElement>('combobox', { name: 'Project' });
  await user.type(field, '33');
  await user.click(await screen.findByRole('option', { name: nameOf(32) }));
  expect(field.value).toBe(nameOf(32));
  expect(asked.at(-1)).toEqual({ searchTerm: '33', page: 0, size: 10 });
  await user.clear(field);
  await user.type(field, 'nothing');
  await screen.findByText('No project has this name');
  await user.tab();
  expect(field.value).toBe(nameOf(32));
});

test('keys select only matching entries, also before the server responds; a mark stays at its entry', async () => {
  const searched = Promise.withResolvers<void>();
  const all = listOf(many);
  const slow: ChoiceSource = {
    queryKey: ['slow'],
    load: async (query, signal) => {
      if (query.searchTerm) await searched.promise;
      return all.load(query, signal);
    },
  };
  const chosen = vi.fn<(choice: Choice) => void>();
  const user = show(<RemoteSelect label="Project" source={slow} nothingFound="None" value={null} onChange={chosen} />);
  const field = screen.getByRole('combobox', { name: 'Project' });
  await user.click(field);
  await screen.findByRole('option', { name: nameOf(0) });
  await user.type(field, '33{ArrowDown}{Enter}');
  await screen.findByText('Searching…');
  expect(chosen).not.toHaveBeenCalled();

  await user.clear(field);
  await user.type(field, '1{ArrowDown}{ArrowDown}');
  expect(screen.getByRole('option', { selected: true, name: nameOf(9) })).toBeTruthy();
  searched.resolve();
  await screen.findByRole('option', { name: nameOf(10) });
  await user.keyboard('{Enter}');
  expect(chosen).toHaveBeenCalledExactlyOnceWith({ value: nameOf(9), label: nameOf(9) });
});

test('an empty list says so at the field', async () => {
  const user = show(<Single names={[]} />);
  await screen.findByText('Project is not available.');
  await user.click(screen.getByRole('combobox', { name: 'Project' }));
  expect(screen.getAllByText('Project is not available.')).toHaveLength(1);
});

test('a list that cannot be loaded says why once, at the field, and is requested again when opened', async () => {
  const failure = new Error('The server is away.');
  let isUnavailable = true;
  const source: ChoiceSource = {
    queryKey: ['away'],
    load: async () => {
      if (isUnavailable) throw failure;
      return { choices: [{ value: 'one', label: 'One' }], total: 1 };
    },
  };
  const user = show(
    <RemoteSelect label="Project" source={source} nothingFound="None" value={null} onChange={() => undefined} />,
  );
  await screen.findByText('The server is away.');
  // No other component has to show it.
  expect(shownErrors.has(failure)).toBe(true);
  const field = screen.getByRole('combobox', { name: 'Project' });
  await user.click(field);
  expect(await screen.findAllByText('The server is away.')).toHaveLength(1);
  isUnavailable = false;
  await user.click(field);
  await screen.findByRole('option', { name: 'One' });
  expect(screen.queryByText('The server is away.')).toBeNull();
});

test('several entries are selected, and removed with Backspace or the cross', async () => {
  const user = show(<Several />);
  const field = screen.getByRole('combobox', { name: 'Projects' });
  await user.click(field);
  await user.click(await screen.findByRole('option', { name: nameOf(0) }));
  await user.click(await screen.findByRole('option', { name: nameOf(1) }));
  expect(screen.queryByRole('option', { name: nameOf(0) })).toBeNull();
  expect(screen.getAllByText(/^Project 0[12]$/)).toHaveLength(2);
  await user.keyboard('{Backspace}');
  expect(screen.getAllByText(/^Project 0[12]$/, { selector: '.mantine-Pill-label' })).toHaveLength(1);
});
