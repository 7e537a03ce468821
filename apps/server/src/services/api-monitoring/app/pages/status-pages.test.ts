import type { Client } from '@touchstone/contracts';
import { apiMonitoringRoutes, type NewStatusPage } from '@touchstone/contracts/api-monitoring';
import { FakeClock, newId } from '@touchstone/kernel';
import { createTestServer, race, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf } from '../../../api-testing/testing/builders.ts';
import type { PageModel } from '../../domain/pages/page-model.ts';
import { auditsOf } from '../../testing/audits.ts';
import { incidentsOf } from '../../testing/incident-builders.ts';
import { newMonitor, newMonitoring } from '../../testing/monitor-builders.ts';
import { createRenderPages } from './render-pages.ts';

const calls = apiMonitoringRoutes;
const dayMs = 86_400_000;
const clock = new FakeClock(new Date('2026-11-30T10:20:00Z'));
const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
let server: TestServer;
let client: Client;
let counter = 0;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false, clock });
  client = (await server.createOrganization({ plan: 'ENTERPRISE' })).client;
}, 120_000);
afterAll(() => server.close());

const iso = (ms = 0) => new Date(clock.now().getTime() + ms).toISOString();
const query = (text: string, values: unknown[] = []) => server.platform.database.pool.query(text, values);
const codeOf = async (call: Promise<unknown>) => {
  const { status, code, message } = await failureOf(call);
  return `${status} ${code}: ${message}`;
};
const get = (url: string, headers: Record<string, string> = {}, remoteAddress = '10.0.0.1') =>
  server.app.http.inject({ url, headers, remoteAddress });
const change = (id: string, body: object) => client.call(calls.updatePage, { params: { id }, body });

/** Creates a page with the first of its project's two monitored APIs; the second is hidden. */
async function newPage(given: Partial<NewStatusPage> = {}) {
  const place = await newMonitoring(client);
  const { projectId } = place;
  const target = { kind: 'tcp', host: 'x', port: 1 } as const;
  const make = async (name: string) => (await newMonitor(client, place, target, { state: 'STOPPED', name })).monitorId;
  const [monitorId, hidden] = [await make('inside'), await make('hidden')];
  const groups = [{ name: 'Shop', items: [{ monitorId, name: 'Checkout', description: 'Pays' }] }];
  counter += 1;
  const body = { projectId, title: 'Acme', slug: `page-${counter}`, groups, ...given };
  const page = await client.call(calls.createPage, { body });
  const path = `/status/${page.slug}`;
  return {
    ...place,
    monitorId,
    hidden,
    groups,
    page,
    path,
    /** The page as rendered now. */
    async model(): Promise<PageModel> {
      await change(page.pageId, {});
      clock.advance(4000);
      return (await get(`${path}/status.json`)).json<PageModel>();
    },
  };
}

test('a page is returned with all fields when created, listed, opened and changed', async () => {
  const { page, projectId, groups } = await newPage();
  const { pageId } = page;
  const full = {
    pageId: expect.any(String),
    projectId,
    slug: page.slug,
    title: 'Acme',
    description: '',
    isPublished: true,
    groups,
    showsIncidents: true,
    showsResponseTimes: true,
    takesSubscribers: true,
    accent: '#1971c2',
    appearance: 'auto',
    domain: null,
    hasPassword: false,
    url: `${server.url}/status/${page.slug}`,
    subscribers: 0,
    createdByName: 'Ada Admin',
    createdAt: at,
    updatedAt: at,
  };
  expect(page).toEqual(full);
  expect(await client.call(calls.getPage, { params: { id: pageId } })).toEqual(page);
  const listed = await client.call(calls.listPages, { query: { projectId } });
  expect(listed).toEqual({ page: 0, size: 10, totalElements: 1, content: [page] });
  expect(await change(pageId, {})).toEqual(full);
  const domain = `page${counter}.acme.test`;
  const look = {
    title: 'B',
    description: 'D',
    accent: '#000000',
    appearance: 'dark',
    domain,
    password: 'open sesame',
  } as const;
  const { password, ...rest } = look;
  const changed = { ...full, ...rest, hasPassword: true, url: `https://${domain}` };
  expect(await change(pageId, look)).toEqual(changed);
  expect(await change(pageId, { isPublished: false, takesSubscribers: false })).toEqual({
    ...changed,
    isPublished: false,
    takesSubscribers: false,
  });
  const slug = `${page.slug}-next`;
  const open = { slug, domain: null, password: null, groups: [], showsIncidents: false, showsResponseTimes: false };
  const { password: _none, ...shown } = open;
  expect(await change(pageId, open)).toEqual({
    ...changed,
    isPublished: false,
    takesSubscribers: false,
    ...shown,
    hasPassword: false,
    url: `${server.url}/status/${slug}`,
  });
  await client.call(calls.deletePage, { params: { id: pageId } });
  expect(await codeOf(client.call(calls.getPage, { params: { id: pageId } }))).toBe(
    '404 API_MONITORING_PAGE_NOT_FOUND: No such status page, or you have no access to it.',
  );
  expect(await auditsOf(server, [pageId])).toEqual([
    { action: 'status-page.created', target: pageId, detail: { slug: page.slug } },
    ...Array(4).fill({ action: 'status-page.updated', target: pageId, detail: null }),
    { action: 'status-page.deleted', target: pageId, detail: { slug } },
  ]);
});

