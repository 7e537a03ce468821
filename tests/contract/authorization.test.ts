import { type AnyRoute, routePrefix, routes } from '@touchstone/contracts';
import { makeCertificate } from '@touchstone/engine-http/testing';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { exampleOf, expectations, type Subject, subjects } from './expectations.ts';
import { samplePerformance } from './performance-expectations.ts';
import { sampleDatabase, samplePrerequisite } from './prerequisite-expectations.ts';

const declared = Object.values(routes).flatMap((service) => Object.values(service) as AnyRoute[]);
const keyOf = (route: AnyRoute) => `${route.method} ${routePrefix(route.service)}${route.path}`;

let server: TestServer;
const people = new Map<Subject, TestUser>();
let sample: Record<string, string>;

beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
  const { admin } = server;
  sample = await makeSample(admin);
  people.set('owner', admin);
  people.set('colleague', await server.createUser(admin, { role: 'ROLE_USER' }));
  people.set('guest', await server.createUser(admin, { role: 'ROLE_GUEST' }));
  people.set('outsider', await server.createUser(admin, { role: 'ROLE_USER', teamIds: [] }));
  people.set('stranger', await server.createOrganization());
});
afterAll(() => server.close());

/** One of everything that a call can name, in the organization of the owner. */
async function makeSample(admin: TestUser): Promise<Record<string, string>> {
  const api = routes.apiTesting;
  const { client } = admin;
  const { projectId } = await client.call(api.createProject, { body: { projectName: 'Sample' } });
  const { suiteId } = await client.call(api.createSuite, { body: { projectId, suiteName: 'One' } });
  const { suiteId: otherSuiteId } = await client.call(api.createSuite, { body: { projectId, suiteName: 'Two' } });
  const script = await client.call(api.saveScript, {
    query: { suiteId: [suiteId] },
    body: { scriptName: 'S', method: 'GET', url: 'http://127.0.0.1:9/', headers: [{ key: 'A', value: 'b' }] },
  });
  const environment = await client.call(api.createEnvironment, {
    body: { projectId, environmentName: 'E', variables: [{ name: 'v', value: '1' }] },
  });
  const { prerequisiteId } = await client.call(api.createPrerequisite, { body: { projectId, ...samplePrerequisite } });
  const { databaseConfigurationId } = await client.call(api.createDatabase, { body: { projectId, ...sampleDatabase } });
  const { variables } = await client.call(api.listVariables, { query: { projectId } });
  const { runId } = await client.call(api.executeTest, { body: { projectId, suiteIds: [suiteId] } });
  await client.call(api.stopExecution, { query: { runId } });
  const { steps } = await client.call(api.getExecution, { query: { runId } });
  const { runId: performanceRunId } = await client.call(api.executeTest, {
    body: { type: 'performance', projectId, suiteIds: [suiteId], performance: samplePerformance },
  });
  await client.call(api.stopExecution, { query: { runId: performanceRunId } });
  const { transactionId } = await client.call(routes.virtualUsers.initiateVirtualUserPurchase, {
    body: { packId: 'virtual-users-100' },
  });
  const file = await server.platform.files.put({
    organizationId: admin.organizationId,
    owner: `project:${projectId}`,
    name: 'a.txt',
    contentType: 'text/plain',
    content: Buffer.from('a'),
  });
  const { teamId } = await client.call(routes.userManagement.createTeam, { body: { teamName: 'Sample' } });
  const member = await server.createUser(admin, { role: 'ROLE_USER' });
  const pair = makeCertificate({ commonName: 'client' });
  const files = new FormData();
  files.append('file', new Blob([pair.cert, pair.key]), 'client.pem');
  const { uploadId } = await client.call(api.uploadCertificate, { query: { projectId }, body: files });
  const { certificateId } = await client.call(api.createCertificate, {
    body: { projectId, domainName: 'a.test', uploadId },
  });
  return {
    certificateId,
    projectId,
    suiteId,
    otherSuiteId,
    scriptId: script.scriptId,
    headerId: script.headers?.[0]?.id ?? '',
    environmentId: environment.environmentId,
    prerequisiteId,
    databaseConfigurationId,
    variableId: variables[0]?.variableId ?? '',
    runId,
    performanceRunId,
    stepId: steps[0]?.stepId ?? '',
    fileId: file.fileId,
    transactionId,
    teamId,
    memberId: member.userId,
    memberLogin: member.email,
    sharedWalletId: projectId,
  };
}

async function statusOf(route: AnyRoute, user: TestUser | undefined): Promise<number> {
  const input = exampleOf(route, sample);
  const search = new URLSearchParams(input.query);
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => input.params?.[name] ?? '');
  const form = route.bodyType === 'form';
  const response = await server.app.http.inject({
    method: route.method,
    url: `${routePrefix(route.service)}${path}?${search}`,
    headers: {
      ...(user && { authorization: `Bearer ${user.token}` }),
      ...(route.body && { 'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json' }),
    },
    ...(input.body
      ? {
          payload: form
            ? new URLSearchParams(input.body as Record<string, string>).toString()
            : JSON.stringify(input.body),
        }
      : {}),
  });
  return response.statusCode;
}

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
