import type { LookupAddress } from 'node:dns';
import { createAddressPolicy } from '@touchstone/engine-http';
import { expect, test } from 'vitest';
import { pinAddresses } from './pinned-addresses.ts';

const policy = createAddressPolicy({ mode: 'public-only', denyPorts: [{ address: '9.9.9.9', port: 5432 }] });
const names: Record<string, LookupAddress[]> = {
  'public.test': [{ address: '9.9.9.9', family: 4 }],
  'private.test': [{ address: '10.0.0.1', family: 4 }],
  'both.test': [
    { address: '9.9.9.9', family: 4 },
    { address: '192.168.0.1', family: 4 },
  ],
};
const pinned = () =>
  pinAddresses(policy, (host, done) => {
    const found = names[host];
    if (found) done(null, found);
    else done(new Error('not found'), []);
  });

test.each([
  ['http://public.test/a', null],
  ['https://public.test/', null],
  ['http://missing.test/', null],
  ['http://private.test/', 'private address'],
  ['http://both.test/', 'private address'],
  ['http://127.0.0.1:8080/', 'private address'],
  ['http://[::1]/', 'private address'],
  ['http://169.254.169.254/latest', 'metadata'],
  ['http://public.test:5432/', 'port 5432'],
  ['nonsense', 'not an address'],
])('%s', async (url, reason) => {
  const verdict = await pinned().allow(url);
  if (reason === null) expect(verdict).toBeNull();
  else expect(verdict).toContain(reason);
});

test('a name resolves to the address that was checked, whatever it resolves to later', async () => {
  let answer: LookupAddress[] = [{ address: '9.9.9.9', family: 4 }];
  const addresses = pinAddresses(policy, (_host, done) => done(null, answer));
  expect(await addresses.allow('http://moving.test/')).toBeNull();
  answer = [{ address: '127.0.0.1', family: 4 }];
  const found = await new Promise((resolve, reject) => {
    addresses.lookup('moving.test', {}, (error, address) => (error ? reject(error) : resolve(address)));
  });
  expect(found).toBe('9.9.9.9');
});
