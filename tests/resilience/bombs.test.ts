import { monitorEventLoopDelay } from 'node:perf_hooks';
import { routes } from '@touchstone/contracts';
import { sharedWorkPool } from '@touchstone/engine-http';
import {
  type BombTarget,
  createTestServer,
  documentBombs,
  type Explosion,
  requestBombs,
  sendBombs,
  startBombTarget,
  type TestServer,
} from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';

let server: TestServer;
let target: BombTarget;
beforeAll(async () => {
  [server, target] = await Promise.all([createTestServer({ postgresUrl: inject('postgresUrl') }), startBombTarget()]);
});
afterAll(async () => {
  await target.close();
  await server.close();
});

/** Far above what a busy machine makes of bounded work, and far below what any of the bombs took before it was bounded. */
const ceilingMs = 30_000;

test('no known bomb stops the product, through whatever entrance it comes [issue-10-2]', async () => {
  expect(requestBombs.length + documentBombs.length).toBeGreaterThanOrEqual(25);
  const { projectId } = await server.admin.client.call(routes.apiTesting.createProject, {
    body: { projectName: 'Bombs' },
  });
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  const unbounded: Explosion[] = [];
  const stalled: string[] = [];
  const told = async (explosion: Explosion) => {
    if (!explosion.isBounded) unbounded.push(explosion);
    if (delay.max / 1e6 > ceilingMs) stalled.push(`${explosion.entrance}: ${explosion.name}`);
    delay.reset();
    const live = await fetch(`${server.url}/health/live`);
    expect(live.status).toBe(200);
  };
  await sendBombs({ client: server.admin.client, target, projectId }, { atOnce: 4, told });
  expect(unbounded).toEqual([]);
  expect(stalled).toEqual([]);
  expect(sharedWorkPool.figures()).toMatchObject({ running: 0, waiting: 0 });
}, 900_000);
