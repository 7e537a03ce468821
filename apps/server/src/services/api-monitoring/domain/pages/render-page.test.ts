import { expect, test } from 'vitest';
import { automaticNotice } from './automatic-notice.ts';
import { atomFeed, badgeSvg, rssFeed } from './feeds.ts';
import type { PageLook, PageModel, PublicEvent, PublicItem } from './page-model.ts';
import { publicStatus } from './page-model.ts';
import { messagePage, renderPage } from './render-page.ts';

const item: PublicItem = {
  monitorId: 'm',
  name: 'Pay & <ship>',
  description: '',
  status: 'up',
  uptimePercent: 99.95,
  responseMs: 120.4,
  days: [
    { day: '2026-03-01', up: 0, degraded: 0, down: 0 },
    { day: '2026-03-02', up: 10, degraded: 0, down: 0 },
    { day: '2026-03-03', up: 95, degraded: 0, down: 5 },
    { day: '2026-03-04', up: 9, degraded: 0, down: 1 },
  ],
};
const slow: PublicItem = {
  ...item,
  name: 'Search',
  description: 'Finds <b>',
  status: 'degraded',
  uptimePercent: 90,
  responseMs: 900,
  days: [],
};
const incident: PublicEvent = {
  id: 'e-1',
  title: 'Pay <is> down',
  impact: 'down',
  state: 'investigating',
  startedAt: '2026-03-04T08:00:00.000Z',
  endedAt: null,
  items: ['Pay', 'A&B'],
  updates: [{ at: '2026-03-04T08:05:00.000Z', state: 'investigating', text: 'We look <at> it.' }],
};
const past: PublicEvent = {
  ...incident,
  id: 'e-2',
  title: 'Old',
  state: 'resolved',
  endedAt: '2026-03-03T09:00:00.000Z',
  items: [],
  updates: [],
};
const planned: PublicEvent = {
  ...past,
  id: 'e-3',
  title: 'Planned',
  impact: 'maintenance',
  state: 'scheduled',
  endedAt: null,
};
const model = (given: Partial<PageModel> = {}): PageModel => ({
  title: 'Acme & Co',
  description: '',
  status: 'down',
  updatedAt: '2026-03-04T09:00:00.000Z',
  groups: [{ name: '', items: [item] }],
  incidents: [],
  maintenance: [],
  ...given,
});
const look = (given: Partial<PageLook> = {}): PageLook =>
  ({ slug: 'acme', accent: '#000000', appearance: 'auto', takesSubscribers: false, ...given }) as PageLook;

test('a page shows the status of everything, in escaped text', () => {
  const html = renderPage(model(), look());
  expect(html).toContain('<title>Acme &amp; Co: Some systems are down</title>');
  expect(html).toContain('<p class="overall down" role="status">Some systems are down</p>');
  expect(html).toContain('<h3>Pay &amp; &lt;ship&gt;</h3><span class="word">Operational</span>');
  expect(html).toContain('<p class="quiet">99.95 % in 90 days · 95 % of responses within 120&nbsp;ms</p>');
  expect(html).toContain('<h2 class="hidden">Systems</h2>');
  expect(html).toContain('<time datetime="2026-03-04T09:00:00.000Z">2026-03-04 09:00 UTC</time>');
  expect(html).toContain('href="/status/acme/style.css"');
  for (const absent of ['<script', 'Now', 'aria-label="Maintenance"', 'Subscribe', '<header><h1>Acme &amp; Co</h1><p>'])
    expect(html).not.toContain(absent);
  expect(html).toContain('None in the last 14 days.');
});

test('bars show each day by colour and text', () => {
  const html = renderPage(model(), look());
  expect(html).toContain('viewBox="0 0 15 24"');
  expect(html).toContain('aria-label="Availability of Pay &amp; &lt;ship&gt; in the last 4 days: 99.95 %"');
  expect(html.match(/<rect[^>]*>/g)).toEqual([
    '<rect x="0" width="3" height="24" rx="1">',
    '<rect x="4" width="3" height="24" rx="1" class="up">',
    '<rect x="8" width="3" height="24" rx="1" class="degraded">',
    '<rect x="12" width="3" height="24" rx="1" class="down">',
  ]);
  expect(html).toContain('<title>2026-03-01: no data</title>');
  expect(html).toContain('<title>2026-03-04: 90 %</title>');
});

test('groups, descriptions, incidents, maintenance and a subscribe link are shown if present', () => {
  const groups = [{ name: 'Shop <1>', items: [{ ...slow, responseMs: null }] }];
  const html = renderPage(
    model({ description: 'How <we> are', groups, incidents: [incident, past], maintenance: [planned] }),
    look({ takesSubscribers: true }),
  );
  expect(html).toContain('<p>How &lt;we&gt; are</p>');
  expect(html).toContain('<h2>Shop &lt;1&gt;</h2>');
  expect(html).toContain('<p class="quiet">Finds &lt;b&gt;</p>');
  expect(html).toContain('<p class="quiet">90 % in 90 days</p>');
  const sections = html
    .split('<section aria-label="')
    .slice(1)
    .map((part) => [part.slice(0, part.indexOf('"')), part] as const);
  expect(sections.map(([name]) => name)).toEqual(['Now', 'Maintenance', 'Past incidents', 'Subscribe']);
  const [now = '', maintenance = '', before = '', subscribe = ''] = sections.map(([, part]) => part);
  expect(now).toContain('<h3>Pay &lt;is&gt; down</h3><span class="word">investigating</span>');
  expect(now).toContain('2026-03-04 08:00 UTC</time> · Pay, A&amp;B</p>');
  expect(now).toContain('<strong>investigating</strong>');
  expect(now).toContain('<p>We look &lt;at&gt; it.</p>');
  expect(now).not.toContain('Old');
  expect(before).toContain(
    '</time> to <time datetime="2026-03-03T09:00:00.000Z">2026-03-03 09:00 UTC</time></p><ul></ul>',
  );
  expect(before).not.toContain('None in the last 14 days.');
  expect(maintenance).toContain('Planned');
  expect(subscribe).toContain('action="/status/acme/subscribe"');
});

