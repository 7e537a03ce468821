import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@touchstone/testing';
import { expect, inject, test } from 'vitest';
import { readConfig } from './config.ts';
import { checkConnections } from './preflight.ts';

test('everything unreachable is listed by setting, without a password; a mail server only causes a warning', async () => {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'touchstone-preflight-'));
  const unreachable = {
    TOUCHSTONE_DATA_DIR: folder,
    DATABASE_URL: `postgres://me:hidden-1@127.0.0.1:${port}/x`,
    FILES_URL: `s3+http://key:hidden-2@127.0.0.1:${port}/bucket`,
    SMTP_URL: `smtp://me:hidden-3@127.0.0.1:${port}`,
  };
  const all = await checkConnections(readConfig(unreachable));
  expect(all).toEqual({
    problems: [
      expect.stringMatching(/^DATABASE_URL: .*ECONNREFUSED/),
      expect.stringMatching(/^FILES_URL: .*Check address and network/),
      expect.stringMatching(/^SMTP_URL: .*ECONNREFUSED/),
    ],
    warnings: [],
  });
  expect(JSON.stringify(all)).not.toContain('hidden');
  const { FILES_URL, ...withFolder } = { ...unreachable, DATABASE_URL: inject('postgresUrl') };
  expect(await checkConnections(readConfig(withFolder))).toEqual({
    problems: [],
    warnings: [expect.stringMatching(/^SMTP_URL: /)],
  });
  const { SMTP_URL, ...allReachable } = withFolder;
  expect(await checkConnections(readConfig(allReachable))).toEqual({ problems: [], warnings: [] });
  await rm(folder, { recursive: true, force: true });
});

test('a server that accepts connections but never answers is listed too', async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const { port } = silent.address() as { port: number };
  const config = readConfig({
    DATABASE_URL: `postgres://me:x@127.0.0.1:${port}/x`,
    FILES_URL: 's3+http://k:s@127.0.0.1:1/b',
  });
  const { problems } = await checkConnections(config);
  silent.close();
  expect(problems[0]).toMatch(/^DATABASE_URL: .*timeout/);
});
