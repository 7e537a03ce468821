import { createHash, createHmac } from 'node:crypto';
import type { HeaderList } from '@touchstone/engine-assert/core';
import { FakeClock } from '@touchstone/kernel';
import { expect, test } from 'vitest';
import type { EdgeGridSignature } from '../../core/signed-authentication.ts';
import { buildStep } from '../../testing/build-step.ts';
import { startHttp } from '../../testing/local-server.ts';
import { createHttpSession } from '../http-session.ts';
import { edgeGridAuthorization } from './edge-grid.ts';

/** Keys, time and cases of the test data published with Akamai's clients. */
const credentials: EdgeGridSignature = {
  type: 'edgeGrid',
  accessToken: 'akab-access-token-xxx-xxxxxxxxxxxxxxxx',
  clientToken: 'akab-client-token-xxx-xxxxxxxxxxxxxxxx',
  clientSecret: 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx=',
  headersToSign: 'X-Test1,X-Test2,X-Test3',
};
const moment = { timestamp: '20140321T19:34:21+0000', nonce: 'nonce-xx-xxxx-xxxx-xxxx-xxxxxxxxxxxx' };
const host = 'akaa-baseurl-xxxxxxxxxxx-xxxxxxxxxxxxx.luna.akamaiapis.net';

test.each<[name: string, method: string, resource: string, headers: HeaderList, body: string, signature: string]>([
  ['simple GET', 'GET', '/', [], '', 'tL+y4hxyHxgWVD30X3pWnGKHcPzmrIF+LThiAOhMxYU='],
  ['GET with query', 'GET', '/testapi/v1/t1?p1=1&p2=2', [], '', 'hKDH1UlnQySSHjvIcZpDMbQHihTQ0XyVAKZaApabdeA='],
  ['POST inside limit', 'POST', '/testapi/v1/t3', [], 'data'.repeat(8), 'hXm4iCxtpN22m4cbZb4lVLW5rhX8Ca82vCFqXzSTPe4='],
  ['POST at the limit', 'POST', '/testapi/v1/t3', [], 'd'.repeat(2048), '6Q6PiTipLae6n4GsSIDTCJ54bEbHUBp+4MUXrbQCBoY='],
  ['POST with empty body', 'POST', '/testapi/v1/t6', [], '', '1gEDxeQGD5GovIkJJGcBaKnZ+VaPtrc4qBUHixjsPCQ='],
  [
    'a signed header',
    'GET',
    '/testapi/v1/t4',
    [['X-Test1', 'test-simple-header']],
    '',
    '8F9AybcRw+PLxnvT+H0JRkjROrrUgsxJTnRXMzqvcwY=',
  ],
  [
    'a header with blanks in quotes',
    'GET',
    '/testapi/v1/t4',
    [['X-Test1', '"     test-header-with-spaces     "']],
    '',
    'ucq2AbjCNtobHfCTuS38fdkl5UDdWHZhQX46fYR8CqI=',
  ],
  [
    'a header with leading and inner blanks',
    'GET',
    '/testapi/v1/t4',
    [['X-Test1', '     first-thing      second-thing']],
    '',
    'WtnneL539UadAAOJwnsXvPqT4Kt6z7HMgBEwAFpt3+c=',
  ],
  [
    'headers out of order',
    'GET',
    '/testapi/v1/t4',
    [
      ['X-Test2', 't2'],
      ['X-Test1', 't1'],
      ['X-Test3', 't3'],
    ],
    '',
    'Wus73Nx8jOYM+kkBFF2q8D1EATRIMr0WLWwpLBgkBqY=',
  ],
  [
    'a header that is not signed',
    'GET',
    '/testapi/v1/t5',
    [
      ['X-Test2', 't2'],
      ['X-Test1', 't1'],
      ['X-Test3', 't3'],
      ['X-Extra', "this won't be included"],
    ],
    '',
    'Knd/jc0A5Ghhizjayr0AUUvl2MZjBpS3FDSzvtq4Ixc=',
  ],
  ['PUT', 'PUT', '/testapi/v1/t6', [], '', 'GNBWEYSEWOLtu+7dD52da2C39aX/Jchpon3K/AmBqBU='],
])('signs the published case %s', (_, method, resource, headers, body, signature) => {
  const bodyHash = body === '' ? '' : createHash('sha256').update(body).digest('base64');
  const value = edgeGridAuthorization(
    { method, scheme: 'https', host, resource, headers, bodyHash },
    credentials,
    moment,
  );
  expect(value).toBe(
    `EG1-HMAC-SHA256 client_token=${credentials.clientToken};access_token=${credentials.accessToken};` +
      `timestamp=${moment.timestamp};nonce=${moment.nonce};signature=${signature}`,
  );
});

test.each<[method: string, body: string, more: Partial<EdgeGridSignature>, signedBody: string]>([
  ['POST', 'x'.repeat(3000), { maxBodyBytes: '2048' }, 'x'.repeat(2048)],
  ['POST', 'x'.repeat(140_000), {}, 'x'.repeat(131_072)],
  ['POST', '', {}, ''],
  ['PUT', 'body', {}, ''],
  ['POST', 'body', { host: 'https://akaa.example.net/', nonce: 'mine', timestamp: '20200101T00:00:00+0000' }, 'body'],
])('a server accepts a %s, case %#', async (method, content, more, signedBody) => {
  let isValid = false;
  let parameters: Record<string, string> = {};
  const server = await startHttp((request, response) => {
    const authorization = request.headers.authorization ?? '';
    const start = authorization.replace(/signature=.*$/, '');
    parameters = Object.fromEntries(
      authorization
        .replace(/^\S+ /, '')
        .split(';')
        .map((part) => [part.slice(0, part.indexOf('=')), part.slice(part.indexOf('=') + 1)]),
    );
    const signedHost = more.host === undefined ? request.headers.host : 'akaa.example.net';
    const hash = signedBody === '' ? '' : createHash('sha256').update(signedBody).digest('base64');
    const text = [request.method, 'http', signedHost, request.url, 'x-test1:a b', hash, start].join('\t');
    const hmac = (key: string, data: string) => createHmac('sha256', key).update(data).digest('base64');
    isValid = parameters.signature === hmac(hmac(credentials.clientSecret, parameters.timestamp ?? ''), text);
    request.resume().on('end', () => response.end());
  });
  const session = createHttpSession({ scopes: [], clock: new FakeClock('2014-03-21T19:34:21.500Z') });
  await session.execute(
    buildStep({
      method,
      url: `${server.url}/a/b?c=d`,
      headers: [{ key: 'x-test1', value: ' a   b' }],
      body: content === '' ? { type: 'none' } : { type: 'text', content },
      authentication: { ...credentials, ...more },
    }),
  );
  await session.close();
  await server.close();
  expect(isValid).toBe(true);
  expect(parameters).toMatchObject(
    more.nonce === undefined
      ? { timestamp: moment.timestamp, nonce: expect.stringMatching(/^[\da-f-]{36}$/) }
      : { nonce: 'mine', timestamp: '20200101T00:00:00+0000' },
  );
});

test('an invalid limit is reported', async () => {
  const session = createHttpSession({ scopes: [] });
  const { error } = await session.execute(
    buildStep({
      method: 'POST',
      url: 'http://127.0.0.1:9/',
      body: { type: 'text', content: 'x' },
      authentication: { ...credentials, maxBodyBytes: 'many' },
    }),
  );
  await session.close();
  expect(error).toMatchObject({ code: 'AUTHENTICATION', message: expect.stringContaining('is no number') });
});
