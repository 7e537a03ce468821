/** The entire product with one project of 5,000 stubs and an OpenAPI document, which is edited while it is called. */
import { serviceVirtualizationRoutes as calls } from '@touchstone/contracts/service-virtualization';
import { createTestServer, startTestPostgres } from '@touchstone/testing';
import { median } from './compare-speed.ts';

const stubs = 5000;
const callers = 4;
const round = (ms: number) => Math.round(ms * 10) / 10;

const stubsText = () =>
  JSON.stringify({
    mappings: Array.from({ length: stubs }, (_, number) => ({
      id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
      request: {
        method: 'GET',
        urlPath: `/area-${number % 50}/item-${number}`,
        headers: { 'X-Kind': { matches: 'k[a-z]+' } },
      },
      response: { jsonBody: { number } },
    })),
  });
const openApiText = () => {
  const content = { 'application/json': { schema: { type: 'object' } } };
  const operation = { get: { responses: { 200: { description: 'Found', content } } } };
  const paths = Object.fromEntries(Array.from({ length: 200 }, (_, number) => [`/orders${number}`, operation]));
  return JSON.stringify({ openapi: '3.0.0', info: { title: 'Orders', version: '1' }, paths });
};
const edited = (body: string) => ({ request: { method: 'GET', url: '/edited' }, response: { body } });

/**
 * V7 for the entire product: how soon after sending it an edit takes effect, while some callers send requests as fast
 * as they can.
 */
export async function editsOfProduct(): Promise<object[]> {
  const postgres = await startTestPostgres();
  const server = await createTestServer({ postgresUrl: postgres.url, env: { MOCK_CALLS_PER_SECOND: '0' } });
  const { client } = await server.createOrganization({ plan: 'ENTERPRISE' });
  const { projectId, address } = await client.call(calls.createVirtualizationProject, {
    body: { projectName: 'Bench' },
  });
  for (const [fileName, text] of Object.entries({ 'stubs.json': stubsText(), 'openapi.json': openApiText() })) {
    const { importId } = await client.call(calls.previewImport, { body: { projectId, text, fileName } });
    await client.call(calls.carryOutImport, { body: { projectId, importId, isEnabled: true } });
  }
  const { suiteId } = await client.call(calls.createSuite, {
    body: { projectId, name: 'Edited', parentId: null, description: '' },
  });
  const made = { suiteId, name: 'Edited', kind: 'static' as const, tags: [], isEnabled: true, stub: edited('0') };
  let asset = await client.call(calls.createAsset, { body: { projectId, ...made } });
  const { key } = await client.call(calls.renewMockKey, { params: { id: projectId }, body: {} });

  const answerOf = async () => {
    const answer = await fetch(`${address}/edited`);
    return answer.ok ? answer.text() : String(answer.status);
  };
  // The mock is loaded on its first call.
  await answerOf();
  const load = new Load(`${address}/area-7/item-7`);
  const measure = async (
    edit: string,
    perform: (number: number) => Promise<unknown>,
    wanted: (number: number) => string,
  ) => {
    const live: number[] = [];
    load.longestMs = 0;
    for (let number = 1; number <= 30; number += 1) {
      const from = performance.now();
      const performed = perform(number);
      while ((await answerOf()) !== wanted(number));
      live.push(performance.now() - from);
      await performed;
    }
    const times = { medianMs: round(median(live)), longestMs: round(Math.max(...live)) };
    return { edit, ...times, longestOtherCallMs: round(load.longestMs) };
  };
  const save = async (number: number) => {
    const { assetId, revision } = asset;
    asset = await client.call(calls.updateAsset, { body: { assetId, revision, stub: edited(String(number)) } });
  };
  const isOn = (number: number) => number % 2 === 0;
  const seen = (number: number) => (isOn(number) ? '30' : '404');
  const found = [
    await measure('save an asset', save, String),
    await measure(
      'switch an asset',
      (number) => client.call(calls.toggleAsset, { params: { id: asset.assetId }, body: { isEnabled: isOn(number) } }),
      seen,
    ),
    await measure(
      'switch a suite',
      (number) => client.call(calls.toggleSuite, { params: { id: suiteId }, body: { isEnabled: isOn(number) } }),
      seen,
    ),
    await measure(
      'PUT by the admin API',
      (number) =>
        fetch(`${address}/__admin/mappings/${asset.assetId}`, {
          method: 'PUT',
          headers: { 'X-Mock-Key': key },
          body: JSON.stringify(edited(`a${number}`)),
        }),
      (number) => `a${number}`,
    ),
  ];
  const calledTimes = await load.stop();
  await server.close();
  await postgres.stop();
  return [...found, calledTimes];
}

/** Callers that send the same request over and over. */
class Load {
  longestMs = 0;
  #isOver = false;
  #calls = 0;
  #failed = 0;
  readonly #callers: Promise<void[]>;

  constructor(url: string) {
    this.#callers = Promise.all(Array.from({ length: callers }, () => this.#ask(url)));
  }

  async #ask(url: string): Promise<void> {
    while (!this.#isOver) {
      const from = performance.now();
      const answer = await fetch(url, { headers: { 'X-Kind': 'kind' } }).catch(() => undefined);
      await answer?.arrayBuffer();
      if (!answer?.ok) this.#failed += 1;
      this.#calls += 1;
      this.longestMs = Math.max(this.longestMs, performance.now() - from);
    }
  }

  async stop(): Promise<{ calls: number; failed: number }> {
    this.#isOver = true;
    await this.#callers;
    return { calls: this.#calls, failed: this.#failed };
  }
}
