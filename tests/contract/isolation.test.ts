import type { AnyRoute } from '@touchstone/contracts';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { endlessStreams, exampleOf } from './calls.ts';
import type { Example } from './expectation.ts';
import { nameOf, referencesIn, withReference } from './references.ts';
import { declaredRoutes, keyOf, makeSample, sendExample, signInAgain } from './sample.ts';

/**
 * Two organizations, each with a full sample. The administrator of the second calls every route with ids of the first,
 * one at a time and all together. No data of the first may be returned, and none may change.
 */
const mark = 'Belongs-to-the-first';

let server: TestServer;
let first: Record<string, string>;
let second: Record<string, string>;
let attacker: TestUser;
let before: string;

/** All stored data of the first organization. */
async function contentOf(organizationId: string): Promise<string> {
  const { pool } = server.platform.database;
  const tables = await pool.query<{ schema: string; name: string }>(
    `select table_schema as schema, table_name as name from information_schema.columns
     where column_name = 'organization_id' and table_schema not in ('information_schema', 'pg_catalog', 'pgboss', 'platform')
     order by 1, 2`,
  );
  const parts: string[] = [];
  for (const { schema, name } of tables.rows) {
    const rows = await pool.query(
      `select coalesce(jsonb_agg(to_jsonb(t) order by to_jsonb(t)::text), '[]') as rows from "${schema}"."${name}" t where organization_id = $1`,
      [organizationId],
    );
    parts.push(`${schema}.${name} ${JSON.stringify(rows.rows[0]?.rows)}`);
  }
  return parts.join('\n');
}

beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
  attacker = await server.createOrganization();
  first = await makeSample(server, server.admin, mark);
  second = await makeSample(server, attacker, 'Mine');
  before = await contentOf(server.admin.organizationId);
});
afterAll(() => server.close());

const calls = declaredRoutes.filter((route) => route.access.kind === 'user' && !endlessStreams.includes(keyOf(route)));

const isUuid = (id: string) => /^[0-9a-f-]{36}$/.test(id);

/** Parameters that may have any value, because they are no id of anything read or changed. */
const filters = new Set([
  // An invitation first checks whether an address is taken, and addresses are shared by all organizations.
  'GET /services/user-management/api/check-user-exist',
  // Stops only the caller's own stream: those of others continue.
  'POST /services/api-preview/api/stop',
  // A position in one's own list, a part of one's own run, or one of one's own teams: none exists.
  'GET /services/notifications/api/notifications',
  'GET /services/api-testing/api/execution-steps',
  'GET /services/api-testing/api/projects',
  'GET /services/api-monitoring/api/projects/all/{id}',
  'GET /services/service-virtualization/api/projects/all/{id}',
  'GET /services/web-testing/api/projects-by-team-and-servicestore',
  'GET /services/web-testing/api/get-projects-by-team',
  'GET /services/web-testing/api/recently-worked-project',
  // Results within one's own workspace, even of scripts deleted since.
  'GET /services/api-testing/api/outcomes',
]);

/** Several ids are requested together; those of others are refused within the answer. */
const refusedOneByOne = new Set(['POST /services/notifications/api/follow-topics']);
const kindsOf = (events: string) => [...new Set([...events.matchAll(/^event: (.*)$/gm)].map(([, kind]) => kind))];

/** Inputs that refer to the first organization: each of its ids among one's own, and all of them. */
function attempts(route: AnyRoute) {
  const sent = (ids: Record<string, string>): Example => {
    const { params = {}, ...rest } = exampleOf(route, ids);
    const inPath = Object.entries(params).filter(([name]) => route.path.includes(`{${name}}`));
    return { params: Object.fromEntries(inPath), ...rest };
  };
  const own = JSON.stringify(sent(second));
  const mixed = Object.keys(first).map((key) => ({ ...second, [key]: first[key] ?? '' }));
  const inputs = [...mixed, first].map(sent);
  const byText = new Map(inputs.map((input) => [JSON.stringify(input), input]));
  byText.delete(own);
  return [...byText.values()].filter((input) =>
    Object.values(first).some((id) => id !== '' && JSON.stringify(input).includes(id)),
  );
}

/** Makes the call as the administrator of the second organization; the answer contains nothing of the first. */
async function attack(route: AnyRoute, input: Example) {
  let response = await sendExample(server, route, input, attacker);
  if (response.statusCode === 401) {
    // An earlier call ended the session.
    Object.assign(attacker, await signInAgain(server, attacker));
    response = await sendExample(server, route, input, attacker);
  }
  expect(response.statusCode).not.toBe(401);
  expect(response.body, JSON.stringify(input)).not.toContain(mark);
  expect(response.statusCode, JSON.stringify(input)).toBeLessThan(500);
  return response;
}

test.each(calls.map((route) => [keyOf(route), route] as const))(
  '%s gives and changes nothing of others',
  async (key, route) => {
    for (const input of attempts(route)) {
      const response = await attack(route, input);
      // An id of others is refused, never accepted or ignored.
      if (refusedOneByOne.has(key)) expect(kindsOf(response.body)).toEqual(['refused']);
      else if (!filters.has(key))
        expect(response.statusCode, `${JSON.stringify(input)} answered ${response.body}`).toBeGreaterThanOrEqual(400);
    }
  },
);

/** Own inputs, each with an id of the first organization in one of the places that accept an id of its kind. */
function references(route: AnyRoute) {
  const own = exampleOf(route, second);
  return referencesIn(route).flatMap((reference) => {
    const kind = nameOf(reference)
      .replace(/(Id|UUID|Uuid)s?$/, '')
      .toLowerCase();
    const ids = Object.entries(first).filter(([key, id]) => key.toLowerCase().includes(kind) && isUuid(id));
    return ids.flatMap(([, id]) => withReference(own, reference, id) ?? []);
  });
}

test.each(calls.filter(({ method }) => method !== 'DELETE').map((route) => [keyOf(route), route] as const))(
  '%s returns nothing of another organization, wherever the input contains an id of it',
  async (_key, route) => {
    for (const input of references(route)) await attack(route, input);
  },
);

test('nothing of one organization refers to another, except that forms may name files that do not exist', async () => {
  const stored = await contentOf(attacker.organizationId);
  const others = Object.entries(first).filter(([key, id]) => isUuid(id) && !/file/i.test(key));
  expect(others.flatMap(([key, id]) => (stored.includes(id) ? [key] : []))).toEqual([]);
});

test('the attempts are many, and the mark is what an owner sees', async () => {
  expect(calls.flatMap(attempts).length).toBeGreaterThan(200);
  expect(calls.flatMap(references).length).toBeGreaterThan(200);
  const list = calls.find((route) => keyOf(route) === 'GET /services/api-testing/api/suites') as AnyRoute;
  const own = await sendExample(server, list, exampleOf(list, first), server.admin);
  expect(own.body).toContain(mark);
});

test('after all of it the first organization is as it was', async () => {
  expect(await contentOf(server.admin.organizationId)).toBe(before);
});
