import { expect, test } from 'vitest';
import {
  type AlertMessage,
  composeAlert,
  severityOf,
  type Told,
  type ToldBurn,
  type ToldIncident,
  testMessage,
  toldId,
} from './alert-message.ts';
import { channelRequest, keepsIncidents, type OpenSettings } from './channel-request.ts';

const incident: ToldIncident = {
  incidentId: 'i-1',
  number: 7,
  projectId: 'p',
  monitorId: 'm',
  monitorName: 'Pay <!channel> @everyone',
  target: 'GET https://shop.test/pay',
  severity: 'DOWN',
  cause: 'It answered with status 500.',
  regions: ['eu'],
  openedAt: '2026-01-13T03:00:00.000Z',
  closedAt: null,
  acknowledgedByName: null,
};
const at = new Date('2026-01-13T03:05:00Z');
const compose = (event: AlertMessage['event'], incidents: readonly Told[] = [incident]): AlertMessage =>
  event === 'test'
    ? testMessage({ name: 'Ops', at, key: 'k-1', link: 'https://here.test' })
    : composeAlert({
        event,
        told: incidents,
        at,
        key: 'k-1',
        linkOf: (told) => `https://here.test/${toldId(told)}`,
        projectLink: 'https://here.test',
      });
const post = (settings: OpenSettings, message: AlertMessage) => {
  const { body, ...request } = channelRequest(settings, message);
  return { ...request, body: JSON.parse(body) };
};

test.each([
  ['opened', 'Pay <!channel> @everyone is down'],
  ['worsened', 'Pay <!channel> @everyone got worse: it is down'],
  ['reminder', 'Pay <!channel> @everyone is still down, for 5m 0s'],
  ['acknowledged', 'Pay <!channel> @everyone: Someone looks after it'],
] as const)('a message says what happened: %s', (event, title) => {
  expect(compose(event).title).toContain(title);
});

test('a recovery states how long it took; several incidents are one message with a line for each', () => {
  const closed = { ...incident, closedAt: '2026-01-13T03:04:00.000Z' };
  expect(compose('closed', [closed]).title).toMatch(/is well again after 4m 0s/);
  const both = compose('opened', [incident, { ...incident, incidentId: 'i-2', number: 8, severity: 'DEGRADED' }]);
  expect(both).toMatchObject({ title: '2 incidents', severity: 'DOWN', link: 'https://here.test' });
  expect(both.lines).toHaveLength(2);
  expect(both.lines[1]).toContain('is degraded (#8');
});

test('Slack gets its markup escaped', () => {
  const { url, body } = post({ kind: 'slack', webhookUrl: 'https://hooks.slack.test/x' }, compose('opened'));
  expect(url).toBe('https://hooks.slack.test/x');
  expect(body.text).toBe('Pay &lt;!channel&gt; @everyone is down');
  expect(body.attachments[0]).toMatchObject({ color: '#e03131', text: expect.stringContaining('#7') });
});

test('Teams gets an Adaptive Card', () => {
  const { body } = post({ kind: 'teams', webhookUrl: 'https://teams.test/x' }, compose('opened'));
  expect(body.attachments[0]).toMatchObject({
    contentType: 'application/vnd.microsoft.card.adaptive',
    content: { type: 'AdaptiveCard', actions: [{ type: 'Action.OpenUrl', url: 'https://here.test/i-1' }] },
  });
});

test('Discord gets an embed that mentions no one', () => {
  const { body } = post({ kind: 'discord', webhookUrl: 'https://discord.test/x' }, compose('opened'));
  expect(body).toMatchObject({
    allowed_mentions: { parse: [] },
    embeds: [{ color: 0xe03131, url: 'https://here.test/i-1' }],
  });
});

test.each([
  ['opened', 'trigger', 'critical'],
  ['reminder', 'trigger', 'critical'],
  ['acknowledged', 'acknowledge', 'critical'],
  ['closed', 'resolve', 'critical'],
  ['test', 'trigger', 'info'],
] as const)('PagerDuty keeps one alert of an incident: %s', (event, action, severity) => {
  const settings = { kind: 'pagerduty', routingKey: 'r', apiUrl: 'https://events.test/' } as const;
  const { url, body } = post(settings, compose(event));
  expect(url).toBe('https://events.test/v2/enqueue');
  expect(body).toMatchObject({
    routing_key: 'r',
    event_action: action,
    dedup_key: event === 'test' ? 'touchstone-k-1' : 'touchstone-i-1',
    payload: { severity, source: event === 'test' ? 'Touchstone' : incident.target },
  });
});

