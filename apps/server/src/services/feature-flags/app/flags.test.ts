import type { Flag, FlagRule } from '@touchstone/contracts/feature-flags';
import { FakeClock, newId } from '@touchstone/kernel';
import { auditEntries, createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import type { Caller } from '../../../platform/http/caller.ts';
import type { FlagList } from '../domain/flags.ts';
import { flagsStore } from '../store/flags.store.ts';
import { FlagProvider } from './flag-provider.ts';
import { createFlags } from './flags.ts';

const clock = new FakeClock(new Date('2031-05-20T12:00:00.000Z'));
let server: TestServer;
let caller: Caller;
/** A boolean flag, a text that must be a colour, and one that is evaluated before sign-in. */
let keys: { isNew: string; colour: string; edition: string };
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false, clock });
  const { userId, organizationId, email } = server.admin;
  caller = { userId, organizationId, email, requestId: '', address: '' } as Caller;
}, 120_000);
beforeEach(() => {
  const own = newId();
  keys = { isNew: `isNew-${own}`, colour: `colour-${own}`, edition: `edition-${own}` };
});
afterAll(() => server.close());

const ada = {
  userId: 'ada',
  name: 'Ada Lovelace',
  email: 'ada@example.test',
  role: 'ROLE_USER',
  organizationName: 'Engines',
  plan: 'PRO',
  firstLogin: true,
};
function newFlags(platform = server.platform) {
  const definitions: FlagList = {
    [keys.isNew]: { description: 'New', value: false },
    [keys.colour]: {
      description: 'Colour',
      value: 'red',
      check: (value) => (['red', 'blue'].includes(String(value)) ? undefined : 'is no colour'),
    },
    [keys.edition]: { description: 'Edition', value: 'cloud', beforeSignIn: true },
  };
  const findPerson = async (email: string) => (email === ada.email ? ada : undefined);
  return createFlags({ platform, definitions, findPerson });
}
const rule = (value: boolean | string, role = 'ROLE_USER'): FlagRule => ({
  conditions: [{ attribute: 'role', operator: 'in', values: [role] }],
  value,
});
const unchanged = { rules: [], isChanged: false, updatedAt: null, updatedBy: null, revision: null };

test('flags have their defaults until they are changed, and again after they are reset', async () => {
  const flags = newFlags();
  const isNew: Flag = {
    key: keys.isNew,
    description: 'New',
    type: 'boolean',
    beforeSignIn: false,
    defaultValue: false,
    value: false,
    ...unchanged,
  };
  const colour = {
    ...isNew,
    key: keys.colour,
    description: 'Colour',
    type: 'string',
    defaultValue: 'red',
    value: 'red',
  };
  const edition = {
    ...colour,
    key: keys.edition,
    description: 'Edition',
    beforeSignIn: true,
    defaultValue: 'cloud',
    value: 'cloud',
  };
  expect(await flags.list()).toEqual([isNew, colour, edition]);
  const changed = await flags.update(caller, { key: keys.isNew, revision: null, value: true });
  const state = { isChanged: true, updatedAt: clock.now().toISOString(), updatedBy: caller.email };
  expect(changed).toEqual({ ...isNew, ...state, value: true, revision: expect.any(String) });
  const rules = [rule(false)];
  const ruled = await flags.update(caller, { key: keys.isNew, revision: changed.revision, rules });
  expect(ruled).toEqual({ ...isNew, ...state, value: true, rules, revision: expect.any(String) });
  expect(ruled.revision).not.toBe(changed.revision);
  const valued = await flags.update(caller, { key: keys.isNew, revision: ruled.revision, value: false });
  expect(valued).toMatchObject({ value: false, rules });
  expect(await newFlags().list()).toEqual([valued, colour, edition]);
  expect(await flags.update(caller, { key: keys.isNew, revision: valued.revision })).toEqual(isNew);
  expect(await flags.update(caller, { key: keys.isNew, revision: null })).toEqual(isNew);
  const entries = await auditEntries(server, { targets: [keys.isNew] });
  const detail = (from: object, to: object) => ({ from: { rules: [], ...from }, to: { rules: [], ...to } });
  expect(entries.map(({ action, detail: given, userId }) => [action, given, userId])).toEqual([
    ['feature-flag.changed', detail({ value: false }, { value: true }), caller.userId],
    ['feature-flag.changed', detail({ value: true }, { value: true, rules }), caller.userId],
    ['feature-flag.changed', detail({ value: true, rules }, { value: false, rules }), caller.userId],
    ['feature-flag.reset', detail({ value: false, rules }, { value: false }), caller.userId],
    ['feature-flag.reset', detail({ value: false }, { value: false }), caller.userId],
  ]);
});