test('addresses and domains are unique; a project has at most 50 pages, even if created at the same time', async () => {
  const { page, projectId } = await newPage({ domain: 'own.acme.test' });
  const other = await newPage();
  const [slug, domain] = [
    '409 API_MONITORING_PAGE_ADDRESS_TAKEN: A status page with this address exists already. Choose another address.',
    '409 API_MONITORING_PAGE_DOMAIN_TAKEN: Another status page has this domain already.',
  ];
  const stranger = await server.createOrganization({ plan: 'PRO' });
  const theirs = await newMonitoring(stranger.client);
  const theirPage = { projectId: theirs.projectId, title: 'T', slug: page.slug };
  expect([
    await codeOf(change(other.page.pageId, { slug: page.slug })),
    await codeOf(change(other.page.pageId, { domain: 'own.acme.test' })),
    await codeOf(stranger.client.call(calls.createPage, { body: theirPage })),
  ]).toEqual([slug, domain, slug]);
  const wrong = await failureOf(change(page.pageId, { groups: other.groups }));
  expect([wrong.status, wrong.code, wrong.details]).toEqual([
    400,
    'API_MONITORING_INVALID_PAGE',
    [{ path: 'groups', message: 'Choose monitored APIs of this project.' }],
  ]);
  await query(
    `insert into api_monitoring.status_page select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(), 'slug', 'copy-' || n, 'domain', null))).*
     from api_monitoring.status_page t, generate_series(1, 48) n where t.id = $1`,
    [page.pageId],
  );
  const more = (name: string) => client.call(calls.createPage, { body: { projectId, title: name, slug: name } });
  const last = ['the-fiftieth', 'another'].map((name) => () => more(name));
  const refused = await race(server, 'api_monitoring.status_page', last);
  expect(refused).toEqual([expect.objectContaining({ code: 'API_MONITORING_TOO_MANY_PAGES' })]);
  expect(await codeOf(more('one-more'))).toBe(
    '409 API_MONITORING_TOO_MANY_PAGES: A project has at most 50 status pages. Delete one, or show more on another.',
  );
  const listed = await client.call(calls.listPages, { query: { projectId, page: 1, size: 30 } });
  expect([listed.page, listed.size, listed.totalElements, listed.content.length]).toEqual([1, 30, 50, 20]);
});

