import { AppError, newId } from '@touchstone/kernel';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import type { RunViewer, TracedStep } from '../../../runs/index.ts';
import type { MockTarget } from '../../domain/mock-targets.ts';
import { virtualizationErrors } from '../../errors.ts';
import { changeMock, type MockPlace, newMock } from '../../testing/mock-builders.ts';
import type { MockHost } from '../hosting/mock-host.ts';
import type { Open } from '../open.ts';
import { createStepCalls } from './step-calls.ts';

let server: TestServer;
let owner: TestUser;
let place: MockPlace;
const step = () => ({ runId, stepId }) as TracedStep;
let runId: string;
let stepId: string;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  owner = await server.createOrganization({ plan: 'ENTERPRISE' });
}, 120_000);
afterAll(() => server.close());
beforeEach(async () => {
  place = await newMock(owner.client);
  [runId, stepId] = [newId(), newId()];
});

const statement = (text: string, values: unknown[]) => server.platform.database.pool.query(text, values);
const caller = () => ({ organizationId: owner.organizationId }) as RunViewer;
const nothing = { title: 'Mock calls', place: null, lines: [], total: 0, link: null, note: null };

/** Traces for a caller who may see these projects; `names` maps project ids to names. */
function tracesOf(names: Record<string, string>, target?: MockTarget) {
  return createStepCalls({
    platform: server.platform,
    host: { flush: async () => undefined } as unknown as MockHost,
    open: {
      project: async (_caller: unknown, id: string) => {
        if (names[id] === undefined) throw new AppError(virtualizationErrors.projectNotFound);
        return { project: { name: names[id] } };
      },
    } as unknown as Open,
    targetOf: () => target,
  });
}
/** Stores a call that the step sent; returns its id. */
async function add({ projectId }: MockPlace, given: object = {}): Promise<string> {
  const id = newId();
  const row = {
    id,
    organization_id: owner.organizationId,
    project_id: projectId,
    at: new Date().toISOString(),
    method: 'GET',
    url: '/a?b=1',
    path: '/a',
    status: 200,
    by: 'stub',
    asset_name: 'Hello',
    has_near_miss: false,
    violation_count: 0,
    has_problem: false,
    delay_ms: 0,
    client_ip: '127.0.0.1',
    run_id: runId,
    step_id: stepId,
    detail: {},
    ...given,
  };
  await statement(
    'insert into service_virtualization.journal select * from jsonb_populate_record(null::service_virtualization.journal, $1::jsonb)',
    [JSON.stringify(row)],
  );
  return id;
}

test.each<[string, object, string, boolean]>([
  ['an asset', {}, 'Hello · 200', false],
  ['a fault of an asset', { status: 0 }, 'Hello · fault', false],
  ['an asset without a name', { asset_name: null }, 'Asset · 200', false],
  ['records', { by: 'resource', asset_name: null }, 'Records · 200', false],
  ['a preflight', { by: 'cors', asset_name: null, status: 204 }, 'CORS · 204', false],
  ['the upstream service', { by: 'upstream', asset_name: null }, 'Upstream · 200', false],
  ['the validation', { by: 'validation', asset_name: null, status: 422 }, 'Validation · 422', false],
  ['nothing', { by: 'none', asset_name: null, status: 404 }, 'Unmatched · 404', true],
  ['nothing, with a near miss', { by: 'none', has_near_miss: true, status: 404 }, 'Unmatched, near miss · 404', true],
  ['an asset with a problem', { has_problem: true, status: 500 }, 'Hello · 500', true],
  ['an asset that violates its document', { violation_count: 1 }, 'Hello · 200', true],
])('a call answered by %s is shown in one line', async (_, given, note, isProblem) => {
  const { projectId } = place;
  const entryId = await add(place, given);
  const link = `/service-virtualization/journal?project=${projectId}&run=${runId}&step=${stepId}`;
  expect(await tracesOf({ [projectId]: 'Shop' })(caller(), step())).toEqual([
    {
      ...nothing,
      place: 'Shop',
      lines: [{ entryId, badge: 'GET', title: '/a?b=1', note, isProblem, link: `${link}&entry=${entryId}` }],
      total: 1,
      link,
    },
  ]);
});

