import { afterAll, beforeAll, expect, test } from 'vitest';
import { runSteps } from '../../core/run-steps.ts';
import { joinScripts } from '../../core/script/script-parts.ts';
import type { StepEvent } from '../../core/session.ts';
import { buildStep } from '../../testing/build-step.ts';
import { type LocalServer, startHttp } from '../../testing/local-server.ts';
import { createAddressPolicy } from '../address/address-policy.ts';
import { createHttpSession } from '../http-session.ts';

let server: LocalServer;
beforeAll(async () => {
  server = await startHttp((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      response.setHeader('Content-Type', 'application/json');
      response.setHeader('Set-Cookie', 'sid=s1');
      const { method, url, headers } = request;
      response.end(JSON.stringify({ method, url, headers, body: Buffer.concat(chunks).toString(), token: 't-1' }));
    });
  });
});
afterAll(() => server.close());

const session = (scopes: Record<string, string>[] = [{}]) => createHttpSession({ scopes });

test('a pre-request script changes the request, a test script checks the response and keeps values', async () => {
  const own = session([{ base: server.url, secret: 'abc' }]);
  const result = await own.execute(
    buildStep({
      method: 'POST',
      url: '{{base}}/orders',
      headers: [
        { key: 'X-Keep', value: '1' },
        { key: 'X-Drop', value: '1' },
      ],
      body: { type: 'json', content: '{"n":1}' },
      preRequestScript: `
        const signature = CryptoJS.HmacSHA256(pm.request.body.raw, pm.environment.get('secret')).toString();
        pm.request.headers.upsert({ key: 'X-Signature', value: signature });
        pm.request.headers.remove('x-drop');
        pm.variables.set('page', 3);
        pm.request.url.query.add({ key: 'page', value: '{{page}}' });`,
      testScript: `
        const body = pm.response.json();
        pm.test('is signed', () => pm.expect(body.headers['x-signature']).to.have.lengthOf(64));
        pm.test('is wrong', () => pm.expect(body.method).to.equal('GET'));
        pm.test('cookie', () => pm.expect(pm.cookies.get('sid')).to.equal('s1'));
        pm.environment.set('token', body.token); console.log(body.url);`,
      assertions: [{ kind: 'status', operator: 'equals', expected: 200 }],
    }),
  );
  expect(result.error).toBeUndefined();
  expect(result.status).toBe('failed');
  expect(result.assertions.map(({ kind, path, status }) => [kind, path, status])).toEqual([
    ['status', undefined, 'passed'],
    ['script', 'is signed', 'passed'],
    ['script', 'is wrong', 'failed'],
    ['script', 'cookie', 'passed'],
  ]);
  expect(result.assertions[2]?.message).toBe(`Test 'is wrong' failed: expected "GET", got "POST"`);
  expect(result.scriptLogs).toEqual([{ level: 'log', text: '/orders?page=3' }]);
  expect(result.request?.headers.some(([name]) => name === 'X-Drop')).toBe(false);
  expect(own.state()).toMatchObject({ variables: { page: '3' }, scopes: { environment: { set: { token: 't-1' } } } });

  const resumed = createHttpSession({ scopes: [{ base: server.url }], state: structuredClone(own.state()) });
  const next = await resumed.execute(
    buildStep({
      url: '{{base}}/{{token}}',
      testScript: 'pm.test("u", () => pm.expect(pm.response.json().url).to.equal("/t-1"))',
    }),
  );
  expect(next.status).toBe('passed');
});

test.each([
  [
    'preRequestScript',
    'foo()',
    {
      status: 'failed',
      response: { status: 200 },
      assertions: [
        { kind: 'script', message: "Pre-request script failed: ReferenceError: 'foo' is not defined (line 1)" },
      ],
    },
  ],
  [
    'testScript',
    '\nfoo()',
    {
      status: 'failed',
      assertions: [{ kind: 'script', message: "Test script failed: ReferenceError: 'foo' is not defined (line 2)" }],
    },
  ],
  [
    'preRequestScript',
    'pm.execution.skipRequest()',
    { status: 'cancelled', skippedByScript: true, response: undefined },
  ],
  ['testScript', '   ', { status: 'passed', assertions: [] }],
])('%s: %s', async (kind, code, wanted) => {
  expect(await session().execute(buildStep({ url: server.url, [kind]: code }))).toMatchObject(wanted);
});

test('sendRequest uses the session, under its address policy', async () => {
  const code = `const r = await pm.sendRequest({ url: '{{base}}/login', method: 'POST', header: { A: 'b' }, body: { mode: 'raw', raw: 'u1' } });
    pm.environment.set('got', r.json().method + r.json().body);`;
  const step = buildStep({ url: `${server.url}/{{got}}`, preRequestScript: code });
  const allowed = await session([{ base: server.url }]).execute(step);
  expect(allowed.request?.url).toContain('/POSTu1');
  const refusing = createHttpSession({
    scopes: [{ base: 'http://169.254.169.254' }],
    addressPolicy: createAddressPolicy(),
  });
  const refused = await refusing.execute(step);
  expect(refused.assertions[0]).toMatchObject({
    status: 'failed',
    message: expect.stringMatching(/^Pre-request script failed: .*169\.254\.169\.254/),
  });
});

