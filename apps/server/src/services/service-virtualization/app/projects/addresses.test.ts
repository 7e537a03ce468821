import { expect, test } from 'vitest';
import { createAddresses } from './addresses.ts';

const mock = { pathKey: 'shop', port: 20_001 };
const ports = { from: 20_000, to: 20_001 };
const path = (base: string) => ({ kind: 'path', url: `${base}/mock/shop` });

test.each<
  [
    name: string,
    publicUrl: string,
    options: Parameters<typeof createAddresses>[1],
    port: number | null,
    found: object[],
  ]
>([
  ['a path', 'https://a.test/', undefined, 20_001, [path('https://a.test')]],
  ['a path below the path of the product', 'https://a.test/tools//', {}, null, [path('https://a.test/tools')]],
  ['no port address without a port', 'https://a.test', { ports }, null, [path('https://a.test')]],
  ['no port address outside the range', 'https://a.test', { ports }, 20_002, [path('https://a.test')]],
  [
    'a port, over both protocols',
    'https://a.test:8443',
    { ports },
    20_001,
    [
      path('https://a.test:8443'),
      { kind: 'port', url: 'http://a.test:20001' },
      { kind: 'tls', url: 'https://a.test:20001' },
    ],
  ],
  [
    'a host name',
    'https://a.test',
    { domain: 'Mocks.Test' },
    null,
    [path('https://a.test'), { kind: 'host', url: 'https://shop.mocks.test' }],
  ],
  [
    'a host name with the port of the product',
    'http://a.test:8080',
    { domain: 'mocks.test' },
    null,
    [path('http://a.test:8080'), { kind: 'host', url: 'http://shop.mocks.test:8080' }],
  ],
])('a mock has %s', (_, publicUrl, options, port, found) => {
  const addresses = createAddresses(publicUrl, options);
  expect(addresses.list({ ...mock, port })).toEqual(found);
  expect(addresses.ports).toEqual(options?.ports);
  const [main] = found as { url: string }[];
  expect(addresses.main(mock)).toBe(main?.url);
  expect(addresses.admin(mock)).toBe(`${main?.url}/__admin`);
});

test('a mock without an address of the kind returns its first one', () => {
  const addresses = createAddresses('https://a.test', { domain: 'mocks.test', ports });
  const of = (kind: 'path' | 'port' | 'tls' | 'host', port: number | null) => addresses.of({ ...mock, port }, kind);
  expect([of('port', 20_000), of('tls', 20_000), of('host', null), of('path', 20_000)]).toEqual([
    'http://a.test:20000',
    'https://a.test:20000',
    'https://shop.mocks.test',
    'https://a.test/mock/shop',
  ]);
  expect([of('port', null), of('tls', 20_002)]).toEqual(Array(2).fill('https://a.test/mock/shop'));
});
