import type { RepositoryStep } from '@touchstone/contracts/test-repository';
import type { StorageState } from '@touchstone/engine-browser';
import { newStep } from '@touchstone/engine-keyword/core';
import { describe, expect, test } from 'vitest';
import { nameVariables } from './name-variables.ts';
import { recordingEnd, recordingLimits } from './recording-end.ts';
import { sessionFacts } from './session-facts.ts';
import { typedAddress } from './typed-address.ts';

describe('a recording is closed', () => {
  const use = { openedMs: 1000, usedMs: 1000, unwatchedMs: undefined };
  test.each([
    ['not while it is used and watched', { ...use, usedMs: 500_000 }, 500_001, undefined],
    ['when nobody watches for a minute', { ...use, unwatchedMs: 2000 }, 2000 + recordingLimits.unwatchedMs, 'no one'],
    ['not before', { ...use, unwatchedMs: 2000 }, 1999 + recordingLimits.unwatchedMs, undefined],
    ['when nobody uses it for 15 minutes', use, 1000 + recordingLimits.idleMs, '15 minutes'],
    [
      'after four hours',
      { ...use, usedMs: 1000 + recordingLimits.wholeMs },
      1000 + recordingLimits.wholeMs,
      'four hours',
    ],
  ])('%s', (_name, given, nowMs, expected) => {
    const reason = recordingEnd(given, nowMs);
    if (expected === undefined) expect(reason).toBeUndefined();
    else expect(reason).toContain(expected);
  });
});

describe('an address as users type it', () => {
  test.each([
    ['shop.example.org', 'https://shop.example.org'],
    [' shop.example.org/cart?x=1 ', 'https://shop.example.org/cart?x=1'],
    ['localhost:3000/login', 'http://localhost:3000/login'],
    ['127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['shop.test:8443', 'https://shop.test:8443'],
    ['http://shop.example.org', 'http://shop.example.org'],
    ['about:blank', 'about:blank'],
    ['LOCALHOST', 'http://LOCALHOST'],
    ['[::1]:3000', 'http://[::1]:3000'],
    ['localhosting.example.org', 'https://localhosting.example.org'],
    ['localhost.example.org', 'https://localhost.example.org'],
    ['shop.test/127.0.0.1', 'https://shop.test/127.0.0.1'],
    ['shop.test/?to=mailto:ada', 'https://shop.test/?to=mailto:ada'],
  ])('%s', (typed, whole) => expect(typedAddress(typed)).toBe(whole));
});

describe('variables replace what was recorded', () => {
  const known = {
    variables: {
      base: 'https://shop.test',
      admin: 'https://shop.test/admin',
      password: 'coffee',
      pin: '123',
      user: 'ada',
      plain: 'http://10.0.0.1',
      slash: 'https://api.test/',
      code: '1234',
      text: 'see https://shop.test',
      scheme: 'https://',
    },
    secrets: ['coffee', '123', '1234'],
  };
  const text = (value: string) => newStep('s', 'setText', { args: { value } }) as RepositoryStep;
  const open = (url: string) => newStep('s', 'openUrl', { args: { url } }) as RepositoryStep;
  test.each([
    ['a secret', text('coffee'), '{{password}}'],
    ['not a short text that is a secret by chance', text('123'), '123'],
    ['not a text that is no secret', text('ada'), 'ada'],
    ['not a part of a text', text('coffee!'), 'coffee!'],
    ['the beginning of an address', open('https://shop.test/cart?x=1'), '{{base}}/cart?x=1'],
    ['the longest beginning', open('https://shop.test/admin/users'), '{{admin}}/users'],
    ['a whole address', open('https://shop.test'), '{{base}}'],
    ['an address without encryption', open('http://10.0.0.1/x'), '{{plain}}/x'],
    ['an address that ends with a slash', open('https://api.test/v1'), '{{slash}}v1'],
    [
      'the address of another tab',
      newStep('s', 'newTab', { args: { url: 'https://shop.test/a' } }) as RepositoryStep,
      '{{base}}/a',
    ],
    [
      'not an address that a step checks',
      newStep('s', 'verifyUrl', { args: { url: 'https://shop.test/a' } }) as RepositoryStep,
      'https://shop.test/a',
    ],
    ['a secret of four characters', text('1234'), '{{code}}'],
    ['not a value that only contains an address', open('see https://shop.test'), 'see https://shop.test'],
    ['no address', newStep('s', 'openUrl', { args: {} }) as RepositoryStep, undefined],
    ['an address of nobody', open('https://other.test/'), 'https://other.test/'],
    ['not a longer host', open('https://shop.test.evil.example/'), 'https://shop.test.evil.example/'],
  ])('%s', (_name, step, expected) => {
    const { value, url } = nameVariables(step, known).args;
    expect(value ?? url).toBe(expected);
  });
});

describe('a session is summed up', () => {
  const state = (given: object) => sessionFacts({ cookies: [], origins: [], ...given } as unknown as StorageState);

  test('an empty session has nothing', () => {
    expect(state({})).toEqual({
      sites: [],
      cookieCount: 0,
      storageCount: 0,
      firstExpiresAt: null,
      lastExpiresAt: null,
    });
  });

  test('sites are named once, in order, without the dot of a domain', () => {
    const cookies = ['.shop.test', 'shop.test', 'cdn.test'].map((domain) => ({ domain, expires: -1 }));
    const origins = [{ origin: 'https://admin.test:8443', localStorage: [] }];
    expect(state({ cookies, origins })).toMatchObject({
      sites: ['admin.test', 'cdn.test', 'shop.test'],
      cookieCount: 3,
    });
  });

  test('cookies that last as long as the browser have no expiry', () => {
    const cookies = [-1, 3000, 0, 1000].map((expires) => ({ domain: 'a', expires }));
    expect(state({ cookies })).toMatchObject({ firstExpiresAt: new Date(0), lastExpiresAt: new Date(3_000_000) });
    expect(state({ cookies: cookies.slice(0, 1) })).toMatchObject({ firstExpiresAt: null, lastExpiresAt: null });
  });

  test('entries of local storage and records of databases are counted', () => {
    const databases = [{ stores: [{ records: [1, 2] }, {}] }, {}];
    const origins = [
      { origin: 'https://a.test', localStorage: [1, 2, 3], indexedDB: databases },
      { origin: 'https://b.test', localStorage: [1] },
    ];
    expect(state({ origins }).storageCount).toBe(6);
  });
});
