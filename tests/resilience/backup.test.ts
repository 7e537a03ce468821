import { chmod, mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Client, createClient } from '@touchstone/contracts';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import {
  createEmptyDatabase,
  freePort,
  newDataDir,
  runProgram,
  type ServerProcess,
  startS3Server,
  startServerProcess,
  testPassword,
} from '@touchstone/testing';
import { afterEach, expect, inject, test } from 'vitest';

const api = apiTestingRoutes;
const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
});

async function signIn(url: string): Promise<Client> {
  const form = new URLSearchParams({ grant_type: 'password', username: 'admin@example.test', password: testPassword });
  const answer = await fetch(`${url}/services/identity/token`, { method: 'POST', body: form });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  return createClient({ baseUrl: url, headers: () => ({ Authorization: `Bearer ${token}` }), retryDelayMs: 0 });
}

/** A folder that the database's user can't enter when the product runs as root: the database is elsewhere. */
async function closedFolder(): Promise<string> {
  const closed = await newDataDir('backup');
  cleanUps.push(() => rm(closed, { recursive: true, force: true }));
  await chmod(closed, 0o700);
  await mkdir(join(closed, 'data'));
  return join(closed, 'data');
}

test('an installation in a closed folder with uploads in a bucket is backed up while it runs, restored elsewhere, and moved to another PostgreSQL', {
  timeout: 600_000,
}, async () => {
  const bucket = await startS3Server(['first', 'second']);
  cleanUps.push(() => bucket.close());
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const common = {
    PORT: String(port),
    PUBLIC_URL: url,
    TOUCHSTONE_ADMIN_EMAIL: 'admin@example.test',
    TOUCHSTONE_ADMIN_PASSWORD: testPassword,
  };
  const start = async (env: Record<string, string>): Promise<ServerProcess> => {
    const product = startServerProcess({ ...common, ...env });
    cleanUps.push(() => product.kill('SIGTERM'));
    await product.until(/is ready[\s\S]*Data {6}/);
    return product;
  };
  const first = { TOUCHSTONE_DATA_DIR: await closedFolder(), FILES_URL: bucket.url('first') };
  const second = { TOUCHSTONE_DATA_DIR: await closedFolder(), FILES_URL: bucket.url('second') };
  const archive = join(first.TOUCHSTONE_DATA_DIR, '..', 'backup.tgz');
  const command = (env: Record<string, string>, ...args: string[]) =>
    runProgram('apps/cli/bin/touchstone.mjs', args, { ...common, ...env });

  const product = await start(first);
  const client = await signIn(url);
  const { projectId } = await client.call(workspaceRoutes.createProject, { body: { projectName: 'Kept' } });
  const body = new FormData();
  body.append('file', new Blob(['an upload']), 'upload.txt');
  const uploaded = await client.raw(api.uploadFile, { query: { projectId }, body: body as never });
  const { fileId } = (await uploaded.json()) as { fileId: string };
  const expectWhole = async () => {
    const signedIn = await signIn(url);
    const { content } = await signedIn.call(workspaceRoutes.listProjects, { query: {} });
    expect(content.map(({ projectName }) => projectName)).toContain('Kept');
    const file = await signedIn.raw(api.downloadScriptFile, { query: { fileId } });
    expect(await file.text()).toBe('an upload');
  };
  await expectWhole();

  const saved = await command(first, 'backup', archive);
  expect(saved).toMatchObject({ code: 0, errors: '' });
  expect(saved.output).toMatch(/^Saved [\d,]+ rows of \d+ tables, \d+ files? .*\nThe backup contains the key/);
  expect((await stat(archive)).mode & 0o777).toBe(0o600);
  await expectWhole();
  await product.kill('SIGTERM');

  expect(await command(second, 'restore', archive)).toMatchObject({ code: 0, errors: '' });
  const restored = await start(second);
  await expectWhole();
  await restored.kill('SIGTERM');

  const other = await createEmptyDatabase(inject('postgresUrl'));
  cleanUps.push(() => other.drop());
  const moved = await command(second, 'move-database', other.url);
  expect(moved).toMatchObject({ code: 0, errors: '' });
  expect(moved.output).toMatch(/Set DATABASE_URL to it/);
  const stale = startServerProcess({ ...common, ...second });
  await expect(stale.until(/is ready/)).rejects.toThrow(
    /was moved to 127\.0\.0\.1:\d+\/\w+ on .* Set DATABASE_URL to it/,
  );
  await start({ ...second, DATABASE_URL: other.url });
  await expectWhole();
});
