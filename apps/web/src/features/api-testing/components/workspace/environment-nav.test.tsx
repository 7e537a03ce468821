import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Environment } from '@touchstone/contracts/workspaces';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test, vi } from 'vitest';
import { EnvironmentNav } from './environment-nav.tsx';

const environments = ['Staging', 'Production'].map(
  (environmentName) => ({ environmentId: environmentName, environmentName, variableCount: 2 }) as Environment,
);

test('J and K move through the environments to the globals, past their actions', async () => {
  const actions = { onRename: vi.fn(), onClone: vi.fn(), onDelete: vi.fn() };
  const paths = { environments: (id = '') => `/environments/${id}`, globals: '/globals' };
  const nav = (
    <EnvironmentNav paths={paths} environments={environments} chosen="Staging" showGlobals={false} actions={actions} />
  );
  render(
    <MantineProvider env="test">
      <RouterProvider router={createMemoryRouter([{ path: '*', element: nav }])} />
    </MantineProvider>,
  );
  const user = userEvent.setup();
  const links = screen.getAllByRole('link');
  expect(links.map(({ textContent }) => textContent)).toEqual(['Staging2', 'Production2', 'Global Variables']);
  for (const [key, at] of [
    ['j', 0],
    ['j', 1],
    ['j', 2],
    ['j', 2],
    ['k', 1],
  ] as const) {
    await user.keyboard(key);
    expect(document.activeElement).toBe(links[at]);
  }
  screen.getByRole('button', { name: 'Actions for Staging' }).focus();
  await user.keyboard('j');
  expect(document.activeElement).toBe(links[1]);
});