test.each([
  ['opened', '/v2/alerts'],
  ['acknowledged', '/v2/alerts/touchstone-i-1/acknowledge?identifierType=alias'],
  ['closed', '/v2/alerts/touchstone-i-1/close?identifierType=alias'],
] as const)('Opsgenie keeps one alert of an incident: %s', (event, path) => {
  const { url, headers, body } = post({ kind: 'opsgenie', apiKey: 'g', apiUrl: 'https://ops.test' }, compose(event));
  expect(url).toBe(`https://ops.test${path}`);
  expect(headers.authorization).toBe('GenieKey g');
  if (event === 'opened') expect(body).toMatchObject({ alias: 'touchstone-i-1', priority: 'P1' });
});

test('Telegram gets plain text, ntfy its priority and token', () => {
  const telegram = { kind: 'telegram', botToken: '1:x', chatId: '-100', apiUrl: 'https://telegram.test' } as const;
  expect(post(telegram, compose('opened'))).toMatchObject({
    url: 'https://telegram.test/bot1:x/sendMessage',
    body: { chat_id: '-100', text: expect.stringContaining('https://here.test/i-1') },
  });
  const ntfy = { kind: 'ntfy', serverUrl: 'https://ntfy.test/', topic: 'ops', token: 't' } as const;
  expect(post(ntfy, compose('opened'))).toMatchObject({
    url: 'https://ntfy.test',
    headers: { authorization: 'Bearer t' },
    body: { topic: 'ops', priority: 5, click: 'https://here.test/i-1' },
  });
});

test('a webhook gets everything as data', () => {
  const request = post({ kind: 'webhook', url: 'https://a.test', secret: 's'.repeat(16) }, compose('opened'));
  expect(request).toMatchObject({
    secret: 's'.repeat(16),
    body: { event: 'incident.opened', deliveryId: 'k-1', incidents: [{ number: 7, link: 'https://here.test/i-1' }] },
  });
});

const burn: ToldBurn = {
  burnAlertId: 'b-1',
  projectId: 'p',
  subject: 'collection',
  subjectId: 'c',
  name: 'Payments',
  urgency: 'page',
  severity: 'DOWN',
  sloPercent: 99.9,
  cause: 'Burn rate 20 × over 1 h and 30 × over 5 min, above 14.4 ×.',
  openedAt: '2026-01-13T03:00:00.000Z',
  closedAt: null,
};

test.each([
  ['burning', 'Payments uses up its error budget too fast for its objective of 99.9 %', 'trigger'],
  ['still-burning', 'Payments still uses up its error budget too fast for its objective of 99.9 %', 'trigger'],
  ['recovered', 'Payments no longer uses up its error budget too fast, after 5m 0s', 'resolve'],
] as const)('an error budget: %s', (event, title, action) => {
  const message = compose(event, [burn]);
  expect(message).toMatchObject({ title, incidents: [], objectives: [{ burnAlertId: 'b-1' }], severity: 'DOWN' });
  const hook = post({ kind: 'webhook', url: 'https://hook.test' }, message);
  expect(hook.body).toMatchObject({
    event: `objective.${event}`,
    objectives: [{ name: 'Payments', sloPercent: 99.9 }],
  });
  const pager = post({ kind: 'pagerduty', routingKey: 'k', apiUrl: 'https://pd.test' }, message);
  expect(pager.body).toMatchObject({
    event_action: action,
    dedup_key: 'touchstone-b-1',
    payload: { source: 'Payments' },
  });
});

const slow = { ...incident, severity: 'DEGRADED' as const };
const channels = {
  slack: { kind: 'slack', webhookUrl: 'https://slack.test' },
  teams: { kind: 'teams', webhookUrl: 'https://teams.test' },
  discord: { kind: 'discord', webhookUrl: 'https://discord.test' },
  pagerduty: { kind: 'pagerduty', routingKey: 'r', apiUrl: 'https://pd.test//' },
  opsgenie: { kind: 'opsgenie', apiKey: 'g', apiUrl: 'https://ops.test//' },
  telegram: { kind: 'telegram', botToken: 'b', chatId: '1', apiUrl: 'https://telegram.test' },
  ntfy: { kind: 'ntfy', serverUrl: 'https://ntfy.test', topic: 'ops' },
} as const;

test.each([
  ['down', compose('opened'), '#e03131', 'Attention', 'critical', 'P1', 5, 'rotating_light'],
  ['slow', compose('opened', [slow]), '#f08c00', 'Warning', 'warning', 'P3', 4, 'warning'],
  ['well again', compose('closed'), '#2f9e44', 'Good', 'critical', undefined, 3, 'white_check_mark'],
  [
    'well again of a budget',
    compose('recovered', [burn]),
    '#2f9e44',
    'Good',
    'critical',
    undefined,
    3,
    'white_check_mark',
  ],
  ['a test', compose('test'), '#2f9e44', 'Good', 'info', 'P5', 3, 'white_check_mark'],
])('how grave it is shows in every channel: %s', (_, message, slack, teams, pager, opsgenie, priority, tag) => {
  expect(post(channels.slack, message).body.attachments[0].color).toBe(slack);
  expect(post(channels.teams, message).body.attachments[0].content.body[0].color).toBe(teams);
  expect(post(channels.discord, message).body.embeds[0].color).toBe(Number(`0x${slack.slice(1)}`));
  expect(post(channels.pagerduty, message).body.payload.severity).toBe(pager);
  expect(post(channels.opsgenie, message).body.priority).toBe(opsgenie);
  expect(post(channels.ntfy, message).body).toMatchObject({ priority, tags: [tag] });
});