test('visitors see each monitored API with its daily history, as far as the page shows it', async () => {
  const { monitorId, page, model } = await newPage();
  await query(`update api_monitoring.monitor set status = 'DEGRADED' where id = $1`, [monitorId]);
  await query(
    `insert into api_monitoring.summary (monitor_id, good, bad, p95_ms, count, sum_us, min_us, max_us, histogram) values ($1, 1, 0, 123, 0, 0, 0, 0, '')`,
    [monitorId],
  );
  const today = Math.floor(clock.now().getTime() / dayMs) * dayMs;
  const rollup = (level: number, ms: number, up: number, degraded: number, down: number) =>
    query(
      `insert into api_monitoring.rollup (monitor_id, level, at, region, up, degraded, down, unknown, retried, maintenance_up,
         maintenance_down, maintenance_unknown, count, sum_us, min_us, max_us, histogram) values ($1, $2, $3, '', $4, $5, $6, 0, 0, 0, 0, 0, 0, 0, 0, 0, '')`,
      [monitorId, level, new Date(today + ms), up, degraded, down],
    );
  await rollup(1, -89 * dayMs, 1, 0, 1);
  await rollup(1, -90 * dayMs, 0, 0, 100);
  await rollup(1, -dayMs, 5, 2, 0);
  await rollup(0, 3_600_000, 2, 0, 0);
  const shown = await model();
  const dayOf = (ago: number) => new Date(today - ago * dayMs).toISOString().slice(0, 10);
  const none = { up: 0, degraded: 0, down: 0 };
  const days = Array.from({ length: 90 }, (_, index) => ({ day: dayOf(89 - index), ...none }));
  Object.assign(days[0] as object, { up: 1, down: 1 });
  Object.assign(days[88] as object, { up: 5, degraded: 2 });
  Object.assign(days[89] as object, { up: 2 });
  const item = { monitorId, name: 'Checkout', description: 'Pays', status: 'degraded', uptimePercent: (100 * 10) / 11 };
  const full = {
    title: 'Acme',
    description: '',
    status: 'degraded',
    updatedAt: iso(-4000),
    groups: [{ name: 'Shop', items: [{ ...item, responseMs: 123, days }] }],
    incidents: [],
    maintenance: [],
  };
  expect(shown).toEqual(full);
  await change(page.pageId, { showsResponseTimes: false, description: 'How we do' });
  expect(await model()).toMatchObject({ description: 'How we do', groups: [{ items: [{ responseMs: null }] }] });
});

test.each<[string, PageModel['status']]>([
  ['UP', 'up'],
  ['DEGRADED', 'degraded'],
  ['DOWN', 'down'],
  ['MAINTENANCE', 'maintenance'],
  ['PAUSED', 'unknown'],
  ['UNKNOWN', 'unknown'],
])('a monitored API that is %s is shown as %s', async (status, expected) => {
  const { monitorId, model } = await newPage();
  await query('update api_monitoring.monitor set status = $2 where id = $1', [monitorId, status]);
  const shown = await model();
  expect([shown.status, shown.groups[0]?.items[0]?.status]).toEqual([expected, expected]);
});

test('a deleted monitored API is removed from its page', async () => {
  const { monitorId, model } = await newPage();
  await client.call(calls.deleteMonitor, { params: { id: monitorId } });
  expect(await model()).toMatchObject({ status: 'unknown', groups: [{ name: 'Shop', items: [] }], incidents: [] });
});

test('incidents without a notice are shown for 14 days, newest first', async () => {
  const { monitorId, hidden, page, model } = await newPage({ takesSubscribers: false });
  const incident = (of: string, severity: string, opened: number, closed: number | null) =>
    query(
      `insert into api_monitoring.incident (id, organization_id, project_id, monitor_id, number, state, severity, cause, regions, opened_at, closed_at)
       select $1, organization_id, project_id, id, $2, $3, $4, 'Secret.', '{}', $5, $6 from api_monitoring.monitor where id = $7`,
      [
        newId(),
        -opened / 1000,
        closed === null ? 'OPEN' : 'CLOSED',
        severity,
        new Date(clock.now().getTime() + opened),
        closed === null ? null : new Date(clock.now().getTime() + closed),
        of,
      ],
    );
  const base = clock.now().getTime();
  await incident(monitorId, 'DEGRADED', -20 * dayMs, -14 * dayMs);
  await incident(monitorId, 'DOWN', -19 * dayMs, -14 * dayMs - 1);
  await incident(monitorId, 'DOWN', -2000, null);
  await incident(hidden, 'DOWN', -3000, null);
  const [now, closed] = [new Date(base - 2000).toISOString(), new Date(base - 14 * dayMs).toISOString()];
  const shown = { id: expect.any(String), items: ['Checkout'], updates: [] };
  const { incidents } = await model();
  expect(incidents).toEqual([
    { ...shown, title: 'Checkout is down', impact: 'down', state: 'investigating', startedAt: now, endedAt: null },
    {
      ...shown,
      title: 'Checkout was slow',
      impact: 'degraded',
      state: 'resolved',
      startedAt: new Date(base - 20 * dayMs).toISOString(),
      endedAt: closed,
    },
  ]);
  expect((await model()).incidents).toHaveLength(1);
  await change(page.pageId, { showsIncidents: false });
  expect((await model()).incidents).toEqual([]);
});

