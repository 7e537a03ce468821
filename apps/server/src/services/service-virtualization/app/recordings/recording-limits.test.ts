import type { Client } from '@touchstone/contracts';
import { serviceVirtualizationRoutes } from '@touchstone/contracts/service-virtualization';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest';
import { changeMock, newMock } from '../../testing/mock-builders.ts';
import { startRealService } from '../../testing/real-service.ts';

const calls = serviceVirtualizationRoutes;
const megabyte = 1024 * 1024;
let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  ({ client } = await server.createOrganization({ plan: 'ENTERPRISE' }));
}, 120_000);
afterAll(() => server.close());
const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** A recording of a service that responds with as many bytes as the URL says. */
async function recording() {
  const real = await startRealService(({ url }) => ({ body: 'x'.repeat(Number(url.split('/')[1])) }));
  ends.push(real.end);
  const { projectId, address } = await newMock(client);
  const { recordingId } = await client.call(calls.startRecording, { body: { projectId, targetUrl: real.url } });
  const ask = async (path: string, body?: string) => {
    const answer = await fetch(`${address}${path}`, body === undefined ? {} : { method: 'POST', body });
    await answer.arrayBuffer();
    return answer.status;
  };
  const view = async () => {
    const { count, problem } = await client.call(calls.getRecording, { params: { id: recordingId } });
    return [count, problem];
  };
  const notes = async () => {
    const { content } = await client.call(calls.listJournal, { params: { id: projectId }, query: { size: 1 } });
    return (await client.call(calls.getJournalEntry, { params: { id: content[0]?.entryId ?? '' } })).notes;
  };
  const change = async (text: string, value: number) => {
    await server.platform.database.pool.query(text, [recordingId, value]);
    // Changing the seed reloads the mock with the stored recording.
    await changeMock(client, projectId, { seed: value % 1000 });
  };
  return { recordingId, ask, view, notes, change };
}

test('responses up to 8 MB are recorded, and the caller also gets larger ones', async () => {
  const { ask, view, notes } = await recording();
  const most = 8 * megabyte;
  expect(await ask(`/${most}`)).toBe(200);
  expect(await view()).toEqual([1, null]);
  expect(await ask(`/${most + 1}`)).toBe(200);
  const problem = `GET /${most + 1} is larger than 8 MB.`;
  expect([await view(), await notes()]).toEqual([[1, problem], [`Not recorded: ${problem}`]]);
  expect(await ask('/1', 'y'.repeat(most))).toBe(200);
  expect(await ask(`/2/${'n'.repeat(300)}`, 'y'.repeat(most + 1))).toBe(200);
  const cut = `POST ${`/2/${'n'.repeat(300)}`.slice(0, 200)} is larger than 8 MB.`;
  expect(await view()).toEqual([2, cut]);
});

test('10,000 calls are recorded, and the recording reports that it is full', async () => {
  const { ask, view, notes, change } = await recording();
  await ask('/1');
  await change(
    `insert into service_virtualization.recorded_call (id, recording_id, at, method, url, status, content_type, size_bytes,
       request_hash, answer_hash, shape_hash, template_address, content)
     select gen_random_uuid(), recording_id, at, method, url, status, content_type, size_bytes,
       request_hash, answer_hash, shape_hash, template_address, content
     from service_virtualization.recorded_call, generate_series(1, $2) where recording_id = $1`,
    9998,
  );
  expect(await ask('/1')).toBe(200);
  expect(await view()).toEqual([10_000, null]);
  expect(await ask('/1')).toBe(200);
  const problem = 'The recording has 10000 calls, the most it keeps. Stop and save it.';
  expect([await view(), await notes()]).toEqual([[10_000, problem], [`Not recorded: ${problem}`]]);
}, 30_000);

test('256 MB are recorded, and smaller responses are still recorded if they fit', async () => {
  const { ask, view, change } = await recording();
  await ask('/1');
  await change(
    'update service_virtualization.recorded_call set size_bytes = $2 where recording_id = $1',
    256 * megabyte - 10,
  );
  await ask('/4');
  expect(await view()).toEqual([2, null]);
  await ask('/7');
  expect(await view()).toEqual([2, 'The recording has 256 MB, the most it keeps. Stop and save it.']);
  await ask('/6');
  expect((await view())[0]).toBe(3);
  await ask('/1');
  expect((await view())[0]).toBe(3);
});
