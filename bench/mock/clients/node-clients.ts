/**
 * What users of WireMock's clients for Node do; each step prints its name and what the client made of the response, as
 * JSON.
 * Arguments: address of the mock, address of a real service, key of the mock (may be empty), folders of the packages.
 */
import { createRequire } from 'node:module';

type Call = (...args: unknown[]) => Promise<unknown>;
type Service = Record<string, Call>;

const [base = '', real = '', key = '', restFolder = '', captainFolder = ''] = process.argv.slice(2);
const keyHeaders: Record<string, string> = key === '' ? {} : { 'X-Mock-Key': key };
const id = '00000000-0000-4000-8000-000000000001';
const unknown = '00000000-0000-4000-8000-000000000002';

async function step(name: string, act: () => unknown): Promise<void> {
  let value: unknown;
  try {
    value = await act();
  } catch (error) {
    value = { error: error instanceof Error ? error.message : String(error) };
  }
  console.log(`${name}\t${JSON.stringify(value) ?? 'null'}`);
}

async function call(method: string, path: string, body?: string, headers: Record<string, string> = {}) {
  const init = { method, headers: { ...headers, ...keyHeaders }, ...(body === undefined ? {} : { body }) };
  const answer = await fetch(`${base}${path}`, init);
  const text = await answer.text();
  return { status: answer.status, body: answer.status === 404 || answer.status >= 500 ? '' : text };
}

/** The package wiremock-rest-client. */
async function restClient(): Promise<void> {
  const { WireMockRestClient } = createRequire(`${restFolder}/package.json`)(restFolder) as {
    WireMockRestClient: new (address: string, options: object) => Record<string, Service>;
  };
  // Rejections are returned, so that they can be compared.
  const options = { logLevel: 'SILENT', continueOnFailure: true, headers: keyHeaders };
  const client = new WireMockRestClient(`${base}/`, options);
  const { mappings, requests, scenarios, recordings, global } = client as Record<string, Record<string, Call>> & {
    [name in 'mappings' | 'requests' | 'scenarios' | 'recordings' | 'global']: Service;
  };
  const stub = (path: string, body: string, more: object = {}) => ({
    request: { url: path, method: 'GET' },
    response: { status: 200, body },
    ...more,
  });
  const steps: Record<string, () => unknown> = {
    'reset at first': () => global.resetAll!(),
    create: () => mappings.createMapping!(stub('/a', 'one', { id, name: 'first', metadata: { team: 'blue' } })),
    'create what is wrong': () => mappings.createMapping!({ request: { urlPattern: '/[' }, response: {} }),
    called: () => call('GET', '/a'),
    read: () => mappings.getMapping!(id),
    'read what is not there': () => mappings.getMapping!(unknown),
    update: () => mappings.updateMapping!(id, stub('/a', 'two', { metadata: { team: 'blue' } })),
    'update what is not there': () => mappings.updateMapping!(unknown, stub('/b', 'b')),
    list: () => mappings.getAllMappings!(),
    'find by metadata': () => mappings.findByMetaData!({ matchesJsonPath: { expression: '$.team', equalTo: 'blue' } }),
    save: () => mappings.saveAllMappings!(),
    calls: async () => [
      await call('GET', '/a'),
      await call('GET', '/b'),
      await call('POST', '/a', '{"n":1}', { 'Content-Type': 'application/json' }),
    ],
    requests: () => requests.getAllRequests!(),
    'request that is not there': () => requests.getRequest!(unknown),
    count: () => requests.getCount!({ method: 'GET', url: '/a' }),
    find: () => requests.findRequests!({ method: 'POST', bodyPatterns: [{ equalToJson: '{"n":1}' }] }),
    unmatched: () => requests.getUnmatchedRequests!(),
    'near misses of unmatched': () => requests.getUnmatchedNearMisses!(),
    'near misses of a request': () => requests.getNearMissesByRequest!({ url: '/aa', method: 'GET' }),
    'near misses of a pattern': () => requests.getNearMissesByRequestPattern!({ url: '/aa', method: 'GET' }),
    'remove requests by metadata': () =>
      requests.removeRequestsByMetadata!({ matchesJsonPath: { expression: '$.team', equalTo: 'blue' } }),
    'remove requests': () => requests.removeRequests!({ method: 'POST' }),
    'delete a request': async () => {
      const { requests: listed } = (await requests.getAllRequests!()) as { requests: { id: string }[] };
      await requests.deleteRequest!(listed[0]?.id);
      return requests.getAllRequests!();
    },
    'reset requests': () => requests.deleteAllRequests!(),
    scenario: async () => [
      await mappings.createMapping!(
        stub('/s', '1', { scenarioName: 'order', requiredScenarioState: 'Started', newScenarioState: 'paid' }),
      ),
      await mappings.createMapping!(stub('/s', '2', { scenarioName: 'order', requiredScenarioState: 'paid' })),
      await call('GET', '/s'),
      await call('GET', '/s'),
    ],
    scenarios: () => scenarios.getAllScenarios!(),
    'reset scenarios': async () => [await scenarios.resetAllScenarios!(), await call('GET', '/s')],
    settings: () => global.updateGlobalSettings!({ fixedDelay: 1 }),
    'settings back': () => global.updateGlobalSettings!({ fixedDelay: null }),
    'remove by metadata': () =>
      mappings.removeByMetaData!({ matchesJsonPath: { expression: '$.team', equalTo: 'blue' } }),
    'delete what is not there': () => mappings.deleteMapping!(id),
    'recording status': () => recordings.getRecordingStatus!(),
    recording: () =>
      recordings.startRecording!({ targetBaseUrl: real, persist: false, filters: { urlPathPattern: '/r.*' } }),
    'recording twice': () => recordings.startRecording!({ targetBaseUrl: real }),
    'recorded calls': async () => [await call('GET', '/r1'), await call('POST', '/r2', 'x'), await call('GET', '/n')],
    'recording stopped': () => recordings.stopRecording!(),
    'recording stopped twice': () => recordings.stopRecording!(),
    'snapshot of ids': () => recordings.takeSnapshotRecording!({ outputFormat: 'IDS', persist: false }),
    'delete all': async () => [await mappings.deleteAllMappings!(), await mappings.getAllMappings!()],
    'reset mappings': () => mappings.resetAllMappings!(),
  };
  for (const [name, act] of Object.entries(steps)) await step(`wiremock-rest-client: ${name}`, act);
}