test('a change that is based on another state is rejected and changes nothing', async () => {
  const flags = newFlags();
  const key = keys.isNew;
  const changedMeanwhile = { status: 409, code: 'FEATURE_FLAGS_CHANGED_MEANWHILE' };
  const attempt = (revision: string | null, change: object = {}) => flags.update(caller, { key, revision, ...change });
  for (const change of [{ value: true }, {}])
    await expect(attempt(newId(), change)).rejects.toMatchObject(changedMeanwhile);
  const { revision } = await attempt(null, { value: true });
  for (const change of [{ value: false }, { rules: [] }, {}])
    for (const outdated of [null, newId()])
      await expect(attempt(outdated, change)).rejects.toMatchObject(changedMeanwhile);
  expect((await flags.list())[0]).toMatchObject({ value: true, revision });
  expect(await auditEntries(server, { targets: [key] })).toHaveLength(1);
});

describe('a value', () => {
  const wrongType = (type: string) => ({
    code: 'FEATURE_FLAGS_WRONG_TYPE',
    message: `This flag has values of another kind: ${type}.`,
  });
  const wrongValue = {
    code: 'FEATURE_FLAGS_WRONG_VALUE',
    message: 'This value cannot be used: it is no colour.',
  };
  const noRules = { code: 'FEATURE_FLAGS_NO_RULES' };

  test('and those of rules must fit the flag, when it is changed or previewed', async () => {
    const flags = newFlags();
    const cases = [
      [keys.isNew, { value: 'on' }, wrongType('boolean')],
      [keys.isNew, { value: true, rules: [rule(true), rule('on')] }, wrongType('boolean')],
      [keys.colour, { value: true }, wrongType('string')],
      [keys.colour, { value: 'green' }, wrongValue],
      [keys.colour, { value: 'red', rules: [rule('blue'), rule('green')] }, wrongValue],
      [keys.edition, { value: 'own', rules: [rule('own')] }, noRules],
      ['unknown', { value: true }, { status: 404, code: 'FEATURE_FLAGS_NOT_FOUND' }],
    ] as const;
    for (const [key, given, refused] of cases) {
      const change = { key, revision: null, ...given } as unknown as Parameters<typeof flags.update>[1];
      await expect(flags.update(caller, change)).rejects.toMatchObject(refused);
      const question = { rules: [], context: {}, ...given, key } as unknown as Parameters<typeof flags.preview>[0];
      await expect(flags.preview(question)).rejects.toMatchObject(refused);
    }
    expect((await flags.list()).every(({ isChanged }) => !isChanged)).toBe(true);
    expect(await flags.update(caller, { key: keys.edition, revision: null, value: 'own', rules: [] })).toMatchObject({
      value: 'own',
    });
    const rules = [rule('blue')];
    expect(await flags.update(caller, { key: keys.colour, revision: null, rules })).toMatchObject({
      value: 'red',
      rules,
    });
  });

  test('is previewed for a user, and what is given of the call comes first', async () => {
    const flags = newFlags();
    const question = { key: keys.isNew, value: false, rules: [rule(true)] };
    const person = {
      key: 'ada',
      name: 'Ada Lovelace',
      email: ada.email,
      role: 'ROLE_USER',
      organization: 'Engines',
      subscription: 'PRO',
      firstTimeUser: 'true',
    };
    expect(await flags.preview({ ...question, login: ada.email, context: {} })).toEqual({
      value: true,
      reason: 'TARGETING_MATCH',
      rule: 0,
      context: person,
    });
    expect(await flags.preview({ ...question, login: ada.email, context: { role: 'ROLE_GUEST' } })).toEqual({
      value: false,
      reason: 'DEFAULT',
      rule: null,
      context: { ...person, role: 'ROLE_GUEST' },
    });
    expect(await flags.preview({ ...question, context: { role: 'ROLE_USER' } })).toEqual({
      value: true,
      reason: 'TARGETING_MATCH',
      rule: 0,
      context: { role: 'ROLE_USER' },
    });
    const unknown = flags.preview({ ...question, login: 'nobody@example.test', context: {} });
    await expect(unknown).rejects.toMatchObject({ code: 'FEATURE_FLAGS_USER_NOT_FOUND' });
  });
});