describe('calls of a step', () => {
  test('are all counted, and the newest twenty of each mock are shown', async () => {
    const other = await newMock(owner.client);
    for (let n = 0; n < 21; n += 1) await add(place, { url: `/${n}` });
    await add(other);
    await add(place, { run_id: newId() });
    await add(place, { step_id: newId() });
    const names = { [place.projectId]: 'Shop', [other.projectId]: 'Other' };
    const traces = await tracesOf(names)(caller(), step());
    const shop = traces.find((one) => one.place === 'Shop');
    expect(traces).toHaveLength(2);
    expect([shop?.total, shop?.lines.length, shop?.lines[0]?.title]).toEqual([21, 20, '/20']);
    expect(traces.find((one) => one.place === 'Other')?.total).toBe(1);
  });

  test.each([
    [1, '1 call to a mock of a project that you have no access to.'],
    [2, '2 calls to a mock of a project that you have no access to.'],
  ])('to a mock the caller may not see are only counted: %i', async (total, note) => {
    for (let n = 0; n < total; n += 1) await add(place);
    expect(await tracesOf({})(caller(), step())).toEqual([{ ...nothing, total, note }]);
  });

  test('of another organization are not returned', async () => {
    await add(place);
    const stranger = { organizationId: newId() } as RunViewer;
    expect(await tracesOf({ [place.projectId]: 'Shop' })(stranger, step())).toEqual([]);
  });
});

describe('a step whose calls are not in the journal', () => {
  const at = (address?: string) => ({ ...step(), address }) as TracedStep;
  const keyed = () => ({ pathKey: place.address.split('/').at(-1) ?? '' }) as MockTarget;
  const noMockAt = (where: string) => ({
    ...nothing,
    note: `No mock answers at ${where} any more. It was deleted or got another address.`,
  });

  test('gets no trace if it called no mock', async () => {
    expect(await tracesOf({})(caller(), at('https://a.test'))).toEqual([]);
    expect(await tracesOf({}, keyed())(caller(), at())).toEqual([]);
    expect(await tracesOf({}, keyed())(caller(), at('no address'))).toEqual([]);
  });

  test('gets a note on what the journal keeps', async () => {
    const { projectId } = place;
    const find = tracesOf({ [projectId]: 'Shop' }, keyed());
    const trace = {
      ...nothing,
      place: 'Shop',
      link: `/service-virtualization/journal?project=${projectId}`,
    };
    const cleared = (kept: number) =>
      `The journal no longer has the calls of this step. It keeps the newest ${kept} calls, and can be cleared.`;
    expect(await find(caller(), at(place.address))).toEqual([{ ...trace, note: cleared(1000) }]);
    await changeMock(owner.client, projectId, { journalLimit: 7 });
    expect(await find(caller(), at(place.address))).toEqual([{ ...trace, note: cleared(7) }]);
    await changeMock(owner.client, projectId, { journalLimit: 0 });
    const off = 'The journal of this mock is switched off, so its calls were not kept.';
    expect(await find(caller(), at(place.address))).toEqual([{ ...trace, note: off }]);
    expect(await tracesOf({}, keyed())(caller(), at(place.address))).toEqual([
      { ...nothing, note: 'The mock belongs to a project that you have no access to.' },
    ]);
  });

  test('gets a note that no mock answers there any more, even if another organization has one', async () => {
    const { address } = place;
    const none = { pathKey: 'gone' } as MockTarget;
    expect(await tracesOf({}, none)(caller(), at(address))).toEqual([noMockAt('/mock/gone')]);
    const port = { port: 65_000 } as MockTarget;
    expect(await tracesOf({}, port)(caller(), at(address))).toEqual([noMockAt('port 65000')]);
    await statement('update service_virtualization.project set port = $2 where id = $1', [place.projectId, 65_000]);
    expect(await tracesOf({ [place.projectId]: 'Shop' }, port)(caller(), at(address))).toMatchObject([
      { place: 'Shop' },
    ]);
    const stranger = { organizationId: newId() } as RunViewer;
    const { pathKey } = keyed() as { pathKey: string };
    expect(await tracesOf({ [place.projectId]: 'Shop' }, keyed())(stranger, at(address))).toEqual([
      noMockAt(`/mock/${pathKey}`),
    ]);
    await statement('update service_virtualization.project set port = null where id = $1', [place.projectId]);
  });
});
