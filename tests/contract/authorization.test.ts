import type { AnyRoute } from '@touchstone/contracts';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { exampleOf, expectations, type Subject, subjects } from './expectations.ts';
import { declaredRoutes as declared, keyOf, makeSample, sendExample } from './sample.ts';

let server: TestServer;
const people = new Map<Subject, TestUser>();
let sample: Record<string, string>;

beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
  const { admin } = server;
  sample = await makeSample(server, admin);
  people.set('owner', admin);
  people.set('colleague', await server.createUser(admin, { role: 'ROLE_USER' }));
  people.set('guest', await server.createUser(admin, { role: 'ROLE_GUEST' }));
  people.set('outsider', await server.createUser(admin, { role: 'ROLE_USER', teamIds: [] }));
  people.set('stranger', await server.createOrganization());
});
afterAll(() => server.close());

const statusOf = async (route: AnyRoute, user: TestUser | undefined): Promise<number> =>
  (await sendExample(server, route, exampleOf(route, sample), user)).statusCode;

test('every declared route is served, and every served route of a service is declared', () => {
  const served = new Set(server.app.registrar.routes.map(keyOf));
  expect([...served].sort()).toEqual(declared.map(keyOf).sort());
});

test('every declared route has its line in the table of expectations, and no line is left over', () => {
  expect(Object.keys(expectations).sort()).toEqual(declared.map(keyOf).sort());
});

describe('who may call what', () => {
  for (const route of declared.filter((candidate) => candidate.access.kind === 'user')) {
    test(`${keyOf(route)} refuses a call without a session and one with a false token`, async () => {
      expect(await statusOf(route, undefined)).toBe(401);
      expect(await statusOf(route, { token: 'eyJhbGciOiJub25lIn0.e30.' } as TestUser)).toBe(401);
    });
  }
  for (const subject of subjects) {
    for (const [key, expectation] of Object.entries(expectations)) {
      const route = declared.find((candidate) => keyOf(candidate) === key);
      const expected = expectation[subject];
      if (!route || expected === 'destroys' || route.access.kind === 'public') continue;
      test(`${subject}: ${key} → ${expected}`, async () => {
        expect(await statusOf(route, people.get(subject))).toBe(expected);
      });
    }
  }
});
