import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { locateEmbedded } from '../database/embedded/embedded-place.ts';
import { checkSpace, NoSpace } from '../files/disk-space.ts';
import type { Platform } from '../platform.ts';

const checkMs = 3000;

/**
 * addHealthRoutes adds health checks for load balancers: whether the process is running, and whether it can do its
 * work.
 */
export function addHealthRoutes(app: FastifyInstance, platform: Platform, state: { draining: boolean }): void {
  app.get('/health/live', async () => ({ status: 'ok' }));
  app.get('/health/ready', async (_request, reply) => {
    // The endpoint is public, so reasons, which may name hosts, folders and users, are only logged.
    const check = (name: string, work: Promise<unknown>, problem = 'failing') =>
      within(work, checkMs).then(
        () => 'ok',
        (error: Error) => {
          platform.log.warn({ err: error, check: name }, 'not ready');
          return error instanceof NoSpace ? problem : 'failing';
        },
      );
    const [database, files, ...spaces] = await Promise.all([
      check('database', platform.database.pool.query('select 1')),
      check('files', platform.files.check()),
      ...(await foldersOf(platform.config)).map(({ name, path }) =>
        check('space', checkSpace(path), `no space left in ${name}`),
      ),
    ]);
    const checks = { database, files, space: spaces.find((value) => value !== 'ok') ?? 'ok' };
    const ready = !state.draining && Object.values(checks).every((value) => value === 'ok');
    return reply
      .code(ready ? 200 : 503)
      .send({ status: ready ? 'ok' : state.draining ? 'draining' : 'failing', checks });
  });
}

/** This process's folders that grow, with a name that doesn't reveal their location. */
async function foldersOf({ dataDir, DATABASE_URL, FILES_URL }: Config): Promise<{ name: string; path: string }[]> {
  return [
    ...(FILES_URL ? [] : [{ name: 'TOUCHSTONE_DATA_DIR/files', path: join(dataDir, 'files') }]),
    ...(DATABASE_URL
      ? []
      : [{ name: 'the folder of the embedded database', path: (await locateEmbedded(dataDir)).root }]),
  ];
}

function within(work: Promise<unknown>, ms: number): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${ms} ms.`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