test('a message asks for a click to confirm', () => {
  const plain = messagePage({ slug: 'acme', title: 'Thanks <you>', text: 'Look <here>.' });
  expect(plain).toContain('<h1>Thanks &lt;you&gt;</h1><p>Look &lt;here&gt;.</p><p><a href="/status/acme">');
  const confirm = { action: 'confirm', token: '"><script>', label: 'Confirm' };
  expect(messagePage({ slug: 'acme', title: 'A', text: 'B', confirm })).toContain(
    '<form method="post" action="/status/acme/confirm"><input type="hidden" name="token" value="&quot;&gt;&lt;script&gt;"><button>Confirm</button></form>',
  );
});

test('feeds list incidents and maintenance with their last change', () => {
  const given = model({ incidents: [incident, past], maintenance: [planned] });
  const rss = rssFeed(given, 'https://here.test/status/acme?a=1&b=2');
  expect(rss.match(/<guid isPermaLink="false">[^<]*/g)).toEqual([
    '<guid isPermaLink="false">e-1-2026-03-04T08:05:00.000Z',
    '<guid isPermaLink="false">e-2-2026-03-03T09:00:00.000Z',
    '<guid isPermaLink="false">e-3-2026-03-04T08:00:00.000Z',
  ]);
  expect(rss).toContain('<title>Acme &amp; Co</title><link>https://here.test/status/acme?a=1&amp;b=2</link>');
  expect(rss).toContain(
    '<description>State: investigating.\nConcerns: Pay, A&amp;B.\n2026-03-04T08:05:00.000Z: We look &lt;at&gt; it.</description>',
  );
  expect(rss).toContain('<description>State: resolved.</description>');
  const atom = atomFeed(given, 'https://here.test/status/acme');
  expect(atom.match(/<id>urn:uuid:[^<]*/g)).toEqual(['e-1', 'e-2', 'e-3'].map((id) => `<id>urn:uuid:${id}`));
  expect(atom).toContain('<title>Pay &lt;is&gt; down</title><updated>2026-03-04T08:05:00.000Z</updated>');
  const many = Array.from({ length: 60 }, () => incident);
  expect(rssFeed(model({ incidents: many }), 'https://here.test').match(/<item>/g)).toHaveLength(50);
});

const all = model({ groups: [{ name: '', items: [item, slow] }] });
test.each([
  ['status', undefined, 'status: down', '#c92a2a'],
  ['uptime', undefined, 'uptime: 90 %', '#c92a2a'],
  ['response', undefined, 'response: 900 ms', '#c92a2a'],
  ['status', slow, 'Search: slow', '#b35c00'],
  ['uptime', item, 'Pay &amp; &lt;ship&gt;: 99.95 %', '#2b8a3e'],
  ['response', item, 'Pay &amp; &lt;ship&gt;: 120 ms', '#2b8a3e'],
  ['response', { ...item, responseMs: null }, 'Pay &amp; &lt;ship&gt;: no data', '#2b8a3e'],
] as const)('a badge of the %s of %j says %s', (type, one, text, colour) => {
  const svg = badgeSvg(all, { item: one, type });
  expect(svg).toContain(`<title>${text}</title>`);
  expect(svg).toContain(`fill="${colour}"`);
});

test('a badge is as wide as its text', () => {
  const svg = badgeSvg(all, { type: 'status' });
  expect(svg).toContain('width="94" height="20"');
  expect(svg).toContain('<rect x="54" width="40"');
  expect(svg).toContain(
    '<text x="27" y="14" text-anchor="middle">status</text><text x="74" y="14" text-anchor="middle">down</text>',
  );
  expect(badgeSvg(model({ groups: [] }), { type: 'uptime' })).toContain('uptime: no data');
});

test('visitors see an incident under its public name', () => {
  expect(automaticNotice('Pay', 'DOWN', false)).toEqual({
    title: 'Pay is down',
    impact: 'down',
    state: 'investigating',
    text: 'Pay is down.',
  });
  expect(automaticNotice('Pay', 'DEGRADED', true)).toEqual({
    title: 'Pay was slow',
    impact: 'degraded',
    state: 'resolved',
    text: 'Pay works again.',
  });
  expect(['UP', 'DEGRADED', 'DOWN', 'MAINTENANCE', 'PAUSED'].map(publicStatus)).toEqual([
    'up',
    'degraded',
    'down',
    'maintenance',
    'unknown',
  ]);
});
