import { MantineProvider } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { ApiError } from '@touchstone/contracts';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { Loaded } from '../ui/loaded.tsx';
import { createQueryClient } from './query-client.tsx';

afterEach(() => notifications.clean());

let failure: Error | undefined;
const reads: string[] = [];
const read = (name: string) => async () => {
  reads.push(name);
  if (failure) throw failure;
  return `answer of ${name}`;
};
/** A component whose query never shows its error. */
function Silent({ name }: { name: string }) {
  return <p>{useQuery({ queryKey: [name], queryFn: read(name) }).data ?? 'nothing yet'}</p>;
}
function Speaking() {
  return <Loaded query={useQuery({ queryKey: ['speaking'], queryFn: read('speaking') })}>{(text) => text}</Loaded>;
}
const show = (children: ReactNode, client = createQueryClient()) =>
  render(
    <MantineProvider>
      <QueryClientProvider client={client}>
        <MemoryRouter>{children}</MemoryRouter>
        <Notifications />
      </QueryClientProvider>
    </MantineProvider>,
  );
const down = () => new ApiError(503, { code: 'X', message: 'The server is overloaded.' });

test('a failed read without an error in place shows one toast, whose action retries it', async () => {
  failure = down();
  reads.length = 0;
  show(
    <>
      <Silent name="a" />
      <Silent name="b" />
    </>,
  );
  const retry = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  expect(screen.getByRole('alert').textContent).toContain('The server is overloaded.');
  failure = undefined;
  fireEvent.click(retry);
  await waitFor(() => expect(screen.getByText('answer of b')).toBeTruthy());
  expect([screen.getByText('answer of a').tagName, reads]).toEqual(['P', ['a', 'b', 'a', 'b']]);
});

test('an error that is shown in place gets no toast, and an ended session only its dialog', async () => {
  failure = down();
  const { unmount } = show(<Speaking />);
  await screen.findByRole('button', { name: 'Try again' });
  // By the time the second error's toast appears, the first one's would have appeared, too.
  failure = new ApiError(401, { code: 'Y', message: 'Sign in first.' });
  show(<Silent name="c" />);
  failure = new ApiError(404, { code: 'Z', message: 'It is gone.' });
  show(<Silent name="d" />);
  await screen.findAllByText(/It is gone/);
  expect(screen.queryAllByText(/Sign in first/)).toEqual([]);
  expect(screen.getAllByText(/overloaded/)).toHaveLength(1);
  unmount();
});

test('a first answer that is invalidated while pending is fetched again', async () => {
  const client = createQueryClient();
  const first = Promise.withResolvers<string>();
  const answers = [first.promise, Promise.resolve('what is now')];
  function Place() {
    return <p>{useQuery({ queryKey: ['runs', 'r'], queryFn: () => answers.shift()! }).data ?? 'nothing yet'}</p>;
  }
  render(
    <QueryClientProvider client={client}>
      <Place />
    </QueryClientProvider>,
  );
  await waitFor(() => expect(answers).toHaveLength(1));
  void client.invalidateQueries({ queryKey: ['runs'] });
  first.resolve('what was before');
  expect(await screen.findByText('what is now')).toBeTruthy();
});

/** Waits for a query before it shows a part that reads it as well. */
function Gate() {
  const isPending = useQuery({ queryKey: ['speaking'], queryFn: read('speaking') }).isPending;
  return isPending ? <p>Wait</p> : <Speaking />;
}

test('a failed query is retried when its page is opened again, not when a part of the page uses it too', async () => {
  failure = down();
  reads.length = 0;
  const client = createQueryClient();
  const { unmount } = show(<Gate />, client);
  const retry = await screen.findByRole('button', { name: 'Try again' });
  expect(reads).toHaveLength(1);
  fireEvent.click(retry);
  await waitFor(() => expect(reads).toHaveLength(2));
  await screen.findByText('The server is overloaded.');
  unmount();
  failure = undefined;
  show(<Gate />, client);
  await screen.findByText('answer of speaking');
  expect(reads).toHaveLength(3);
});
