import { createHash, createHmac } from 'node:crypto';
import { afterAll, expect, test, vi } from 'vitest';
import type { ScriptContext, ScriptRequest } from '../core/script-types.ts';
import { scriptContext } from '../testing/script-context.ts';
import { createScriptRunner } from './script-runner.ts';

const runner = createScriptRunner();
afterAll(() => runner.close());

const user = { id: 7, name: 'Ada', tags: ['a', 'b'], address: { city: 'London' }, active: true, score: 4.5 };
const response = { text: JSON.stringify(user), sizeBytes: 90, durationMs: 120 };
const run = (
  code: string,
  context: ScriptContext = scriptContext({ response, cookies: [{ name: 'session', value: 'abc' }] }),
) => runner.run({ code, kind: context.response ? 'test' : 'preRequest', context });

test.each([
  'pm.expect(1).to.equal(1); pm.expect(1).to.not.equal(2); pm.expect("a").to.eq("a")',
  'pm.expect({ a: [1] }).to.eql({ a: [1] }); pm.expect({ a: 1 }).to.deep.equal({ a: 1 }); pm.expect({ a: 1 }).to.not.equal({ a: 1 })',
  'pm.expect([1, 2]).to.include(2); pm.expect("text").to.contain("ex"); pm.expect({ a: 1, b: 2 }).to.include({ a: 1 })',
  'pm.expect([{ a: 1 }]).to.deep.include({ a: 1 })',
  'pm.expect({ a: { b: 1 } }).to.have.nested.property("a.b", 1); pm.expect({ a: 1 }).to.have.property("a").that.is.a("number")',
  'pm.expect([1, 2]).to.have.lengthOf(2); pm.expect("abc").to.have.length(3); pm.expect([1, 2]).to.have.length.above(1)',
  'pm.expect(3).to.be.above(2).and.below(4); pm.expect(3).to.be.at.least(3); pm.expect(3).to.be.at.most(3); pm.expect(3).to.be.within(1, 5)',
  'pm.expect([]).to.be.an("array"); pm.expect(null).to.be.a("null"); pm.expect({}).to.be.an("object").that.is.empty',
  'pm.expect("abc").to.match(/b/); pm.expect(2).to.be.oneOf([1, 2]); pm.expect([1, 2]).to.have.members([2, 1])',
  'pm.expect([1, 2, 3]).to.include.members([2]); pm.expect({ a: 1, b: 2 }).to.have.all.keys("a", "b"); pm.expect({ a: 1, b: 2 }).to.include.keys("a")',
  'pm.expect(1).to.be.ok; pm.expect(true).to.be.true; pm.expect(false).to.be.false; pm.expect(null).to.be.null; pm.expect(undefined).to.be.undefined; pm.expect("").to.be.empty; pm.expect(0).to.exist',
  'pm.expect(() => { throw new TypeError("bad input") }).to.throw(TypeError, /bad/); pm.expect(() => 1).to.not.throw()',
  'pm.expect(0.1 + 0.2).to.be.closeTo(0.3, 0.001); pm.expect(pm.response.json()).to.be.an("object").that.has.all.keys("id", "name", "tags", "address", "active", "score")',
  'pm.response.to.have.status(200); pm.response.to.have.status("OK"); pm.response.to.be.ok; pm.response.to.be.success; pm.response.to.not.be.error',
  'pm.response.to.have.header("content-type"); pm.response.to.have.header("Content-Type", "application/json"); pm.response.to.be.json; pm.response.to.be.withBody',
  'pm.response.to.have.jsonBody(); pm.response.to.have.jsonBody("address.city", "London"); pm.response.to.not.have.jsonBody("error"); pm.expect(pm.response).to.have.status(200)',
  'pm.expect(pm.response.code).to.be.oneOf([200, 201]); pm.expect(pm.response.responseTime).to.be.below(200); pm.expect(pm.response.text()).to.include("Ada")',
  'pm.expect(pm.response.headers.get("Content-Type")).to.include("json"); pm.expect(pm.cookies.get("session")).to.equal("abc"); pm.expect(pm.cookies.has("none")).to.be.false',
  'const schema = { type: "object", required: ["id"], properties: { id: { type: "integer" }, tags: { $ref: "#/definitions/t" } }, definitions: { t: { type: "array" } } }; pm.response.to.have.jsonSchema(schema); pm.expect(tv4.validate(pm.response.json(), schema)).to.be.true; pm.response.to.not.have.jsonSchema({ type: "array" })',
  'pm.expect(responseCode.code).to.equal(200); pm.expect(JSON.parse(responseBody).id).to.equal(7); pm.expect(responseTime).to.be.below(500); pm.expect(postman.getResponseHeader("content-type")).to.include("json")',
  'pm.expect(xml2Json("<a x=\\"1\\"><b>t</b><b>u &amp; v</b></a>")).to.eql({ a: { $: { x: "1" }, b: ["t", "u & v"] } })',
  'pm.expect(atob(btoa("häß"))).to.equal("häß"); pm.expect(pm.info.requestName).to.equal("Get user"); pm.expect(pm.info.eventName).to.equal("test")',
  'pm.expect(pm.request.url.toString()).to.equal("https://api.test/users?page=1"); pm.expect(pm.request.url.query.get("page")).to.equal("1"); pm.expect(pm.request.url.getPath()).to.equal("/users"); pm.expect(pm.request.url.host.join(".")).to.equal("api.test")',
])('expectation holds: %s', async (code) => {
  const outcome = await run(`pm.test("t", () => { ${code} })`);
  expect(outcome.error).toBeUndefined();
  expect(outcome.tests).toEqual([{ name: 't', passed: true, message: '' }]);
});

