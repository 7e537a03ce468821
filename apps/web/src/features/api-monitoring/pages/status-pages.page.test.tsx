import { screen, waitFor, within } from '@testing-library/react';
import type { StatusPage } from '@touchstone/contracts/api-monitoring';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import { call, pageOf, serverFor, show } from '../testing/show-page.tsx';
import { StatusPagesPage } from './status-pages.page.tsx';

const id = (end: number) => `01900000-0000-7000-8000-${String(end).padStart(12, '0')}`;
const at = '2026-11-20T08:00:00.000Z';
const statusPage: StatusPage = {
  pageId: id(40),
  projectId: id(1),
  slug: 'acme',
  title: 'Acme status',
  description: '',
  isPublished: true,
  groups: [{ name: 'Shop', items: [{ monitorId: id(3), name: 'Ordering', description: '' }] }],
  showsIncidents: true,
  showsResponseTimes: true,
  takesSubscribers: true,
  accent: '#1971c2',
  appearance: 'auto',
  domain: null,
  hasPassword: true,
  url: 'http://localhost/status/acme',
  subscribers: 3,
  createdByName: 'Ana Lima',
  createdAt: at,
  updatedAt: at,
};
const server = serverFor();
/** jsdom has no layout: the list of monitored APIs is told its size. */
beforeEach(() => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(200);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(300);
});

test('a status page is created with public names, and a taken address is reported at its field', async () => {
  const sent: unknown[] = [];
  server.use(
    http.get(call('status-pages'), () => HttpResponse.json(pageOf())),
    http.get(call('status-pages/:id'), () => HttpResponse.json(statusPage)),
    http.get(call('status-pages/:id/notices'), () => HttpResponse.json(pageOf())),
    http.get(call('status-pages/:id/subscribers'), () => HttpResponse.json(pageOf())),
    http.post(call('status-pages'), async ({ request }) => {
      sent.push(await request.json());
      if (sent.length > 1) return HttpResponse.json(statusPage, { status: 201 });
      const code = 'API_MONITORING_PAGE_ADDRESS_TAKEN';
      return HttpResponse.json({ code, message: 'A status page with this address exists already.' }, { status: 409 });
    }),
  );
  const { user, address } = show(<StatusPagesPage />, '/api-monitoring/status-pages');
  await user.click(await screen.findByRole('button', { name: 'Create status page' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Create status page' }));
  dialog.getByText('Please enter title.');
  await user.type(dialog.getByLabelText('Title'), 'Acme status');
  expect(dialog.getByLabelText<HTMLInputElement>('Address').value).toBe('acme-status');
  await user.click(dialog.getByRole('combobox', { name: 'Add to group 1' }));
  await user.click(await screen.findByRole('option', { name: 'Orders' }));
  await user.clear(dialog.getByLabelText('Public name'));
  await user.type(dialog.getByLabelText('Public name'), 'Ordering');
  await user.click(dialog.getByRole('button', { name: 'Create status page' }));
  await dialog.findByText('A status page with this address exists already.');
  await user.clear(dialog.getByLabelText('Address'));
  await user.type(dialog.getByLabelText('Address'), 'acme');
  await user.click(dialog.getByRole('button', { name: 'Create status page' }));
  await waitFor(() => expect(address()).toBe(`/api-monitoring/status-pages?id=${statusPage.pageId}`));
  expect(sent[1]).toMatchObject({
    projectId: id(1),
    slug: 'acme',
    password: null,
    domain: null,
    groups: [{ name: '', items: [{ monitorId: id(3), name: 'Ordering' }] }],
  });
});

test('a status page shows its notices and subscribers; an update is posted, and a saved password stays', async () => {
  const sent: unknown[] = [];
  const notice = {
    noticeId: id(50),
    pageId: id(40),
    title: 'Ordering is down',
    impact: 'down',
    state: 'investigating',
    monitorIds: [id(3)],
    incidentId: id(30),
    startedAt: at,
    resolvedAt: null,
    updates: [{ updateId: id(51), at, state: 'investigating', text: 'Ordering is down.', byName: 'Touchstone' }],
  };
  const subscriber = {
    subscriberId: id(60),
    kind: 'email',
    target: 'ada@example.test',
    isConfirmed: false,
    createdAt: at,
  };
  server.use(
    http.get(call('status-pages/:id'), () => HttpResponse.json(statusPage)),
    http.get(call('status-pages/:id/notices'), () => HttpResponse.json(pageOf(notice))),
    http.get(call('status-pages/:id/subscribers'), () => HttpResponse.json(pageOf({ ...subscriber, problem: null }))),
    http.post(call('status-notices/:id/updates'), async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(notice, { status: 201 });
    }),
    http.put(call('status-pages/:id'), async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(statusPage);
    }),
  );
  const { user } = show(<StatusPagesPage />, `/api-monitoring/status-pages?id=${statusPage.pageId}`);
  const row = await screen.findByRole('row', { name: /ada@example\.test/ });
  expect(row.textContent).toContain('Unconfirmed');
  await user.click(await screen.findByRole('button', { name: 'Update' }));
  const update = within(await screen.findByRole('dialog'));
  await user.click(update.getByRole('button', { name: 'Publish update' }));
  update.getByText('Please enter what visitors are told.');
  await user.type(update.getByLabelText('What visitors are told'), 'We look into it.');
  await user.click(update.getByRole('button', { name: 'Publish update' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toEqual({
    title: 'Ordering is down',
    text: 'We look into it.',
    state: 'investigating',
    impact: 'down',
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Save status page' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toMatchObject({ title: 'Acme status', slug: 'acme' });
  expect(sent[1]).not.toHaveProperty('password');
});
