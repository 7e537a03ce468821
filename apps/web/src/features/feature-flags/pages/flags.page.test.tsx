import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Flag } from '@touchstone/contracts/feature-flags';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';

const flag = (values: Partial<Flag>): Flag => ({
  key: 'isDesktopTestingEnabled',
  description: 'Shows downloads.',
  type: 'boolean',
  beforeSignIn: false,
  defaultValue: false,
  value: false,
  rules: [],
  isChanged: false,
  updatedAt: null,
  updatedBy: null,
  revision: null,
  ...values,
});
const rule = {
  conditions: [{ attribute: 'email' as const, operator: 'in' as const, values: ['a@b.test'] }],
  value: true,
};

let flags: Flag[];
let refusal: string | undefined;
let answer: Promise<void>;
const saved: unknown[] = [];
const server = setupServer(
  http.get('*/services/feature-flags/api/feature-flags', () => HttpResponse.json(flags)),
  http.put('*/services/feature-flags/api/feature-flags', async ({ request }) => {
    const body = (await request.json()) as Partial<Flag>;
    saved.push(body);
    await answer;
    if (refusal !== undefined) return HttpResponse.json({ code: 'X', message: refusal }, { status: 409 });
    flags = flags.map((one) => (one.key === body.key ? { ...one, ...body, revision: 'r2' } : one));
    return HttpResponse.json(flags.find(({ key }) => key === body.key));
  }),
  http.post('*/ofrep/v1/evaluate/flags', () => HttpResponse.json({ flags: [] })),
);
let Screen: () => React.JSX.Element;
beforeAll(async () => {
  server.listen({ onUnhandledRequest: 'error' });
  const plain = globalThis.fetch;
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => plain(new URL(url, 'http://localhost:3000'), init));
  Screen = (await import('./flags.page.tsx')).FlagsPage;
});
beforeEach(() => {
  [flags, refusal, answer] = [
    [flag({ rules: [rule] }), flag({ key: 'signUpRoute', type: 'string', value: 'join' })],
    undefined,
    Promise.resolve(),
  ];
  saved.length = 0;
});
afterAll(() => {
  server.close();
  vi.unstubAllGlobals();
});

function show() {
  const router = createMemoryRouter([{ path: '*', Component: Screen }]);
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
}
const desktop = () => screen.findByRole('switch', { name: 'isDesktopTestingEnabled' });
const rowOf = (key: string) => within(screen.getByText(key).closest('li') as HTMLElement);

test('a switch is saved immediately, with the rules of the flag, and says so', async () => {
  let done = () => {};
  answer = new Promise((resolve) => {
    done = resolve;
  });
  show();
  await userEvent.click(await desktop());
  await rowOf('isDesktopTestingEnabled').findByText('Saving…');
  expect(((await desktop()) as HTMLInputElement).checked).toBe(true);
  await userEvent.click(await desktop());
  done();
  await rowOf('isDesktopTestingEnabled').findByText('Saved');
  expect(((await desktop()) as HTMLInputElement).checked).toBe(true);
  expect(saved).toEqual([{ key: 'isDesktopTestingEnabled', revision: null, value: true, rules: [rule] }]);
});

test('a refused switch is reverted and says why in its row', async () => {
  refusal = 'Someone else changed this flag.';
  show();
  await userEvent.click(await desktop());
  await rowOf('isDesktopTestingEnabled').findByText(refusal);
  await waitFor(async () => expect(((await desktop()) as HTMLInputElement).checked).toBe(false));
});

test('a text flag shows its value, and is edited in its dialog', async () => {
  show();
  await desktop();
  rowOf('signUpRoute').getByText('join');
  expect(rowOf('signUpRoute').queryByRole('switch')).toBeNull();
  await userEvent.click(rowOf('signUpRoute').getByRole('button', { name: 'Edit signUpRoute' }));
  await screen.findByRole('dialog', { name: 'signUpRoute' });
});

test('J and K move between flags', async () => {
  show();
  const user = userEvent.setup();
  await desktop();
  await user.keyboard('jj');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit signUpRoute' }));
  await user.keyboard('k');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit isDesktopTestingEnabled' }));
});