test.each([
  ['pm.expect(404).to.equal(200)', 'expected 404 to equal 200'],
  ['pm.expect(1, "the id").to.not.equal(1)', 'the id: expected 1 to not equal 1'],
  ['pm.response.to.have.status(201)', 'expected response to have status code 201 but got 200'],
  ['pm.expect([1]).to.have.lengthOf(2)', 'expected [ 1 ] to have a length of 2 but got 1'],
  ['pm.expect({ a: 1 }).to.have.property("b")', "expected { a: 1 } to have property 'b'"],
  ['pm.expect("5").to.be.above(3)', "expected '5' to be a number or a date"],
  ['pm.response.json().missing.deep', "TypeError: cannot read property 'deep' of undefined"],
  ['throw "text"', "The script threw 'text'."],
  ['pm.response.to.have.jsonSchema({ required: ["nope"] })', /to satisfy schema but found following errors: \n.*nope/],
])('a failed expectation says why: %s', async (code, message) => {
  const { tests } = await run(`pm.test("t", () => { ${code} })`);
  expect(tests[0]).toMatchObject({
    passed: false,
    message: expect.stringMatching(message instanceof RegExp ? message : `^${literal(message)}$`),
  });
});

test.each([
  ['pm.expect(404).to.equal(200)', { expected: 200, actual: 404 }],
  ['pm.expect(404, "the status").to.equal(200)', { expected: 200, actual: 404 }],
  ['pm.expect({ a: [1] }).to.eql({ a: [2] })', { expected: { a: [2] }, actual: { a: [1] } }],
  ['pm.expect(undefined).to.equal("a")', { expected: 'a' }],
  ['pm.expect(false).to.be.true', { expected: true, actual: false }],
  ['pm.expect(1).to.not.equal(1)', undefined],
  ['pm.expect(5).to.be.above(7)', undefined],
  ['pm.expect("a".repeat(5000)).to.equal("b")', undefined],
  ['throw { name: "AssertionError", message: "expected 1 to equal 2", expected: 2, actual: 1n }', undefined],
])('of %s the compared values are %j', async (code, values) => {
  const { tests } = await run(`pm.test("t", () => { ${code} })`);
  expect(tests[0]?.values).toEqual(values);
});

test.each([
  'pm.expect(false).to.be.ture',
  'pm.expect(true).to.be.fasle',
  'pm.response.to.be.okk',
  'pm.response.to.have.sttaus(201)',
  'pm.expect(pm.response).to.be.sucess',
  'pm.expect([]).to.be.an.arry',
  'pm.expect(1).to.eqaul(2)',
  'pm.request.to.be.okk',
])('an unknown word in an expectation fails: %s', async (code) => {
  const { tests } = await run(`pm.test("t", () => { ${code} })`);
  expect(tests[0]).toMatchObject({
    passed: false,
    message: expect.stringMatching(/Invalid Chai property|not a function/),
  });
});

const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

