import { expect, test } from 'vitest';
import { type AddressPolicyOptions, createAddressPolicy } from './address-policy.ts';

const decide = (options: AddressPolicyOptions, address: string, port = 80, hostname = address) =>
  createAddressPolicy(options).allows(address, address.includes(':') ? 6 : 4, port, hostname);

test.each([
  '169.254.169.254',
  '169.254.0.1',
  '0.0.0.0',
  '0.1.2.3',
  '224.0.0.1',
  '239.255.255.255',
  '255.255.255.255',
  '100.100.100.200',
  '168.63.129.16',
  'fe80::1',
  'fe80::1%eth0',
  'fd00:ec2::254',
  'fd20:ce::254',
  'ff02::1',
  '::',
  '::ffff:169.254.169.254',
  '::ffff:a9fe:a9fe',
  '0:0:0:0:0:ffff:a9fe:a9fe',
  '::169.254.169.254',
  '64:ff9b::a9fe:a9fe',
  '2002:a9fe:a9fe::1',
  '::ffff:0.0.0.0',
  '[fe80::1]',
])('always denies %s', (address) => {
  expect(decide({ mode: 'private-allowed' }, address)).toMatch(/not allowed/);
  expect(decide({ mode: 'public-only' }, address)).toMatch(/not allowed/);
});

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '::1',
  'fd12::1',
  '100.64.0.1',
  '::ffff:10.0.0.1',
  '240.0.0.1',
])('denies the private address %s only in public-only mode', (address) => {
  expect(decide({}, address)).toBe(true);
  expect(decide({ mode: 'public-only' }, address)).toMatch(/private address/);
});

test.each(['93.184.216.34', '172.32.0.1', '2606:2800:220:1::1', '::ffff:93.184.216.34'])(
  'allows the public address %s',
  (address) => {
    expect(decide({ mode: 'public-only' }, address)).toBe(true);
  },
);

test('deny adds networks, allow makes exceptions to everything', () => {
  const options: AddressPolicyOptions = {
    mode: 'public-only',
    deny: ['93.184.0.0/16'],
    allow: ['10.1.0.0/16', '169.254.1.1'],
  };
  expect(decide(options, '93.184.216.34')).toMatch(/not allowed here/);
  expect(decide(options, '10.1.9.9')).toBe(true);
  expect(decide(options, '10.2.9.9')).toMatch(/private/);
  expect(decide(options, '169.254.1.1')).toBe(true);
  expect(decide({ deny: ['10.0.0.0/8'], allow: ['10.0.0.5'] }, '10.0.0.5')).toBe(true);
});

test.each([
  ['10.0.0.0/8', '10.255.255.255', '11.0.0.0'],
  ['93.184.216.34', '93.184.216.34', '93.184.216.35'],
  ['2001:67c::/32', '2001:67c:1::1', '2001:67d::1'],
  ['10.0.0.0/8', '::ffff:10.1.2.3', '::ffff:11.1.2.3'],
])('deny also applies in the default mode: %s denies %s and not %s', (network, refused, reached) => {
  expect(decide({ deny: [network] }, refused)).toMatch(/not allowed here/);
  expect(decide({ deny: [network] }, reached)).toBe(true);
});

test('ports are denied everywhere or at one address, network or name, even if the address is allowed', () => {
  const options: AddressPolicyOptions = {
    allow: ['127.0.0.0/8'],
    denyPorts: [{ port: 25 }, { address: 'localhost', port: 5432 }, { address: 'db.internal', port: 3306 }],
  };
  expect(decide(options, '93.184.216.34', 25)).toMatch(/port 25/);
  expect(decide(options, '127.0.0.1', 5432)).toMatch(/port 5432/);
  expect(decide(options, '::1', 5432)).toMatch(/port 5432/);
  expect(decide(options, '::ffff:127.0.0.1', 5432)).toMatch(/port 5432/);
  expect(decide(options, '10.0.0.1', 5432)).toBe(true);
  expect(decide(options, '10.0.0.1', 3306, 'DB.internal')).toMatch(/port 3306 of DB.internal \(10.0.0.1\)/);
});

test('rejects invalid addresses and networks', () => {
  expect(decide({}, 'example.com')).toMatch(/not an IP address/);
  for (const deny of [
    '10.0.0.0/33',
    'ten',
    '10.0.0.0/x',
    '10.0.0.0/',
    '10.0.0.0/1.5',
    '10.0.0.0/-1',
    'fd00::/129',
    'fd00::/',
    '',
  ])
    expect(() => createAddressPolicy({ deny: [deny] })).toThrow(/not a network/);
});
