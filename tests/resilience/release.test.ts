import { createHash } from 'node:crypto';
import { chmod, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  createEmptyDatabase,
  freePort,
  loopbackUrl,
  newDataDir,
  runProgram,
  type S3Server,
  startS3Server,
  testPassword,
} from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { parse } from 'yaml';
import { buildImage, type Container, readImage, startContainer } from './image.ts';

const repository = fileURLToPath(new URL('../../', import.meta.url));
/** A busy machine takes long to start processes; the duration decides nothing here. */
const timeout = 600_000;
const cleanUps: (() => Promise<unknown>)[] = [];
let image: Awaited<ReturnType<typeof readImage>>;
let root: string;
beforeAll(async () => {
  const { code, errors } = await runProgram('tools/release.ts', [], {});
  expect(errors).toBe('');
  expect(code).toBe(0);
  root = await newDataDir('release');
  cleanUps.push(() => rm(root, { recursive: true, force: true }));
  await chmod(root, 0o755);
  image = await readImage(join(repository, 'deploy/Dockerfile'));
  const dist = join(repository, 'dist');
  await buildImage(image, dist, await readdir(dist), root);
});
afterAll(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
});

async function start(name: string, env: Record<string, string>): Promise<Container> {
  const container = await startContainer(image, root, { name, env });
  cleanUps.push(() => container.process.kill('SIGTERM'));
  return container;
}

interface Compose {
  services: Record<
    string,
    { image: string; profiles: string[]; environment?: Record<string, string>; deploy?: { replicas: number } }
  >;
}
const readCompose = async () =>
  parse(await readFile(join(repository, 'deploy/compose.yaml'), 'utf8'), { merge: true }) as Compose;
/** Values as compose fills them in. */
const filled = (values: Record<string, string> = {}, given: Record<string, string> = {}) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      value.replace(/\$\{(\w+):-([^}]*)\}/g, (_all, key: string, usual: string) => given[key] || usual),
    ]),
  );

test('the archive contains what runs and no development files', async () => {
  expect(image.from).toBe('node:24-bookworm-slim');
  const folder = join(root, 'opt/touchstone');
  const packages = await readdir(join(folder, 'node_modules'));
  for (const name of ['vite', 'typescript', 'vitest', 'react', 'lucide-react', 'mssql', 'mongodb', 'drizzle-orm'])
    expect(packages).not.toContain(name);
  expect(await readdir(join(folder, 'apps/server/src/services/identity/store'))).toEqual(['migrations']);
  expect((await stat(join(folder, 'apps/web/dist/index.html'))).size).toBeGreaterThan(0);
  expect(image.user.uid).toBeGreaterThan(0);
});

test('one container with its embedded database: health, sign-up, the mailed link, sign-in', { timeout }, async () => {
  const { services } = await readCompose();
  const [port, secret] = [await freePort(), 'a quiet password'];
  const url = `http://127.0.0.1:${port}`;
  const env = { ...filled(services.touchstone?.environment, { PUBLIC_URL: url }), PORT: String(port) };
  const container = await start('single', env);
  await container.untilHealthy();
  const output = await container.process.until(/outbox\?key=\S+/);
  const outbox = /(\S+\/outbox\?key=\S+)/.exec(output)?.[1] ?? '';
  const page = await fetch(url);
  expect([page.status, page.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')]);
  const registered = await postJson(`${url}/services/identity/register`, {
    firstName: 'Grace',
    lastName: 'Hopper',
    login: 'grace@navy.test',
    organizationName: 'Navy',
    normalUsers: [{ termsAndConditionFlag: true }],
    plan: { planName: 'FREE' },
    role: 'ADMIN',
    recaptcha: await solveBotCheck(url),
  });
  expect(registered.status).toBe(200);
  const token = /email-verified\?token=([\w-]+)/.exec(await mailsIn(outbox))?.[1] ?? '';
  const activated = await postJson(`${url}/services/identity/account-activation`, { token, password: secret });
  expect(activated.status).toBe(200);
  expect(await signIn(url, 'grace@navy.test', secret)).toBe(200);
  await container.process.kill('SIGTERM');
  expect(await container.process.allEnded).toBe(0);
});

test('several machines: api, scheduler and two runners on PostgreSQL and object storage run a suite', {
  timeout,
}, async () => {
  const { services } = await readCompose();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const database = await createEmptyDatabase(inject('postgresUrl'));
  cleanUps.push(() => database.drop());
  const storage: S3Server = await startS3Server(['touchstone']);
  cleanUps.push(() => storage.close());
  const given = { PUBLIC_URL: url, TOUCHSTONE_SECRET_KEY: Buffer.alloc(32, 7).toString('base64') };
  const ours = Object.entries(services).filter(
    ([, service]) => service.image === 'touchstone' && service.profiles.includes('machines'),
  );
  const roles = ours.flatMap(([, service]) => filled(service.environment).TOUCHSTONE_ROLES ?? '');
  expect(roles.sort()).toEqual(['api', 'runner', 'scheduler']);
  expect(services.runner?.deploy?.replicas).toBe(2);
  const containers: Container[] = [];
  for (const [name, service] of ours) {
    for (let copy = 0; copy < (service.deploy?.replicas ?? 1); copy += 1) {
      const env: Record<string, string> = filled(service.environment, given);
      const isApi = env.TOUCHSTONE_ROLES === 'api';
      const container = await start(`${name}-${copy}`, {
        ...env,
        // The image's user can't enter the folder of the database's socket.
        DATABASE_URL: loopbackUrl(database.url),
        FILES_URL: storage.url('touchstone'),
        ...(isApi ? { PORT: String(port) } : { HEALTH_PORT: String(await freePort()) }),
        TOUCHSTONE_ADMIN_EMAIL: 'admin@example.test',
        TOUCHSTONE_ADMIN_PASSWORD: testPassword,
        DATABASE_POOL: '6',
      });
      await container.untilHealthy();
      containers.push(container);
    }
  }
  const command = ['node', '/opt/touchstone/touchstone.mjs', 'run', '--suite', 'Pets', '--project', 'Petstore'];
  const account = ['--user', 'admin@example.test', '--password', testPassword, '--env', 'Local sample'];
  const result = await containers[0]?.execute([...command, ...account, '--server', url]);
  expect(result?.output).toContain('Pets');
  expect([0, 1]).toContain(result?.code);
});

async function mailsIn(outbox: string): Promise<string> {
  const first = await fetch(outbox, { redirect: 'manual' });
  const cookie = first.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  const next = first.headers.get('location');
  const page = next ? await fetch(new URL(next, outbox), { headers: { cookie } }) : first;
  return page.text();
}

const postJson = (url: string, body: unknown) =>
  fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

async function signIn(url: string, username: string, password: string): Promise<number> {
  const body = new URLSearchParams({ grant_type: 'password', username, password });
  return (await fetch(`${url}/services/identity/token`, { method: 'POST', body })).status;
}

/** Does the work that the page does. */
async function solveBotCheck(url: string): Promise<string> {
  const answer = await fetch(`${url}/services/identity/bot-challenge`);
  const { algorithm, challenge, salt, signature, maxnumber } = (await answer.json()) as Record<string, string>;
  for (let number = 0; number <= Number(maxnumber); number += 1)
    if (createHash('sha256').update(`${salt}${number}`).digest('hex') === challenge)
      return Buffer.from(JSON.stringify({ algorithm, challenge, number, salt, signature })).toString('base64');
  throw new Error('The challenge has no solution.');
}
