import { createTestServer, startTestPostgres } from '@touchstone/testing';
import { watchLoop } from './loop-watch.ts';

/**
 * The product alone in its process: it reports its address, and on each request how long its loop was blocked since the
 * previous one.
 */
const postgres = await startTestPostgres();
const server = await createTestServer({ postgresUrl: postgres.url });
const loop = watchLoop();

process.on('message', async (message) => {
  if (message === 'longest') return void process.send?.({ longestMs: loop.takeLongest() });
  await server.close();
  await postgres.stop();
  process.exit(0);
});
process.send?.({ url: server.url, token: server.admin.token });
