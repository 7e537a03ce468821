import { createAddressPolicy } from '@touchstone/engine-http';
import { expect, test, vi } from 'vitest';
import { watchDatabaseAddresses } from './database-addresses.ts';

const found = (...addresses: string[]) => addresses.map((address) => ({ address }));
const reaches = (ports: { address?: string; port: number }[], address: string, port: number, name = address) =>
  createAddressPolicy({ denyPorts: ports }).allows(address, address.includes(':') ? 6 : 4, port, name) === true;

test.each([
  ['postgres://u:p@10.1.2.3/db', '10.1.2.3', 5432, false],
  ['postgres://u:p@10.1.2.3:6000/db', '10.1.2.3', 6000, false],
  ['postgres://u:p@10.1.2.3:6000/db', '10.1.2.3', 5432, true],
  ['postgres://u:p@10.1.2.3:6000/db', '10.1.2.4', 6000, true],
  ['postgres://u:p@10.1.2.3:6000/db', '::ffff:10.1.2.3', 6000, false],
  ['postgres://u:p@[fd00::7]:6000/db', 'fd00::7', 6000, false],
  ['postgres://u:p@127.0.0.1:6000/db', '192.168.1.9', 6000, false],
  ['postgres://u:p@[::1]:6000/db', '192.168.1.9', 6000, false],
  ['postgres://u:p@db.example:6000/db', '10.9.9.9', 6000, false],
  ['postgres://u:p@db.example:6000/db', '10.9.9.8', 6000, true],
  ['postgres://u:p@here.example:6000/db', '192.168.1.9', 6000, false],
  ['postgres://u:p@other.example/db?host=db.example&port=6000', '10.9.9.9', 6000, false],
  ['postgres:///db?host=/var/run/postgresql', '192.168.1.9', 5432, false],
])('with the database at %s a request to %s port %i may pass: %s', async (url, address, port, expected) => {
  const names: Record<string, string> = { 'db.example': '10.9.9.9', 'here.example': '127.0.0.1' };
  const resolve = async (name: string) => found(names[name] ?? '192.0.2.1');
  const addresses = await watchDatabaseAddresses(url, { resolve });
  expect(reaches(addresses.list(), address, port)).toBe(expected);
  addresses.stop();
});

test("the refusal follows a name that moves, and one that doesn't resolve keeps its addresses", async () => {
  vi.useFakeTimers();
  const answers = [found('10.0.0.1'), new Error('SERVFAIL'), found('10.0.0.2')];
  const resolve = async () => {
    const answer = answers.shift() ?? [];
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const addresses = await watchDatabaseAddresses('postgres://db.example/x', { resolve, everyMs: 1000 });
  const refused = () => ['10.0.0.1', '10.0.0.2'].filter((address) => !reaches(addresses.list(), address, 5432));
  expect(refused()).toEqual(['10.0.0.1']);
  await vi.advanceTimersByTimeAsync(1000);
  expect(refused()).toEqual(['10.0.0.1']);
  await vi.advanceTimersByTimeAsync(1000);
  expect(refused()).toEqual(['10.0.0.1', '10.0.0.2']);
  expect(reaches(addresses.list(), '10.0.0.3', 5432, 'db.example')).toBe(false);
  addresses.stop();
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
});
