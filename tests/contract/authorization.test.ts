import type { AnyRoute, Role } from '@touchstone/contracts';
import { FakeClock, newId } from '@touchstone/kernel';
import { userManagementService } from '@touchstone/server';
import { createTestServer, inLength, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import {
  answerOf,
  audienceOf,
  audiences,
  type Case,
  isLicensed,
  licenceStates,
  listedTwice,
  needsNoSession,
  plans,
  refusalOf,
  roles,
  type Situation,
  situations,
} from './access-rules.ts';
import { exampleOf, expectations } from './calls.ts';
import type { Example, Expectation, Outcome } from './expectation.ts';
import { declaredRoutes as declared, keyOf, makeSample, sendExample, signInAgain } from './sample.ts';

/** An organization in one situation: a person of each role, and a sample of everything that a call can refer to. */
interface House {
  people: Map<Role, TestUser>;
  sample: Record<string, string>;
}

/** Roles that call without a valid licence. */
const rolesWithoutLicence = ['ROLE_USER', 'ROLE_ADMIN', 'ROLE_SUPERUSER'] as const;
const isLicenceState = (situation: Situation) => licenceStates.some((state) => state === situation);
/** Some thirty calls take most of a minute: a busy machine needs more time. */
const timeoutMs = 60_000;

let server: TestServer;
let outsider: TestUser;
const houses = new Map<Situation, House>();
const clock = new FakeClock(new Date());

async function makeHouse(situation: Situation): Promise<House> {
  const admin = await server.createOrganization();
  const sample = await makeSample(server, admin);
  const { organizationId } = admin;
  const { pool } = server.platform.database;
  const { setPlan } = server.app.door(userManagementService);
  if (situation === 'EXPIRED') await setPlan(organizationId, 'PRO', new Date(0));
  if (situation === 'FREE' || situation === 'ENTERPRISE')
    await setPlan(organizationId, situation, null, { confirmFewerSeats: true });
  if (situation === 'NO_LICENCE')
    await pool.query('delete from subscription.licence where organization_id = $1', [organizationId]);
  if (situation === 'LICENCE_ENDED')
    await pool.query("update subscription.licence set ends_at = '2020-01-01' where organization_id = $1", [
      organizationId,
    ]);
  const people = new Map<Role, TestUser>([['ROLE_ADMIN', { ...admin, ...(await signInAgain(server, admin)) }]]);
  const others = isLicenceState(situation) ? rolesWithoutLicence : roles;
  for (const role of others) if (role !== 'ROLE_ADMIN') people.set(role, await server.createUser(admin, { role }));
  if (situation === 'PRO') outsider = await server.createUser(admin, { role: 'ROLE_USER', teamIds: [] });
  return { people, sample };
}

beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false, clock });
  await Promise.all(situations.map(async (situation) => houses.set(situation, await makeHouse(situation))));
  // The server caches a licence for some seconds.
  clock.advance(60_000);
  // Six organizations with full samples: a busy machine needs its time.
}, 300_000);
afterAll(() => server.close());

const send = (route: AnyRoute, example: Example, user: Pick<TestUser, 'token'> | undefined) =>
  sendExample(server, route, example, user as TestUser);
/**
 * Sends as a person whose session may have expired: on a slow machine, the calls before may take longer than a session
 * lasts.
 */
async function sendAs(person: TestUser, route: AnyRoute, example: Example) {
  const response = await send(route, example, person);
  if (response.statusCode !== 401) return response;
  Object.assign(person, await signInAgain(server, person));
  return send(route, example, person);
}
/** Whether a call refers to a sample; parameters that the path doesn't have are not sent. */
const names = ({ path }: AnyRoute, { params = {}, ...rest }: Example, sample: Record<string, string>) => {
  const sent = JSON.stringify([rest, Object.keys(params).map((name) => path.includes(`{${name}}`) && params[name])]);
  return Object.values(sample).some((id) => id !== '' && sent.includes(id));
};
/** The same sample with unknown ids. */
const nobodys = (sample: Record<string, string>) =>
  Object.fromEntries(Object.keys(sample).map((key) => [key, key === 'memberLogin' ? 'nobody@example.test' : newId()]));

/** The expected answer: the code of a refusal, which precedes any effect, or a status. */
function expectedOf(route: AnyRoute, one: Case): { refusal: string | undefined; answer: Outcome } {
  const key = keyOf(route);
  const refusal = refusalOf({ ...route, key }, one);
  return { refusal, answer: answerOf({ ...route, key }, expectations[key] as Expectation, one) };
}

/** coverOf takes as many cases as needed to include each of their roles and plans; the plans take turns. */
function coverOf(cases: readonly Case[], turn: number): Case[] {
  const place = ({ role, situation }: Case): number =>
    (roles.findIndex((one) => one === role) + plans.findIndex((plan) => plan === situation) + turn) % plans.length;
  const taken: Case[] = [];
  for (const one of [...cases].sort((a, b) => place(a) - place(b)))
    if (!taken.some(({ role }) => role === one.role) || !taken.some(({ situation }) => situation === one.situation))
      taken.push(one);
  return taken;
}