test.each([
  ["{ type: 'hawk', hawk: { authId: 'i', authKey: 'k', algorithm: 'sha256' } }", /^Hawk id="i"/],
  [
    "{ type: 'oauth1', oauth1: [{ key: 'consumerKey', value: 'c' }, { key: 'addParamsToHeader', value: true }] }",
    /^OAuth oauth_consumer_key="c"/,
  ],
  ["{ type: 'awsv4', awsv4: { accessKey: 'a', secretKey: 's' } }", /^AWS4-HMAC-SHA256 Credential=a/],
  ["{ type: 'basic', basic: { username: 'u', password: 'p' } }", /^Basic dTpw$/],
])('sendRequest signs with %s', async (auth, header) => {
  const code = `const r = await pm.sendRequest({ url: '{{base}}/x', method: 'GET', auth: ${auth} });
    pm.variables.set('got', r.json().headers.authorization);`;
  const own = session([{ base: server.url }]);
  const result = await own.execute(buildStep({ url: server.url, preRequestScript: code }));
  expect(result.error).toBeUndefined();
  expect(own.state().variables.got).toMatch(header);
});

test("a script sees the authentication of its request in Postman's format", async () => {
  const code = `const { auth } = pm.request; pm.variables.set('auth', auth.type + JSON.stringify(auth.parameters().toObject()));`;
  const own = session();
  await own.execute(
    buildStep({
      url: server.url,
      authentication: {
        type: 'oauth1',
        signatureMethod: 'HMAC-SHA256',
        consumerKey: 'c',
        in: 'header',
        includeBodyHash: true,
      },
      preRequestScript: code,
    }),
  );
  expect(own.state().variables.auth).toBe(
    'oauth1{"signatureMethod":"HMAC-SHA256","consumerKey":"c","includeBodyHash":true,"addParamsToHeader":true}',
  );
});

test('a data row takes precedence over everything else, and reaches scripts', async () => {
  const own = session([{ name: 'environment' }]);
  const code =
    'pm.test("row", () => { pm.expect(pm.iterationData.get("name")).to.equal("row"); pm.expect(pm.info.iteration).to.equal(4) })';
  const step = buildStep({
    url: `${server.url}/{{name}}`,
    testScript: code,
    scope: { name: 'row' },
    iteration: { index: 4, count: 9, label: 'row 5', stepName: 'Step' },
  });
  const result = await own.execute(step);
  expect(result.request?.url).toBe(`${server.url}/row`);
  expect(result.status).toBe('passed');
});

test('runSteps follows setNextRequest: polling until ready', async () => {
  const events: string[] = [];
  const poll = `const n = Number(pm.variables.get('n') || 0) + 1; pm.variables.set('n', n);
    if (n < 3) pm.setNextRequest('Poll'); else pm.setNextRequest('Done');`;
  await runSteps({
    session: session(),
    concurrency: 1,
    signal: new AbortController().signal,
    steps: ['Poll', 'Never', 'Done'].map((name) =>
      buildStep({ id: name, name, url: server.url, ...(name === 'Poll' ? { testScript: poll } : {}) }),
    ),
    emit: (event: StepEvent) => {
      if (event.type !== 'started') events.push(`${event.type} ${event.step.name}`);
    },
  });
  expect(events).toEqual(['finished Poll', 'finished Poll', 'finished Poll', 'skipped Never', 'finished Done']);
});

test("the cookie jar of scripts is the session's", async () => {
  const own = session();
  const code = `const jar = pm.cookies.jar();
    const url = '${server.url}';
    await jar.set(url, 'a', '1');
    await jar.set(url, { name: 'b', value: '2', httpOnly: true });
    await jar.set(url, 'c=3; Path=/');
    await jar.unset(url, 'c');
    pm.test('get', async () => pm.expect(await jar.get(url, 'a')).to.equal('1'));
    pm.test('all', async () => pm.expect((await jar.getAll(url)).toObject()).to.eql({ a: '1', b: '2' }));
    pm.test('callback', (done) => jar.get(url, 'none', (error, value) => { pm.expect([error, value]).to.eql([null, null]); done(); }));
    pm.test('foreign', async () => { let said; await jar.set(url, 'd=1; Domain=other.test').catch((error) => { said = error; }); pm.expect(said).to.be.an('error'); });`;
  const step = buildStep({ url: server.url, preRequestScript: code });
  const result = await own.execute(step);
  expect(result.assertions.map(({ path, status }) => [path, status])).toEqual(
    ['get', 'all', 'callback', 'foreign'].map((name) => [name, 'passed']),
  );
  expect(result.request?.headers.find(([name]) => name === 'Cookie')?.[1]).toBe('a=1; b=2');
});

test('values keep their type between scripts, also in a resumed session', async () => {
  const first = session([{ base: server.url }]);
  const set = `pm.environment.set('n', 5); pm.globals.set('o', { a: [1] }); pm.variables.set('b', true); pm.environment.set('t', '5');`;
  await first.execute(buildStep({ url: server.url, testScript: set }));
  const checks = `pm.test('types', () => pm.expect([pm.environment.get('n'), pm.globals.get('o'), pm.environment.get('t')]).to.eql([5, { a: [1] }, '5']));`;
  const state = structuredClone(first.state());
  const resumed = createHttpSession({ scopes: [{ base: server.url }], state });
  for (const one of [first, resumed]) {
    const { status, request } = await one.execute(buildStep({ url: `${server.url}/{{n}}`, testScript: checks }));
    expect([status, request?.url]).toEqual(['passed', `${server.url}/5`]);
  }
});

test('an error in one script skips neither the others nor the request', async () => {
  const scripts = (...list: string[]) => joinScripts(list)!;
  const result = await session().execute(
    buildStep({
      url: server.url,
      preRequestScript: scripts('nope()', 'pm.environment.set("a", 1)', 'const = 1'),
      testScript: scripts('nope()', 'pm.test("a", () => pm.expect(pm.environment.get("a")).to.equal(1))'),
    }),
  );
  expect(result.response?.status).toBe(200);
  expect(result.assertions.map(({ message, status }) => `${status} ${message.split(':')[0]}`)).toEqual([
    'failed Pre-request script failed',
    'failed Pre-request script failed',
    'failed Test script failed',
    'passed a',
  ]);
});
