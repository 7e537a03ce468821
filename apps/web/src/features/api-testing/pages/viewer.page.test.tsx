import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Project } from '@touchstone/contracts/workspaces';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import type { ComponentType } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { createForms } from '../api/create-forms.ts';

const id = (last: number) => `01900000-0000-7000-8000-${String(last).padStart(12, '0')}`;
const at = '2026-03-02T10:00:00.000Z';
const account = { role: 'ROLE_USER', email: 'ana@example.test', teams: [{ teamId: id(9), teamName: 'One' }] };
const projectOf = (role: Project['role']) =>
  ({ projectId: id(1), projectName: 'Shop', workspaceType: 'SHARED', suiteCount: 1, scriptCount: 2, role }) as Project;
const page = <T,>(...content: T[]) => HttpResponse.json({ content, totalElements: content.length, page: 0, size: 20 });
const suite = {
  suiteId: id(2),
  projectId: id(1),
  suiteName: 'Orders',
  suiteDescription: '',
  scriptCount: 2,
  createdAt: at,
  updatedAt: at,
  dataFile: null,
};
const times = { createdAt: at, updatedAt: at };
const environment = { environmentId: id(3), environmentName: 'Staging', variableCount: 1, projectId: id(1), ...times };
const variable = {
  variableId: id(4),
  environmentId: id(3),
  suiteId: null,
  name: 'host',
  value: 'a.test',
  isSecret: false,
  enabled: true,
  description: '',
  updatedAt: at,
};
const certificate = {
  certificateId: id(5),
  projectId: id(1),
  domainName: 'a.test',
  type: 'PEM',
  file: 'a.pem',
  subject: 'CN=a.test',
  issuer: 'CN=a.test',
  notBefore: at,
  notAfter: at,
  fingerprint: 'AA',
  hasFiles: true,
  ...times,
};

let project = projectOf('OWNER');
const server = setupServer(
  http.post('*/services/identity/token', () => HttpResponse.json({ access_token: 'token', expires_in: 3600 })),
  http.get('*/services/identity/api/account', () => HttpResponse.json(account)),
  http.get('*/api/service-stores', () => HttpResponse.json([])),
  http.get('*/api/projects', () => page(project)),
  http.get('*/api/project', () => HttpResponse.json(project)),
  http.get('*/api/suites', () => page(suite)),
  http.get('*/api/linked-specifications', () => page()),
  http.get('*/api/all-certificates', () => HttpResponse.json({ certificates: [certificate] })),
  http.get('*/api/get-environments-by-projectId', () => HttpResponse.json({ environments: [environment] })),
  http.get('*/api/get-variables', () => HttpResponse.json({ variables: [variable] })),
  http.get('*/api/pre-requisite', () => HttpResponse.json([])),
  http.get('*/services/api-testing/*', () => HttpResponse.json([])),
);

type Screen = 'suites' | 'certificates' | 'environments' | 'prerequisites';
let screens: Record<Screen, ComponentType>;
let forms: typeof createForms;
beforeAll(async () => {
  server.listen();
  // Node's fetch needs an absolute URL, and the client captures `fetch` when it is created.
  const plain = globalThis.fetch;
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => plain(new URL(url, 'http://localhost:3000'), init));
  const { session } = await import('../../../shared/session/browser-session.ts');
  await session.exchange({ code: 'c', code_verifier: 'v', redirect_uri: '/callback' });
  screens = {
    suites: (await import('./suites.page.tsx')).SuitesPage,
    certificates: (await import('./certificates.page.tsx')).CertificatesPage,
    environments: (await import('./environments.page.tsx')).EnvironmentsPage,
    prerequisites: (await import('./prerequisites.page.tsx')).PrerequisitesPage,
  };
  forms = (await import('../api/create-forms.ts')).createForms;
});
afterEach(cleanup);
afterAll(() => {
  server.close();
  vi.unstubAllGlobals();
});

function show(name: Screen, role: Project['role']) {
  project = projectOf(role);
  const router = createMemoryRouter([{ path: '*', Component: screens[name] }], {
    initialEntries: [`/?project=${id(1)}`],
  });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
}
const changing = /^(add|create|import|edit|rename|clone|copy|delete|remove|run|save|upload|actions|select)\b/i;
const offered = () =>
  [...screen.queryAllByRole('button'), ...screen.queryAllByRole('checkbox')]
    .map((element) => element.getAttribute('aria-label') ?? element.textContent ?? '')
    .filter((label) => changing.test(label));

test.each<[Screen, shown: string | RegExp, action: string]>([
  ['suites', 'Orders', 'Create suite'],
  ['certificates', 'a.test', 'Add certificate'],
  ['environments', /Staging/, 'Create environment'],
  ['prerequisites', 'Prerequisites', 'Create prerequisite'],
])('%s: an editor may change things, a viewer sees the same and changes nothing', async (name, shown, action) => {
  show(name, 'EDITOR');
  await screen.findAllByText(shown);
  await waitFor(() => expect(offered()).toContain(action));
  cleanup();
  show(name, 'VIEWER');
  await screen.findAllByText(shown);
  expect(offered()).toEqual([]);
  // The key for creating an item does nothing either.
  await userEvent.keyboard('c');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a view-only workspace cannot be selected for a new suite', async () => {
  const [field] = forms.suite?.fields ?? [];
  if (field?.type !== 'remote') throw new Error('The first field chooses the workspace.');
  const load = async (role: Project['role']) => {
    project = projectOf(role);
    const source = field.source({ texts: {}, choices: {} } as never, { teamId: id(9) } as never);
    return (await source?.load({ page: 0, size: 20 } as never, new AbortController().signal))?.choices;
  };
  expect(await load('EDITOR')).toEqual([{ value: id(1), label: 'Shop', isDisabled: false }]);
  expect(await load('VIEWER')).toEqual([{ value: id(1), label: 'Shop (view only)', isDisabled: true }]);
});