/**
 * ownCasesOf returns the calls within the caller's own organization. Of the allowed calls, and of those refused for the
 * same reason, each role is tested in at least one plan, and each plan with at least one role; so over all routes,
 * every role meets every plan. The long form makes all calls.
 */
function ownCasesOf(route: AnyRoute, turn: number): Case[] {
  const all = plans.flatMap((situation) => roles.map((role) => ({ role, situation, place: 'own' as const })));
  const alike = Map.groupBy(all, (one) => {
    const { refusal, answer } = expectedOf(route, one);
    return refusal ?? answer;
  });
  const covered = [...alike.values()].flatMap((cases) => coverOf(cases, turn));
  return all.filter((one) => inLength(covered, all).includes(one));
}

/**
 * casesOf returns the calls of a route: those within the caller's own organization, each role with ids of another
 * organization (the plans take turns), and for licensed services a user, an administrator and a role that needs no
 * licence, all without a valid one.
 */
function casesOf(route: AnyRoute, turn: number): Case[] {
  const other = roles.map((role, index) => ({
    role,
    situation: plans[(turn + index) % plans.length] as Situation,
    place: 'other' as const,
  }));
  const unlicensed = licenceStates.flatMap((situation) =>
    rolesWithoutLicence.map((role) => ({ role, situation, place: 'own' as const })),
  );
  return [...ownCasesOf(route, turn), ...other, ...(isLicensed(route.service) ? unlicensed : [])];
}

/**
 * Explains what is wrong with a call's answer; undefined if nothing is, or if the call would delete what others depend
 * on.
 */
async function mismatch(route: AnyRoute, one: Case): Promise<string | undefined> {
  const { role, situation, place } = one;
  const { people, sample } = houses.get(situation) as House;
  const other = (houses.get(situation === 'PRO' ? 'FREE' : 'PRO') as House).sample;
  const named = place === 'own' ? sample : other;
  const namesThings = names(route, exampleOf(route, named), named);
  if (place === 'other' && !namesThings) return undefined;
  const { refusal, answer } = expectedOf(route, one);
  const isSpared = !refusal && answer === 'destroys';
  if (isSpared && !namesThings) return undefined;
  const example = exampleOf(route, isSpared ? nobodys(sample) : named);
  const response = await sendAs(people.get(role) as TestUser, route, example);
  const { code = '' } = response.statusCode === 403 ? response.json<{ code?: string }>() : {};
  const expected = refusal ? `403 ${refusal}` : `${isSpared ? 404 : answer}`;
  const got = refusal ? `${response.statusCode} ${code}` : `${response.statusCode}`;
  return got === expected ? undefined : `${role}, ${situation}, ${place}: ${got}, not ${expected}`;
}

/** Situations run in parallel, the calls within one sequentially, since they may depend on each other. */
async function mismatches(route: AnyRoute, turn: number): Promise<string[]> {
  const cases = casesOf(route, turn);
  const found = await Promise.all(
    situations.map(async (situation) => {
      const wrong: (string | undefined)[] = [];
      for (const one of cases.filter((candidate) => candidate.situation === situation))
        wrong.push(await mismatch(route, one));
      return wrong;
    }),
  );
  return found.flat().filter((line) => line !== undefined);
}

test('every declared route is served, and every served route of a service is declared', () => {
  const served = new Set(server.app.registrar.routes.map(keyOf));
  expect([...served].sort()).toEqual(declared.map(keyOf).sort());
});

test('every declared route has its line in the table of expectations, and no line is left over', () => {
  expect(Object.keys(expectations).sort()).toEqual(declared.map(keyOf).sort());
});

test('every declared route stands in one list of those who may call it, and no line is left over', () => {
  expect(listedTwice).toEqual([]);
  expect([...audienceOf.keys()].sort()).toEqual(declared.map(keyOf).sort());
});

describe('who may call what', () => {
  for (const [turn, route] of declared.entries()) {
    const key = keyOf(route);
    if (needsNoSession(key)) {
      if (audienceOf.get(key) === audiences.everyone)
        test(`${key} asks for no session`, async () => {
          const { statusCode } = await send(route, exampleOf(route, nobodys({})), undefined);
          expect([401, 403]).not.toContain(statusCode);
        });
      continue;
    }
    test(`${key} in each role and plan, of the own and of another organization`, { timeout: timeoutMs }, async () => {
      expect(await mismatches(route, turn)).toEqual([]);
    });
    test(`${key} without a session, with a false token, from outside the team`, async () => {
      const example = exampleOf(route, (houses.get('PRO') as House).sample);
      expect((await send(route, example, undefined)).statusCode).toBe(401);
      expect((await send(route, example, { token: 'eyJhbGciOiJub25lIn0.e30.' })).statusCode).toBe(401);
      const expected = expectations[key]?.outsider;
      if (expected !== 'destroys') expect((await sendAs(outsider, route, example)).statusCode).toBe(expected);
    });
  }
});
