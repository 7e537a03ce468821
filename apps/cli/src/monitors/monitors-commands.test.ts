import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apiMonitoringRoutes } from '@touchstone/contracts/api-monitoring';
import { createTestServer, type TestServer, testPassword } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { runCommand } from '../testing/command.ts';

const calls = apiMonitoringRoutes;
let server: TestServer;
let root: string;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'touchstone-monitors-'));
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
}, 120_000);
afterAll(async () => {
  await server.close();
  rmSync(root, { recursive: true, force: true });
});

const monitors = (args: string[], env: Record<string, string> = {}) =>
  runCommand(['monitors', ...args], {
    cwd: root,
    env: {
      TOUCHSTONE_URL: server.url,
      TOUCHSTONE_USER: server.admin.email,
      TOUCHSTONE_PASSWORD: testPassword,
      ...env,
    },
  });
const write = (name: string, text: string) => writeFileSync(join(root, name), text);

const shop = `version: 1
collections:
  - name: Shop
    monitors:
      - name: Home
        state: STOPPED
        definition: { kind: http, url: "https://shop.test/" }
        schedule: { type: interval, everySeconds: 120 }
      - name: Nightly job
        state: STOPPED
        definition: { kind: heartbeat }
channels:
  - name: Chat
    settings: { kind: slack }
    secrets: { webhookUrl: CHAT_URL }
policies:
  - name: All
    steps: [{ afterMinutes: 0, channels: [Chat] }]
    monitors: [Shop / Home]
statusPages:
  - slug: shop
    title: Shop status
    passwordFrom: PAGE_PASSWORD
    groups:
      - name: Systems
        items: [{ monitor: Shop / Home, name: Website }]
`;

test('a file is planned, applied, applied again without a change, exported and pruned', {
  timeout: 400_000,
}, async () => {
  const { client } = server.admin;
  const { projectId } = await client.call(calls.createMonitoringProject, { body: { projectName: 'Watch' } });
  write('shop.yaml', shop);
  const of = ['shop.yaml', '--project', 'watch'];
  const planned = await monitors(['plan', ...of]);
  expect(planned).toMatchObject({ stderr: '', exitCode: 0 });
  expect(planned.stdout.split('\n')).toEqual([
    '+ collection Shop',
    '+ monitor Shop / Home',
    '+ monitor Shop / Nightly job',
    '+ channel Chat',
    '+ policy All',
    '+ status page shop',
    'Watch: 6 to create, 0 to change, 0 to delete, 0 unchanged. 1 more are not in the file and stay; --prune deletes them.',
    '',
  ]);
  const missing = await monitors(['apply', '--yes', ...of]);
  expect(missing).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('CHAT_URL, PAGE_PASSWORD') });
  expect((await client.call(calls.listChannels, { query: { projectId } })).totalElements).toBe(0);
  const env = { CHAT_URL: 'https://hooks.slack.test/x', PAGE_PASSWORD: 'open sesame' };
  expect(await monitors(['apply', ...of], env)).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining('--yes'),
  });
  const applied = await monitors(['apply', '--yes', ...of], env);
  expect(applied).toMatchObject({ stderr: '', exitCode: 0 });
  expect(applied.stdout).toContain('Applied to Watch: 6 changes.');
  expect(applied.stdout).toMatch(/monitor Shop \/ Nightly job: call http\S+\/heartbeat\//);
  expect((await client.call(calls.listPages, { query: { projectId } })).content).toMatchObject([
    { slug: 'shop', hasPassword: true, groups: [{ items: [{ name: 'Website' }] }] },
  ]);

  const again = await monitors(['apply', '--yes', ...of]);
  expect(again.stdout).toContain('Watch is as the file says: 6 unchanged.');
  write('shop.yaml', shop.replace('everySeconds: 120', 'everySeconds: 300'));
  const changed = await monitors(['apply', '--yes', '--prune', ...of]);
  expect(changed.stdout.split('\n').slice(0, 3)).toEqual([
    '~ monitor Shop / Home (schedule)',
    '- collection Default',
    'Watch: 0 to create, 1 to change, 1 to delete, 5 unchanged.',
  ]);

  expect(await monitors(['export', 'out.yaml', '--project', projectId])).toMatchObject({ stderr: '', exitCode: 0 });
  const exported = readFileSync(join(root, 'out.yaml'), 'utf8');
  expect(exported).not.toContain('hooks.slack.test');
  expect(exported).not.toContain('timeoutMs');
  expect(exported).toContain('webhookUrl: CHAT_WEBHOOK_URL');
  const round = await monitors(['plan', 'out.yaml', '--project', 'Watch']);
  expect(round.stdout).toBe('Watch is as the file says: 6 unchanged.\n');
});

test('mistakes of a file are reported with their place, and nothing is changed', { timeout: 400_000 }, async () => {
  const { client } = server.admin;
  await client.call(calls.createMonitoringProject, { body: { projectName: 'Mistakes' } });
  const refused = async (text: string) => {
    write('bad.yaml', text);
    const { exitCode, stderr } = await monitors(['apply', 'bad.yaml', '--yes', '--project', 'Mistakes']);
    expect(exitCode).toBe(2);
    return stderr;
  };
  expect(await refused('collections: [')).toContain('is no YAML');
  expect(
    await refused('collections:\n  - name: A\n    monitors: [{ name: B, definition: { kind: tcp, host: x } }]\n'),
  ).toContain('collections.0.monitors.0.definition.port');
  expect(await refused('policies:\n  - name: P\n    steps: [{ afterMinutes: 0, channels: [Nobody] }]\n')).toContain(
    'The policy "P" uses "Nobody", which is not among the channels of the file.',
  );
  expect(await refused('collections: [{ name: A }, { name: a }]\n')).toContain('There are two collections named "a".');
  const unknown = await monitors(['plan', 'nowhere.yaml', '--project', 'Mistakes']);
  expect(unknown).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('cannot be read') });
});