test('notices with updates replace their incidents; automatic ones only where incidents are shown', async () => {
  const { monitorId, page, model } = await newPage();
  const incidents = incidentsOf(server.platform);
  const automatic = await incidents.open(monitorId);
  clock.advance(1000);
  const params = { id: page.pageId };
  const written = await client.call(calls.createNotice, {
    params,
    body: { title: 'Payments fail', text: 'We look.', impact: 'none', monitorIds: [monitorId] },
  });
  clock.advance(1000);
  await client.call(calls.updateNotice, {
    params: { id: written.noticeId },
    body: { text: 'Found.', state: 'identified' },
  });
  const updatedAt = iso();
  const writtenNotice = {
    id: written.noticeId,
    title: 'Payments fail',
    impact: 'none',
    state: 'identified',
    startedAt: iso(-1000),
    endedAt: null,
    items: ['Checkout'],
    updates: [
      { at: updatedAt, state: 'identified', text: 'Found.' },
      { at: iso(-1000), state: 'investigating', text: 'We look.' },
    ],
  };
  const automaticNotice = {
    id: expect.not.stringMatching(automatic.id),
    title: 'Checkout is down',
    impact: 'down',
    state: 'investigating',
    startedAt: iso(-2000),
    endedAt: null,
    items: ['Checkout'],
    updates: [{ at: iso(-2000), state: 'investigating', text: 'Checkout is down.' }],
  };
  expect((await model()).incidents).toEqual([writtenNotice, automaticNotice]);
  await change(page.pageId, { showsIncidents: false });
  expect((await model()).incidents).toEqual([writtenNotice]);
  await client.call(calls.updateNotice, {
    params: { id: written.noticeId },
    body: { text: 'Over.', state: 'resolved' },
  });
  const endedAt = iso();
  expect((await model()).incidents).toMatchObject([{ state: 'resolved', endedAt }]);
  clock.advance(14 * dayMs - 4000);
  expect((await model()).incidents).toHaveLength(1);
  expect((await model()).incidents).toEqual([]);
});

test.each<[string, (ids: { monitorId: string; hidden: string; collectionId: string }) => object, boolean]>([
  ['the whole project', () => ({}), true],
  ['a shown monitored API', ({ monitorId }) => ({ monitorIds: [monitorId] }), true],
  ['the collection', ({ collectionId }) => ({ collectionIds: [collectionId] }), true],
  ['a hidden monitored API', ({ hidden }) => ({ monitorIds: [hidden] }), false],
])('maintenance of %s is announced within 14 days if it affects the page', async (_name, scopeOf, isShown) => {
  const place = await newPage();
  const { projectId, model } = place;
  const plan = (from: number, to: number, description: string) =>
    client.call(calls.createWindow, {
      body: {
        projectId,
        title: 'Move',
        description,
        time: { type: 'once', startsAt: iso(from), endsAt: iso(to) },
        ...scopeOf(place),
      },
    });
  const now = await plan(0, dayMs, 'Of disks');
  const soon = await plan(14 * dayMs - 1, 15 * dayMs, '');
  await plan(14 * dayMs, 15 * dayMs, 'Too late');
  await plan(-dayMs, 0, 'Over');
  const event = { title: 'Move', impact: 'maintenance', items: ['Checkout'] };
  const start = { startedAt: iso(), endedAt: iso(dayMs) };
  const updates = [{ at: start.startedAt, state: 'planned', text: 'Of disks' }];
  const later = { startedAt: iso(14 * dayMs - 1), endedAt: iso(15 * dayMs) };
  expect((await model()).maintenance).toEqual(
    isShown
      ? [
          { ...event, id: now.windowId, state: 'in progress', ...start, updates },
          { ...event, id: soon.windowId, state: 'scheduled', ...later, updates: [] },
        ]
      : [],
  );
});

