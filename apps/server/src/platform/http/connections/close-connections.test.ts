import { once } from 'node:events';
import { request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { closeConnections } from './close-connections.ts';

test('a stopping server waits for calls in flight, and not for connections that have sent nothing', async () => {
  const app = Fastify({ forceCloseConnections: 'idle' });
  closeConnections(app, 60_000);
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<string>();
  app.get('/slow', () => {
    asked.resolve();
    return answer.promise;
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  // Browsers open such connections for calls that may follow.
  const unused = connect(port, '127.0.0.1');
  await once(app.server, 'connection');
  const call = request({ port, host: '127.0.0.1', path: '/slow' }).end();
  const answered = once(call, 'response').then(([response]) => text(response));
  await asked.promise;
  const closed = app.close();
  unused.resume();
  await once(unused, 'close');
  answer.resolve('late');
  expect(await answered).toBe('late');
  await closed;
});

test('calls that exceed their time are aborted', async () => {
  const app = Fastify({ forceCloseConnections: 'idle' });
  closeConnections(app, 50);
  const asked = Promise.withResolvers<void>();
  app.get('/never', () => {
    asked.resolve();
    return new Promise(() => undefined);
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const call = request({ port, host: '127.0.0.1', path: '/never' }).end();
  const failed = once(call, 'error');
  await asked.promise;
  await app.close();
  expect((await failed)[0]).toMatchObject({ code: 'ECONNRESET' });
});
