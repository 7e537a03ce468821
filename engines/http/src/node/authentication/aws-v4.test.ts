import { createHash } from 'node:crypto';
import { FakeClock } from '@touchstone/kernel';
import { expect, test } from 'vitest';
import { buildStep } from '../../testing/build-step.ts';
import { startHttp } from '../../testing/local-server.ts';
import { createHttpSession } from '../http-session.ts';
import { type AwsRequest, awsAuthorization, canonicalRequest } from './aws-v4.ts';

const credentials = {
  accessKeyId: 'AKIDEXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
  service: 'service',
};
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const date = '20150830T123600Z';
const token =
  'AQoDYXdzEPT//////////wEXAMPLEtc764bNrC9SAPBSM22wDOk4x4HIZ8j4FZTwdQWLWsKWHGBuFqwAeMicRXmxfpSPfIeoIYRqTflfKD8YUuwthAx7mSEI/qkPpKPi/kMcGdQrmGdeehM4IC1NtBmUpp2wUE8phUZampKsburEDy0KPkyQDYwT7WZ0wq5VSXDvp75YU9HFvlRd8Tx6q6fE8YQcHNVXAkiY9q6d+xo0rKwT38xVqr7ZD0u0iPPkUL64lIZbqBAz+scqKmlzm8FDrypNC9Yjc8fPOLn9FX9KSYvKTr4rvx3iSIlTJabIQwj2ICCR/oLxBA==';

function request(path: string, overrides: Partial<AwsRequest> & { body?: string } = {}): AwsRequest {
  const { body = '', headers = [], ...rest } = overrides;
  return {
    method: 'GET',
    path,
    query: '',
    headers: [['Host', 'example.amazonaws.com'], ...headers, ['X-Amz-Date', date]],
    payloadHash: sha256(body),
    ...rest,
  };
}

/** The published signatures of the AWS Signature Version 4 test suite. */
test.each<[string, AwsRequest, string]>([
  ['get-vanilla', request('/'), '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31'],
  [
    'get-vanilla-query-order-key-case',
    request('/', { query: 'Param2=value2&Param1=value1' }),
    'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
  ],
  [
    'get-vanilla-empty-query-key',
    request('/', { query: 'Param1=value1' }),
    'a67d582fa61cc504c4bae71f336f98b97f1ea3c7a6bfe1b6e45aec72011b9aeb',
  ],
  ['get-utf8', request('/ሴ'), '8318018e0b0f223aa2bbf98705b62bb787dc9c0e678f255a891fd03141be5d85'],
  [
    'get-unreserved',
    request('/-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'),
    '07ef7494c76fa4850883e2b006601f940f8a34d404d0cfa977f52a65bbf5f24f',
  ],
  ['get-space', request('/example space/'), '652487583200325589f1fba4c7e578f72c47cb61beeca81406b39ddec1366741'],
  [
    'normalize-path/get-relative',
    request('/example/..'),
    '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31',
  ],
  [
    'normalize-path/get-relative-relative',
    request('/example1/example2/../..'),
    '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31',
  ],
  ['normalize-path/get-slash', request('//'), '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31'],
  [
    'normalize-path/get-slash-dot-slash',
    request('/./'),
    '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31',
  ],
  [
    'normalize-path/get-slash-pointless-dot',
    request('/./example'),
    'ef75d96142cf21edca26f06005da7988e4f8dc83a165a80865db7089db637ec5',
  ],
  [
    'normalize-path/get-slashes',
    request('//example//'),
    '9a624bd73a37c9a373b5312afbebe7a714a789de108f0bdfe846570885f57e84',
  ],
  [
    'get-header-value-trim',
    request('/', {
      headers: [
        ['My-Header1', ' value1'],
        ['My-Header2', ' "a   b   c"'],
      ],
    }),
    'acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736',
  ],
  [
    'post-vanilla',
    request('/', { method: 'POST' }),
    '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b',
  ],
  [
    'post-x-www-form-urlencoded',
    request('/', {
      method: 'POST',
      headers: [['Content-Type', 'application/x-www-form-urlencoded']],
      body: 'Param1=value1',
    }),
    'ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a',
  ],
  [
    'post-sts-token/post-sts-header-before',
    request('/', { method: 'POST', headers: [['X-Amz-Security-Token', token]] }),
    '85d96828115b5dc0cfc3bd16ad9e210dd772bbebba041836c64533a82be05ead',
  ],
])('signs %s of the published test suite', (_name, input, signature) => {
  expect(awsAuthorization(input, credentials, date)).toContain(`, Signature=${signature}`);
});

test('S3 paths are signed as sent, others are encoded once more', () => {
  const input = request('/a%20b//c/../d');
  expect(canonicalRequest(input, 's3').text.split('\n')[1]).toBe('/a%20b//c/../d');
  expect(canonicalRequest(input, 'execute-api').text.split('\n')[1]).toBe('/a%2520b/d');
  expect(canonicalRequest(request('/', { query: 'b=%20+&a=1&a=0&c' }), 's3').text.split('\n')[2]).toBe(
    'a=0&a=1&b=%20%2B&c=',
  );
});

test('a sent request has the date, the token and a signature over what is sent', async () => {
  let received: Record<string, string | string[] | undefined> = {};
  const server = await startHttp((incoming, response) => {
    received = incoming.headers;
    response.end();
  });
  const session = createHttpSession({
    scopes: [{ secret: credentials.secretAccessKey }],
    clock: new FakeClock('2015-08-30T12:36:00Z'),
  });
  const { status } = await session.execute(
    buildStep({
      method: 'POST',
      url: `${server.url}/bucket/key?x=1`,
      body: { type: 'text', content: 'hello' },
      authentication: {
        type: 'awsV4',
        ...credentials,
        secretAccessKey: '{{secret}}',
        service: 's3',
        sessionToken: 'tok',
      },
    }),
  );
  expect(status).toBe('passed');
  const signed = ['content-type', 'host', 'x-amz-content-sha256', 'x-amz-date', 'x-amz-security-token'];
  expect(received).toMatchObject({
    'x-amz-date': date,
    'x-amz-security-token': 'tok',
    'x-amz-content-sha256': sha256('hello'),
  });
  const expected = awsAuthorization(
    {
      method: 'POST',
      path: '/bucket/key',
      query: 'x=1',
      headers: signed.map((name) => [name, String(received[name])]),
      payloadHash: sha256('hello'),
    },
    { ...credentials, service: 's3' },
    date,
  );
  expect(received.authorization).toBe(expected);
  expect(received.authorization).toContain(`SignedHeaders=${signed.join(';')}`);
  await session.close();
  await server.close();
});
