import { expect, test } from 'vitest';
import { readUptimeKuma } from './uptime-kuma.ts';

const backup = (...monitorList: object[]) => JSON.stringify({ version: '1.23.0', notificationList: [], monitorList });

test('every kind that has a counterpart is read with its rules', () => {
  const found = readUptimeKuma(
    backup(
      { id: 1, name: 'Shop', type: 'group' },
      {
        id: 2,
        name: 'Home',
        type: 'keyword',
        url: 'https://shop.test/',
        method: 'GET',
        keyword: 'welcome',
        interval: 20,
        maxretries: 3,
        timeout: 16,
        parent: 1,
        accepted_statuscodes: ['200-299'],
        headers: '{"X-A":"b"}',
        authMethod: 'basic',
        basic_auth_user: 'u',
        basic_auth_pass: 'p',
        ignoreTls: true,
        maxredirects: 0,
        tags: [{ name: 'prod', value: '' }],
      },
      { id: 3, name: 'Db', type: 'port', hostname: 'db.test', port: 5432, interval: 5 },
      {
        id: 4,
        name: 'Name',
        type: 'dns',
        hostname: 'shop.test',
        dns_resolve_server: '1.1.1.1',
        dns_resolve_type: 'MX',
        port: 53,
        interval: 60,
      },
      { id: 5, name: 'Backup job', type: 'push', interval: 86_400 },
      { id: 6, name: 'Ping', type: 'ping', hostname: 'x' },
      { id: 7, name: 'Broken', type: 'http', url: 'nowhere' },
    ),
  );
  expect(found?.entries).toMatchObject([
    {
      name: 'Home',
      folder: 'Shop',
      retries: 3,
      timeoutMs: 16_000,
      tags: ['prod'],
      schedule: { type: 'interval', everySeconds: 20 },
      definition: {
        kind: 'http',
        url: 'https://shop.test/',
        headers: [{ key: 'X-A', value: 'b' }],
        authentication: { type: 'basic', username: 'u' },
        verifyCertificate: false,
        followRedirects: false,
        assertions: [
          { kind: 'status', expected: '2xx' },
          { kind: 'body', operator: 'contains', expected: 'welcome' },
        ],
      },
    },
    { name: 'Db', schedule: { everySeconds: 10 }, definition: { kind: 'tcp', host: 'db.test', port: 5432 } },
    { name: 'Name', definition: { kind: 'dns', recordType: 'MX', resolver: '1.1.1.1' } },
    { name: 'Backup job', definition: { kind: 'heartbeat' } },
  ]);
  expect(found?.problems.map(({ place }) => place)).toEqual(['Ping', 'Broken']);
});

test.each(['', 'no JSON', '[]', '{}', 'null', '{"monitorList":1}'])('%s is no backup', (content) => {
  expect(readUptimeKuma(content)).toBeUndefined();
});

test('what a backup holds never throws', () => {
  expect(
    readUptimeKuma(backup({ type: 'http', url: 5, headers: '{', accepted_statuscodes: 7, tags: 3, interval: 'x' }))
      ?.problems,
  ).toHaveLength(1);
  expect(readUptimeKuma(JSON.stringify({ monitorList: [null, 1] }))?.entries).toEqual([]);
});