test('variables of all scopes are read in order and changes are reported per scope', async () => {
  const outcome = await run(
    `console.log(pm.variables.get('a'), pm.variables.get('b'), pm.variables.get('c'), pm.variables.get('row'), pm.iterationData.get('row'));
     pm.environment.set('n', 5); pm.environment.set('o', { x: 1 }); pm.environment.unset('a'); pm.globals.set('g', 'G');
     pm.collectionVariables.set('c', 'C2'); pm.variables.set('l', true); postman.setEnvironmentVariable('old', 'way');
     console.log(pm.variables.replaceIn('{{c}}-{{l}}-{{$guid}}-{{unknown}}'), pm.environment.has('n'), JSON.stringify(pm.environment.toObject()));`,
    scriptContext({
      variables: {
        environment: { a: 'env', b: 'env' },
        globals: { b: 'global', c: 'global' },
        collection: { c: 'C' },
        data: { row: 'r1', a: 'row' },
      },
    }),
  );
  expect(outcome.error).toBeUndefined();
  expect(outcome.logs.map(({ text }) => text)).toEqual([
    'row env C r1 r1',
    'C2-true-{{$guid}}-{{unknown}} true {"b":"env","n":5,"o":{"x":1},"old":"way"}',
  ]);
  expect(outcome.variables).toEqual({
    environment: { set: { n: '5', o: '{"x":1}', old: 'way' }, unset: ['a'], typed: { n: 5, o: { x: 1 } } },
    globals: { set: { g: 'G' }, unset: [] },
    collection: { set: { c: 'C2' }, unset: [] },
    local: { set: { l: 'true' }, unset: [], typed: { l: true } },
  });
});

test('a pre-request script changes method, address, headers and body', async () => {
  const { request, error } = await run(
    `pm.request.method = 'POST';
     pm.request.url.query.add({ key: 'sig', value: '1' });
     pm.request.headers.add({ key: 'X-A', value: '1' });
     pm.request.headers.upsert({ key: 'X-B', value: '2' });
     pm.request.headers.remove('X-C');
     pm.request.body.update({ mode: 'raw', raw: JSON.stringify({ a: 1 }) });`,
    scriptContext({
      request: { method: 'GET', url: 'https://api.test/users?page=1', headers: [], body: { mode: 'raw', raw: 'x' } },
    }),
  );
  expect(error).toBeUndefined();
  expect(request).toEqual({
    method: 'POST',
    url: 'https://api.test/users?page=1&sig=1',
    headers: [
      { operation: 'add', key: 'X-A', value: '1' },
      { operation: 'add', key: 'X-B', value: '2' },
    ],
    body: { mode: 'raw', raw: '{"a":1}' },
  });
});

test.each([
  ['pm.setNextRequest("Login")', { nextRequest: 'Login' }],
  ['postman.setNextRequest(null)', { nextRequest: null }],
  ['pm.execution.setNextRequest("A")', { nextRequest: 'A' }],
])('flow: %s', async (code, wanted) => {
  expect(await run(code)).toMatchObject(wanted);
});

test("a request is skipped only before it is sent, and the script's later tests don't count", async () => {
  const code = 'pm.test("a", () => 1); pm.execution.skipRequest(); pm.test("b", () => 1);';
  const { skipRequest, tests } = await run(code, scriptContext());
  expect([skipRequest, tests.map(({ name }) => name)]).toEqual([true, ['a']]);
  expect((await run(code)).error?.message).toContain('skipRequest is not a function');
});

test('older forms and asynchronous tests give results in order', async () => {
  const { tests } = await run(
    `tests['Status is 200'] = responseCode.code === 200; tests['is wrong'] = 1 > 2;
     pm.test('slow', (done) => setTimeout(() => done(), 20));
     pm.test('async', async () => { await new Promise((r) => setTimeout(r, 5)); throw new Error('late') });
     pm.test('never', (done) => {});`,
  );
  expect(tests).toEqual([
    { name: 'slow', passed: true, message: '' },
    { name: 'async', passed: false, message: 'Error: late' },
    { name: 'never', passed: false, message: expect.stringContaining('did not finish') },
    { name: 'Status is 200', passed: true, message: '' },
    { name: 'is wrong', passed: false, message: "tests['is wrong'] is not true." },
  ]);
});

test("an error thrown in a later callback of a library is the script's", async () => {
  const { error } = await run(
    `const { Writable } = require('stream');
     const out = new Writable({ write: (chunk, encoding, done) => done() });
     out.end('a', () => { throw new Error('when the stream has ended') });`,
  );
  expect(error?.message).toContain('when the stream has ended');
});

