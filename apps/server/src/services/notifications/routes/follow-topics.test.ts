import { notificationRoutes, type TopicNews, topicOf } from '@touchstone/contracts/notifications';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { newProject, newScript, newSuite, runToEnd } from '../../api-testing/testing/builders.ts';
import { readStream } from '../testing/read-stream.ts';

const waitOptions = { timeout: 20_000, interval: 20 };
let server: TestServer;
let user: TestUser;
let stranger: TestUser;
let runIds: string[];
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  user = server.admin;
  stranger = await server.createOrganization();
  const projectId = await newProject(user.client);
  const suiteId = await newSuite(user.client, projectId, 'Orders');
  await newScript(user.client, suiteId, { url: 'http://127.0.0.1:9/' });
  const run = () => runToEnd(user.client, { projectId, suiteIds: [suiteId] });
  runIds = [await run(), await run()];
});
afterAll(() => server.close());

const follow = (of: TestUser, ...topics: { topic: string; after?: number }[]) => {
  const stream = readStream(of.client, notificationRoutes.followTopics, { body: { topics } });
  return { ...stream, news: stream.data as TopicNews[] };
};
const idsOf = (news: TopicNews[], topic: string) =>
  news.flatMap((item) => (item.topic === topic && item.kind === 'event' ? [item.id] : []));

test('one stream carries several runs, each from its own event on, and ends when all have ended', async () => {
  const [first, second] = runIds.map(topicOf.run) as [string, string];
  const whole = follow(user, { topic: first }, { topic: second });
  await whole.ended;
  const all = idsOf(whole.news, first);
  expect(all.length).toBeGreaterThan(1);
  expect(all).toEqual(all.map((_, index) => index + 1));
  for (const topic of [first, second])
    expect(whole.news.filter((item) => item.topic === topic).at(-1)).toEqual({ kind: 'end', topic });
  const rest = follow(user, { topic: first, after: 1 }, { topic: second });
  await rest.ended;
  expect(idsOf(rest.news, first)).toEqual(all.slice(1));
  expect(idsOf(rest.news, second)).toEqual(idsOf(whole.news, second));
});

test('a topic of another organization is refused as by its own call, and the others continue', async () => {
  const [runId = ''] = runIds;
  const stream = follow(
    stranger,
    { topic: topicOf.run(runId) },
    { topic: topicOf.performance(runId) },
    { topic: topicOf.unread },
  );
  await vi.waitFor(() => expect(stream.news).toHaveLength(3), waitOptions);
  const refusal = (topic: string) => stream.news.find((news) => news.topic === topic);
  for (const topic of [topicOf.run(runId), topicOf.performance(runId)])
    expect(refusal(topic)).toMatchObject({ kind: 'refused', status: 404 });
  expect(refusal(topicOf.unread)).toMatchObject({ kind: 'event', event: 'unread' });
  stream.leave();
  await stream.ended;
});

test('disconnecting ends every topic', async () => {
  const gauge = async () => (await server.platform.metrics.eventStreams.get()).values[0]?.value;
  const stream = follow(user, { topic: topicOf.unread }, { topic: topicOf.clone('copy-of-nobody') });
  await vi.waitFor(() => expect(stream.news).toHaveLength(1), waitOptions);
  expect(await gauge()).toBe(1);
  stream.leave();
  await stream.ended;
  await vi.waitFor(async () => expect(await gauge()).toBe(0), waitOptions);
});

test.each([[[]], [[{ topic: 'run:nothing' }]], [[{ topic: 'unread:more' }]], [[{ topic: 'unread', after: -1 }]]])(
  'refuses the topics %j',
  async (topics) => {
    const call = user.client.raw(notificationRoutes.followTopics, { body: { topics } });
    await expect(call).rejects.toMatchObject({ status: 400 });
  },
);