/** The package wiremock-captain. */
async function captain(): Promise<void> {
  const { WireMock } = createRequire(`${captainFolder}/package.json`)(captainFolder) as {
    WireMock: new (address: string) => Service;
  };
  const mock = new WireMock(`${base}/`);
  let made = '';
  const steps: Record<string, () => unknown> = {
    clear: async () => (await mock.clearAll!()) && (await mock.getAllMappings!()),
    register: async () => {
      const stub = (await mock.register!(
        {
          method: 'POST',
          endpoint: '/c',
          body: { a: 1 },
          headers: { X: '1' },
          queryParameters: { q: '2' },
          cookies: { k: 'v' },
          metadata: { team: 'red' },
        },
        { status: 201, body: { ok: true }, headers: { 'X-Y': 'z' } },
        {
          requestEndpointFeature: 'urlPath',
          responseBodyType: 'jsonBody',
          requestIgnoreExtraElements: true,
          stubPriority: 2,
        },
      )) as { id: string };
      made = stub.id;
      return stub;
    },
    called: () => call('POST', '/c?q=2', '{"a":1,"b":2}', { X: '1', Cookie: 'k=v' }),
    'register a fault': () =>
      mock.register!({ method: 'GET', endpoint: '/f' }, { status: 200 }, { fault: 'EMPTY_RESPONSE' }),
    'register a scenario': () =>
      mock.register!(
        { method: 'GET', endpoint: '/s' },
        { status: 200, body: 'x' },
        {
          scenario: { scenarioName: 's', requiredScenarioState: 'Started', newScenarioState: 'b' },
          responseBodyType: 'body',
        },
      ),
    'register a webhook': () =>
      mock.register!(
        { method: 'GET', endpoint: '/w' },
        { status: 200 },
        {
          webhook: {
            method: 'POST',
            url: `${real}/called`,
            body: { type: 'json', data: { a: 1 } },
            delay: { type: 'fixed', constantDelay: 1 },
          },
        },
      ),
    'register delays': () =>
      mock.register!(
        { method: 'GET', endpoint: '/d' },
        { status: 200 },
        { responseDelay: { type: 'lognormal', median: 1, sigma: 0.1 } },
      ),
    'one mapping': () => mock.getMapping!(made),
    'all mappings': () => mock.getAllMappings!(),
    'find by metadata': () => mock.findMappingByMetadata!({ team: 'red' }, 'equalToJson'),
    requests: () => mock.getAllRequests!(),
    'requests of an address': () => mock.getRequestsForAPI!('POST', '/c?q=2'),
    unmatched: async () => (await call('GET', '/nothing')) && mock.getUnmatchedRequests!(),
    scenarios: async () => (await call('GET', '/s')) && mock.getAllScenarios!(),
    'scenarios reset': async () => (await mock.resetAllScenarios!()) && mock.getAllScenarios!(),
    'remove by metadata': () => mock.removeMappingByMetadata!({ team: 'red' }, 'equalToJson'),
    delete: async () => ((await mock.deleteMapping!(made)) as Response).status,
    'clear at last': async () => (await mock.clearAllExceptDefault!()) && (await mock.getAllMappings!()),
  };
  for (const [name, act] of Object.entries(steps)) await step(`wiremock-captain: ${name}`, act);
}

await restClient();
// It can't send a key, but uses the global `fetch`.
const plainFetch = globalThis.fetch;
globalThis.fetch = (input, init) => plainFetch(input, { ...init, headers: { ...init?.headers, ...keyHeaders } });
await captain();