test('CryptoJS returns the same digests as node:crypto', async () => {
  const text = 'häß€😀'.repeat(20);
  const { logs, error } = await run(
    `const t = ${JSON.stringify(text)};
     for (const [name, make] of Object.entries({ MD5: CryptoJS.MD5, SHA1: CryptoJS.SHA1, SHA256: CryptoJS.SHA256, SHA512: CryptoJS.SHA512 })) console.log(make(t).toString());
     console.log(CryptoJS.HmacSHA256(t, 'key').toString(CryptoJS.enc.Base64));
     console.log(CryptoJS.HmacSHA512(t, 'k'.repeat(200)).toString());
     console.log(require('crypto-js').enc.Base64.stringify(CryptoJS.enc.Utf8.parse(t)), CryptoJS.enc.Utf8.stringify(CryptoJS.enc.Base64.parse('w6Q=')));`,
  );
  expect(error).toBeUndefined();
  const digest = (name: string) => createHash(name).update(text).digest('hex');
  expect(logs.map((log) => log.text)).toEqual([
    digest('md5'),
    digest('sha1'),
    digest('sha256'),
    digest('sha512'),
    createHmac('sha256', 'key').update(text).digest('base64'),
    createHmac('sha512', 'k'.repeat(200)).update(text).digest('hex'),
    `${Buffer.from(text).toString('base64')} ä`,
  ]);
});

test.each([
  ["require('fs')", "Cannot find module 'fs': scripts can use only the packages that Postman's scripts have."],
  ["require('../../package.json')", "Cannot find module '../../package.json'"],
  ["pm.require('@team/package')", 'packages of Postman'],
  ['await pm.vault.get("a")', 'Use a secret variable of the environment'],
  ['await pm.execution.runRequest("a")', 'requests that are stored at Postman'],
])('an unavailable function says so: %s', async (code, message) => {
  const { error } = await run(code);
  expect(error).toMatchObject({ code: 'SCRIPT_ERROR', message: expect.stringContaining(message), line: 1 });
});

test('sendRequest asks the host, at most 20 times, in both forms', async () => {
  const sent: ScriptRequest[] = [];
  const outcome = await runner.run({
    kind: 'preRequest',
    context: scriptContext({ variables: { environment: { host: 'https://auth.test' } } }),
    code: `pm.sendRequest({ url: '{{host}}/token', method: 'POST', header: { 'X-A': 'b' }, body: { mode: 'urlencoded', urlencoded: [{ key: 'grant', value: 'x' }] } }, (err, res) => {
        pm.environment.set('token', res.json().token); });
      const res = await pm.sendRequest('https://slow.test');
      console.log(res.code, res.headers.get('x-n'));
      let refused = 0;
      for (let i = 0; i < 25; i += 1) await pm.sendRequest('https://n.test').catch((error) => { refused += 1; });
      console.log(refused);
      pm.sendRequest('https://down.test', (err) => console.log(String(err)));`,
    send: async (request) => {
      sent.push(request);
      return {
        status: 200,
        statusText: 'OK',
        headers: [['X-N', '1']],
        text: '{"token":"t1"}',
        durationMs: 1,
        sizeBytes: 14,
      };
    },
  });
  expect(outcome.error).toBeUndefined();
  expect(outcome.variables.environment.set).toEqual({ token: 't1' });
  expect(outcome.logs.map(({ text }) => text)).toEqual(['200 1', '7', expect.stringContaining('20 requests')]);
  expect(sent).toHaveLength(20);
  expect(sent[0]).toEqual({
    method: 'POST',
    url: 'https://auth.test/token',
    headers: [{ key: 'X-A', value: 'b' }],
    body: { mode: 'urlencoded', urlencoded: [{ key: 'grant', value: 'x' }] },
  });
});

test("waiting for a response doesn't use up a script's time", async () => {
  await runner.warm();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  try {
    const outcome = await runner.run({
      kind: 'preRequest',
      context: scriptContext({}),
      code: `console.log((await pm.sendRequest('https://slow.test')).code)`,
      send: async () => {
        // Once the script waits, its clock stands still, and an hour may pass.
        while (vi.getTimerCount() > 0) await new Promise((done) => setImmediate(done));
        vi.advanceTimersByTime(3_600_000);
        return { status: 200, statusText: 'OK', headers: [], text: '', durationMs: 1, sizeBytes: 0 };
      },
    });
    expect(outcome.error).toBeUndefined();
    expect(outcome.logs.map(({ text }) => text)).toEqual(['200']);
  } finally {
    vi.useRealTimers();
  }
});
