import type { StorageState } from '@touchstone/engine-browser';
import { expect, test } from 'vitest';
import { sessionFacts } from './session-facts.ts';

const state = (given: object) => sessionFacts({ cookies: [], origins: [], ...given } as unknown as StorageState);

test('an empty session has nothing', () => {
  expect(state({})).toEqual({ sites: [], cookieCount: 0, storageCount: 0, firstExpiresAt: null, lastExpiresAt: null });
});

test('sites are named once, in order, without the dot of a domain', () => {
  const cookies = ['.shop.test', 'shop.test', 'cdn.test'].map((domain) => ({ domain, expires: -1 }));
  const origins = [{ origin: 'https://admin.test:8443', localStorage: [] }];
  expect(state({ cookies, origins })).toMatchObject({ sites: ['admin.test', 'cdn.test', 'shop.test'], cookieCount: 3 });
});

test('cookies that last as long as the browser have no time', () => {
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
