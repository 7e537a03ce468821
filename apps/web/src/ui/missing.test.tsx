import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { expect, test, vi } from 'vitest';
import Missing, { type FrameTools } from './missing.tsx';

const back = { label: 'Test Suites', path: '/suites' };
function show(frame: FrameTools | undefined) {
  const router = createMemoryRouter(
    [
      {
        element: <Outlet context={frame} />,
        children: [{ path: '*', element: <Missing title="No such suite." back={back} /> }],
      },
    ],
    { initialEntries: ['/test-suite/7f0c41d2'] },
  );
  render(
    <MantineProvider env="test">
      <RouterProvider router={router} />
    </MantineProvider>,
  );
}

test('inside the frame it searches for the words of the address, or others, and links back', async () => {
  const search = vi.fn();
  show({ search });
  screen.getByRole('heading', { level: 1, name: 'No such suite.' });
  expect(screen.getByRole('link', { name: 'Test Suites' }).getAttribute('href')).toBe('/suites');
  const field = screen.getByRole('textbox', { name: 'Search everything' });
  await userEvent.type(field, ' orders{Enter}');
  expect(search).toHaveBeenCalledExactlyOnceWith('test suite orders');
});

test('without sign-in there is no search', () => {
  show(undefined);
  expect(screen.queryByRole('textbox')).toBeNull();
  screen.getByRole('link', { name: 'Test Suites' });
});