test('one process renders a page again after 50 seconds or when a monitored API changes', async () => {
  const render = createRenderPages(server.platform);
  clock.advance(60_000);
  while ((await render.renderStale()) > 0);
  const { monitorId, path } = await newPage();
  expect(await render.renderStale()).toBe(0);
  clock.advance(50_000);
  expect(await render.renderStale()).toBe(0);
  clock.advance(1);
  expect(await Promise.all([render.renderStale(), render.renderStale()]).then((all) => all.toSorted())).not.toEqual([
    0, 0,
  ]);
  while ((await render.renderStale()) > 0);
  clock.advance(1000);
  await query(`update api_monitoring.monitor set status = 'DOWN', status_since = $2 where id = $1`, [
    monitorId,
    clock.now(),
  ]);
  expect(await render.renderStale()).toBe(1);
  expect((await get(`${path}/status.json`)).json<PageModel>().status).toBe('down');
  await query('delete from api_monitoring.rendered_page');
  clock.advance(3000);
  // A page that has never been rendered is rendered for its first visitor.
  expect((await get(path)).statusCode).toBe(200);
});

test('a page is cached for three seconds', async () => {
  const { path, page } = await newPage();
  expect((await get(path)).body).toContain('Acme');
  await change(page.pageId, { title: 'Changed' });
  clock.advance(2999);
  expect((await get(path)).body).toContain('Acme');
  clock.advance(1);
  expect((await get(path)).body).toContain('Changed');
});

test('ten wrong passwords block their IP address, and no other, for five minutes', async () => {
  const { path } = await newPage({ password: 'open sésame: x' });
  const other = await newPage({ password: 'another one' });
  const basic = (given: string) => ({ authorization: `Basic ${Buffer.from(given).toString('base64')}` });
  const status = async (given: string, address = '10.0.0.2', of = path) =>
    (await get(of, basic(given), address)).statusCode;
  const headers: Record<string, string>[] = [{}, { authorization: 'Bearer x' }, { authorization: 'Basic ???' }];
  for (const header of headers) expect((await get(path, header, '10.0.0.2')).statusCode).toBe(401);
  expect([
    await status('any:open sésame: x'),
    await status(':open se\u0301same: x'),
    await status('open sésame: x'),
  ]).toEqual([200, 200, 401]);
  for (let tries = 2; tries <= 10; tries += 1) expect(await status(`x:wrong ${tries}`)).toBe(401);
  expect([await status('x:wrong'), await status('x:open sésame: x')]).toEqual([429, 429]);
  expect([await status('x:open sésame: x', '10.0.0.3'), await status('x:wrong', '10.0.0.2', other.path)]).toEqual([
    200, 401,
  ]);
  // Visitors admitted earlier stay admitted.
  expect(await status('any:open sésame: x')).toBe(200);
  clock.advance(5 * 60_000 - 1);
  expect(await status('x:wrong')).toBe(429);
  clock.advance(1);
  expect(await status('x:wrong')).toBe(401);
  expect(await status('y:open sésame: x')).toBe(200);
});

test('the right password admits for ten minutes, whatever else fails from the same IP address', async () => {
  const { path } = await newPage({ password: 'open sesame' });
  const status = async (given: string) => {
    const authorization = `Basic ${Buffer.from(`x:${given}`).toString('base64')}`;
    return (await get(path, { authorization }, '10.0.0.4')).statusCode;
  };
  expect(await status('open sesame')).toBe(200);
  clock.advance(6 * 60_000);
  for (let tries = 0; tries < 10; tries += 1) await status(`wrong ${tries}`);
  clock.advance(4 * 60_000 - 1);
  expect([await status('open sesame'), await status('wrong')]).toEqual([200, 429]);
  clock.advance(1);
  expect(await status('open sesame')).toBe(429);
});

test('only published pages are found, by address and by custom domain', async () => {
  const { path, page } = await newPage({ domain: 'found.acme.test' });
  const both = async () => [
    (await get(path)).statusCode,
    (await get('/', { host: 'found.acme.test' })).body.includes('Acme'),
  ];
  expect(await both()).toEqual([200, true]);
  await change(page.pageId, { isPublished: false });
  clock.advance(3000);
  expect(await both()).toEqual([404, false]);
});
