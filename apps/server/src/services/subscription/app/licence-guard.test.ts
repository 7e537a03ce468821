import type { Access } from '@touchstone/contracts';
import { expect, test } from 'vitest';
import { createLicenceGuard } from './licence-guard.ts';
import type { Licences } from './licences.ts';

type Status = Awaited<ReturnType<Licences['statusFor']>>;
const caller = { userId: 'ada', organizationId: 'acme', role: 'ROLE_USER', plan: 'PRO' } as const;
const reads: Access = { kind: 'user', effect: 'read' };
const writes: Access = { kind: 'user', effect: 'write' };

/** A guard whose time the test moves, and the licences it has asked for. */
function guardOf(status: Status) {
  const asked: string[] = [];
  const world = { status, nowMs: 0, asked };
  const statusFor = async (...names: string[]) => {
    asked.push(names.join(' '));
    return world.status;
  };
  const guard = createLicenceGuard({ statusFor } as unknown as Licences, () => world.nowMs);
  const call = (access: Access, given: Partial<Parameters<typeof guard>[1]> = {}, service = 'runs') =>
    guard({ service, access }, { ...caller, ...given }).then(
      () => 'done',
      (error: { code: string }) => error.code,
    );
  return { world, call };
}

test.each<[string, Status, Access, string]>([
  ['who holds one may change something', 'ACTIVE', writes, 'done'],
  ['who holds none may not even read', undefined, reads, 'SUBSCRIPTION_NO_LICENCE'],
  ['after its end what is there can be read', 'EXPIRED', reads, 'done'],
  ['after its end nothing is changed', 'EXPIRED', writes, 'SUBSCRIPTION_LICENCE_EXPIRED'],
  ['after its end what brings a new one still works', 'EXPIRED', { ...writes, ignoreExpiry: true }, 'done'],
])('of a licence: %s', async (_, status, access, outcome) => {
  const { world, call } = guardOf(status);
  expect(await call(access)).toBe(outcome);
  expect(world.asked).toEqual(['acme ada runs']);
});

test('pages for everyone need no licence, and neither do roles that manage every organization', async () => {
  const { world, call } = guardOf(undefined);
  expect(await call({ kind: 'public', effect: 'write' } as Access)).toBe('done');
  for (const role of ['ROLE_SUPERADMIN', 'ROLE_SUPERUSER'] as const) expect(await call(writes, { role })).toBe('done');
  expect(world.asked).toEqual([]);
});

test('a revoked licence is accepted for at most 5 more seconds', async () => {
  const { world, call } = guardOf('ACTIVE');
  await call(writes);
  world.status = undefined;
  world.nowMs = 4999;
  expect([await call(writes), world.asked.length]).toEqual(['done', 1]);
  world.nowMs = 5000;
  expect([await call(writes), world.asked.length]).toEqual(['SUBSCRIPTION_NO_LICENCE', 2]);
});

test('cached results of one user, organization and service are not used for another', async () => {
  const { world, call } = guardOf('ACTIVE');
  await call(reads);
  await call(reads, { userId: 'bob' });
  await call(reads, { organizationId: 'other' });
  await call(reads, {}, 'workspaces');
  await call(reads);
  expect(world.asked).toEqual(['acme ada runs', 'acme bob runs', 'other ada runs', 'acme ada workspaces']);
});

test('no more users are cached than there is room for', async () => {
  const { world, call } = guardOf('ACTIVE');
  for (let user = 0; user < 10_000; user += 1) await call(reads, { userId: `${user}` });
  await call(reads, { userId: '0' });
  expect(world.asked).toHaveLength(10_000);
  await call(reads, { userId: 'one more' });
  await call(reads, { userId: '0' });
  expect(world.asked.slice(10_000)).toEqual(['acme one more runs', 'acme 0 runs']);
});