describe('other processes', () => {
  const isNewIn = async (flags: ReturnType<typeof newFlags>) => (await flags.read()).get(keys.isNew)?.value;

  test('apply a change within five seconds, the own process at once', async () => {
    const [own, other] = [newFlags(), newFlags()];
    expect([await isNewIn(own), await isNewIn(other)]).toEqual([false, false]);
    await own.update(caller, { key: keys.isNew, revision: null, value: true });
    expect([await isNewIn(own), await isNewIn(other)]).toEqual([true, false]);
    clock.advance(4999);
    expect(await isNewIn(other)).toBe(false);
    clock.advance(1);
    expect(await isNewIn(other)).toBe(true);
  });

  test('read the flags once for all calls, and again after a failure', async () => {
    const list = vi.spyOn(flagsStore, 'list');
    const flags = newFlags();
    await Promise.all([isNewIn(flags), isNewIn(flags)]);
    expect(list).toHaveBeenCalledTimes(1);
    const failing = newFlags();
    list.mockRejectedValueOnce(new Error('Away.'));
    await expect(isNewIn(failing)).rejects.toThrow('Away.');
    expect(await isNewIn(failing)).toBe(false);
    list.mockRestore();
  });
});

describe('OpenFeature', () => {
  const flag = (value: boolean | string, rules: FlagRule[] = []) => ({ value, rules }) as unknown as Flag;
  const provider = new FlagProvider(
    async () =>
      new Map([
        ['plain', flag(true)],
        ['text', flag('red', [rule('blue')])],
        ['own', flag(false, [{ ...rule(true), conditions: [{ attribute: 'key', operator: 'in', values: ['ada'] }] }])],
      ]),
  );

  test('gets a value with its reason, by the context and the key of the user', async () => {
    expect(await provider.resolveBooleanEvaluation('plain', false, {})).toEqual({
      value: true,
      reason: 'STATIC',
      variant: 'true',
    });
    expect(await provider.resolveStringEvaluation('text', '', { role: 'ROLE_USER' })).toEqual({
      value: 'blue',
      reason: 'TARGETING_MATCH',
      variant: 'blue',
    });
    expect(await provider.resolveStringEvaluation('text', '', {})).toEqual({
      value: 'red',
      reason: 'DEFAULT',
      variant: 'red',
    });
    expect(await provider.resolveBooleanEvaluation('own', false, { targetingKey: 'ada' })).toMatchObject({
      value: true,
    });
    expect(await provider.resolveBooleanEvaluation('own', true, { targetingKey: '' })).toMatchObject({ value: false });
  });

  test('gets no value of another type, and none of an unknown flag', async () => {
    const refusals = [
      [provider.resolveStringEvaluation('plain', '', {}), 'TYPE_MISMATCH'],
      [provider.resolveBooleanEvaluation('text', true, {}), 'TYPE_MISMATCH'],
      [provider.resolveBooleanEvaluation('unknown', true, {}), 'FLAG_NOT_FOUND'],
      [provider.resolveNumberEvaluation(), 'TYPE_MISMATCH'],
      [provider.resolveObjectEvaluation(), 'TYPE_MISMATCH'],
    ] as const;
    const codes = await Promise.all(
      refusals.map(([call]) => (call as Promise<unknown>).catch(({ code }: { code: string }) => code)),
    );
    expect(codes).toEqual(refusals.map(([, code]) => code));
    expect([provider.metadata, provider.runsOn]).toEqual([{ name: 'touchstone' }, 'server']);
  });
});
