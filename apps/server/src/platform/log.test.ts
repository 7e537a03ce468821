import { Writable } from 'node:stream';
import { createTestDatabase } from '@touchstone/testing';
import { sql } from 'drizzle-orm';
import Fastify, { type FastifyBaseLogger } from 'fastify';
import { expect, inject, test } from 'vitest';
import { openDatabase } from './database/pool.ts';
import { createErrorHandler } from './http/error-handler.ts';
import { createLog } from './log.ts';

function captureLog(level: 'trace' | 'info' = 'trace') {
  const lines: string[] = [];
  const destination = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  return { log: createLog({ LOG_LEVEL: level }, destination), text: () => lines.join('') };
}

test("a request's credentials don't reach the log, however it is logged", () => {
  const { log, text } = captureLog();
  const headers = { authorization: 'Bearer token-1', cookie: 'session=cookie-1', custom: 'custom-1', accept: 'seen' };
  log.info({ req: { headers } }, 'call');
  log.info({ headers: { authorization: 'Bearer token-1', cookie: 'session=cookie-1', accept: 'seen' } }, 'call');
  log.info({ res: { headers: { 'set-cookie': ['session=cookie-2'] } } }, 'answer');
  expect(text()).toContain('seen');
  expect(text()).not.toMatch(/token-1|cookie-1|cookie-2|custom-1/);
});

test("a failing call is logged with its cause and without the caller's data", async () => {
  const { log, text } = captureLog();
  const app = Fastify({ loggerInstance: log as FastifyBaseLogger });
  app.setErrorHandler(createErrorHandler(10));
  app.post('/fail', async () => {
    throw Object.assign(new Error('broke here'), { request: { headers: { authorization: 'Bearer token-1' } } });
  });
  const answer = await app.inject({
    method: 'POST',
    url: '/fail?code=query-1',
    headers: { authorization: 'Bearer token-1', cookie: 'session=cookie-1' },
    payload: { password: 'body-1' },
  });
  await app.close();
  expect(answer.statusCode).toBe(500);
  expect(answer.body).not.toContain('broke here');
  expect(text()).toContain('broke here');
  expect(text()).toContain('log.test.ts');
  expect(text()).not.toMatch(/token-1|cookie-1|body-1/);
});

test('a failed statement is logged without its parameters', async () => {
  const copy = await createTestDatabase(inject('postgresUrl'));
  const database = openDatabase(copy.url, { max: 1, applicationName: 'test', onError: () => undefined });
  const { log, text } = captureLog();
  const error = await database.sql
    .execute(sql`insert into platform.mail (subject) values (${'secret-parameter\nsecond-line'})`)
    .catch((caught: unknown) => caught);
  await database.close();
  await copy.drop();
  log.error({ err: error }, 'failed');
  const line = JSON.parse(text());
  expect(line.err.message).toContain('insert into platform.mail');
  expect(line.err.cause).toMatchObject({ code: '23502' });
  expect(line.err.stack).toMatch(/^\s+at /);
  expect(text()).not.toMatch(/secret-parameter|second-line/);
});

class Refusal extends Error {}
test.each<[string, unknown, object | string]>([
  [
    'a copy of an error, as the job queue emits it',
    { ...new Error('x'), message: 'broke', stack: 'Error: broke\n    at here', code: '57P01', queue: 'q' },
    { type: 'Object', message: 'broke', code: '57P01', stack: '    at here' },
  ],
  [
    'several errors without a message',
    new AggregateError([new Error('first'), new Error('second')]),
    {
      type: 'AggregateError',
      message: 'thrown without a message',
      errors: [{ message: 'first' }, { message: 'second' }],
    },
  ],
  [
    'an error with a code alone',
    Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' }),
    { message: 'ECONNREFUSED' },
  ],
  [
    'an error of the database, which names itself "error"',
    Object.assign(new Refusal('no'), { name: 'error' }),
    { type: 'Refusal', message: 'no' },
  ],
  ['an object', { password: 'hidden-1' }, { type: 'Object', message: 'thrown with the fields password' }],
  ['a text', 'broke', 'broke'],
  ['null', null, 'null'],
])('%s is logged by name', (_name, thrown, expected) => {
  const { log, text } = captureLog();
  log.error({ err: thrown }, 'failed');
  const { err } = JSON.parse(text());
  if (typeof expected === 'string') expect(err).toBe(expected);
  else expect(err).toMatchObject(expected);
  expect(text()).not.toMatch(/hidden-1|not an error/);
});

test('a silent log writes nothing', () => {
  const { log, text } = captureLog('info');
  log.debug('not this');
  expect(text()).toBe('');
});