test('every channel gets the title, the lines and the link', () => {
  const message = compose('opened');
  const line = '#7 · GET https://shop.test/pay · It answered with status 500. · eu';
  expect(message.lines).toEqual([line]);
  const link = 'https://here.test/i-1';
  expect(post(channels.slack, message).body.attachments[0]).toMatchObject({
    fallback: 'Pay &lt;!channel&gt; @everyone is down',
    text: line,
    actions: [{ type: 'button', text: 'Open', url: link }],
  });
  expect(post(channels.teams, message).body.attachments[0].content.body).toEqual([
    { type: 'TextBlock', text: message.title, weight: 'Bolder', size: 'Medium', wrap: true, color: 'Attention' },
    { type: 'TextBlock', text: line, wrap: true },
  ]);
  expect(post(channels.discord, message).body.embeds[0]).toMatchObject({ title: message.title, description: line });
  expect(post(channels.pagerduty, message)).toMatchObject({
    url: 'https://pd.test/v2/enqueue',
    body: {
      links: [{ href: link, text: 'Open the incident' }],
      payload: { summary: message.title, component: incident.monitorName, custom_details: { text: line } },
    },
  });
  const whole = [message.title, line, link].join('\n');
  expect(post(channels.opsgenie, message).body).toMatchObject({ description: whole, details: { link } });
  expect(post(channels.opsgenie, compose('acknowledged')).body).toMatchObject({ note: expect.stringContaining(link) });
  expect(post(channels.telegram, message).body).toMatchObject({
    text: whole,
    link_preview_options: { is_disabled: true },
  });
  expect(post(channels.ntfy, message)).toMatchObject({ headers: {}, body: { title: message.title, message: line } });
  expect(post(channels.ntfy, message).headers).not.toHaveProperty('authorization');
});

test.each([
  ['opsgenie', 130, (body: { message: string }) => body.message],
  ['discord', 256, (body: { embeds: { title: string }[] }) => body.embeds[0]?.title],
  ['ntfy', 250, (body: { title: string }) => body.title],
] as const)('%s gets at most %i characters, and never half of one', (kind, most, read) => {
  const titled = (length: number) => ({ ...compose('opened'), title: `${'x'.repeat(length - 1)}y` });
  expect(read(post(channels[kind], titled(most)).body)).toBe(`${'x'.repeat(most - 1)}y`);
  expect(read(post(channels[kind], titled(most + 1)).body)).toBe(`${'x'.repeat(most - 1)}…`);
  const emoji = { ...compose('opened'), title: `${'x'.repeat(most - 2)}😀 and more` };
  expect(read(post(channels[kind], emoji).body)?.isWellFormed()).toBe(true);
});

test('Teams gets at most 30 lines', () => {
  const many = Array.from({ length: 40 }, () => incident);
  expect(post(channels.teams, compose('opened', many)).body.attachments[0].content.body).toHaveLength(31);
});

test("an error budget's message has the cause, a recovery the objective", () => {
  expect(compose('burning', [burn]).lines).toEqual([burn.cause]);
  expect(compose('recovered', [burn]).lines).toEqual(['Objective 99.9 %']);
  expect(post(channels.pagerduty, compose('burning', [burn])).body).toMatchObject({
    links: [{ text: 'Open the error budgets' }],
    payload: { component: 'Payments' },
  });
  expect([severityOf('page'), severityOf('ticket')]).toEqual(['DOWN', 'DEGRADED']);
});

test('a recovery has no cause, and unnamed regions are left out', () => {
  expect(compose('closed', [{ ...incident, regions: ['', 'eu'] }]).lines).toEqual([
    '#7 · GET https://shop.test/pay · eu',
  ]);
  expect(compose('opened', [slow, slow]).severity).toBe('DEGRADED');
});

test('a test message has no incident and says that nothing is wrong', () => {
  const message = compose('test');
  expect(message).toMatchObject({
    incidents: [],
    objectives: [],
    lines: [expect.stringContaining('Nothing is wrong')],
  });
  const hook = post({ kind: 'webhook', url: 'https://a.test', authorization: 'Bearer x' }, message);
  expect(hook).toMatchObject({ headers: { authorization: 'Bearer x' }, body: { event: 'test' } });
  expect(post({ kind: 'webhook', url: 'https://a.test' }, message).headers).not.toHaveProperty('authorization');
});

test('PagerDuty and Opsgenie keep one alert per incident', () => {
  expect(['pagerduty', 'opsgenie', 'slack', 'webhook'].map((kind) => keepsIncidents(kind as 'slack'))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
