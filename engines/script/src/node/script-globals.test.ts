import { afterAll, describe, expect, test } from 'vitest';
import type { CookieCall, ScriptBody, ScriptContext } from '../core/script-types.ts';
import { scriptContext } from '../testing/script-context.ts';
import { createScriptRunner } from './script-runner.ts';

const runner = createScriptRunner();
afterAll(() => runner.close());

/** A script's return value, or the message with which it failed. */
async function resultOf(code: string, context: ScriptContext = scriptContext({ response: {} })): Promise<unknown> {
  const { returned, error } = await runner.run({ code, kind: 'test', context, inputs: {} });
  return error === undefined ? returned : error.message;
}

describe('the console shows', () => {
  test.each([
    ['"text", 1, true, null, undefined', 'text 1 true null undefined'],
    ['["text"]', "[ 'text' ]"],
    ['{}', '{}'],
    ['[]', '[]'],
    ['{ a: 1, "b-c": [1n], "-": {} }', "{ a: 1, 'b-c': [ 1n ], '-': {} }"],
    ['function named() {}, [() => 1], class A {}', '[Function: named] [ [Function] ] [Function: A]'],
    ['new TypeError("bad"), [new Error("x")]', 'TypeError: bad [ Error: x ]'],
    ['/a+/g, new Date(0).toJSON(), [Symbol("s")]', '/a+/g 1970-01-01T00:00:00.000Z [ Symbol(s) ]'],
    ['{ a: { b: { c: { d: {} } } } }', '{ a: { b: { c: { d: {…} } } } }'],
    ['[[[[[1]]]]]', '[ [ [ [ […] ] ] ] ]'],
    [
      '(() => { const a = { n: 1 }; a.a = a; return [a, a.a] })()',
      '[ { n: 1, a: [Circular] }, { n: 1, a: [Circular] } ]',
    ],
    ['Array(51).fill(0)', `[ ${'0, '.repeat(50)}… ]`],
    ['Array(50).fill(0)', `[ ${'0, '.repeat(49)}0 ]`],
    ['["x".repeat(200)]', `[ '${'x'.repeat(200)}' ]`],
    ['["x".repeat(201)]', `[ '${'x'.repeat(199)}…' ]`],
    ['"x".repeat(1001)', 'x'.repeat(1000)],
    ['{ get a() { throw 1 } }', '[value that cannot be shown]'],
  ])('%s', async (values, text) => {
    const { logs } = await runner.run({ code: `console.log(${values})`, kind: 'preRequest', context: scriptContext() });
    expect(logs).toEqual([{ level: 'log', text }]);
  });

  test('an object with many members as far as it is useful', async () => {
    const code = 'console.log(Object.fromEntries(Array.from({ length: 51 }, (_, n) => ["k" + n, n])))';
    const { logs } = await runner.run({ code, kind: 'preRequest', context: scriptContext() });
    expect(logs[0]?.text).toMatch(/^\{ k0: 0, .*k49: 49, … \}$/);
  });

  test('each level', async () => {
    const names = ['log', 'info', 'debug', 'trace', 'dir', 'table', 'warn', 'error', 'clear'];
    const code = `for (const name of ${JSON.stringify(names)}) console[name](name)`;
    const { logs } = await runner.run({ code, kind: 'preRequest', context: scriptContext() });
    expect(logs.map(({ level, text }) => `${level} ${text}`)).toEqual([
      'log log',
      'info info',
      'log debug',
      'log trace',
      'log dir',
      'log table',
      'warn warn',
      'error error',
    ]);
  });
});

test.each([
  ['throw new TypeError("bad")', 'TypeError: bad'],
  ['throw null', 'The script threw null.'],
  ['throw { message: 5, a: 1 }', 'The script threw { message: 5, a: 1 }.'],
  ['throw { message: "plain" }', 'plain'],
  ['throw { name: "", message: "plain" }', 'plain'],
  ['throw { get name() { throw 1 } }', 'The script threw a value that cannot be shown.'],
  ['pm.expect(1).to.equal(2)', 'expected 1 to equal 2'],
  ['setTimeout("x")', 'TypeError: The timer needs a function'],
  ['setTimeout(() => { throw new Error("later") }, 1)', 'Error: later'],
  ['btoa("€")', 'Error: btoa: the text holds characters outside Latin-1'],
  ['atob("a*b")', 'Error: The text to decode is not base64'],
  ['pm.visualizer.set(1)', 'Error: Invalid template. Template must be of type string, found number'],
  ['pm.visualizer.set("a", "b")', 'Error: Invalid data. Data must be an object, found string'],
  ['pm.visualizer.set("a", {}, "b")', 'Error: Invalid options. Options must be an object, found string'],
  ['pm.cookies.jar().get("a.test")', 'TypeError: CookieJar.get() requires cookie name to be a string'],
  ['pm.cookies.jar().unset("a.test")', 'TypeError: CookieJar.unset() requires cookie name to be a string'],
  ['pm.cookies.jar().set("a.test")', 'TypeError: CookieJar.set() requires a valid set cookie arguments'],
  ['pm.cookies.jar().clear()', 'TypeError: CookieJar.clear() requires a valid url'],
])('%s fails with an error message', async (code, message) => {
  expect(await resultOf(code)).toBe(message);
});

const inTheBody = (body: ScriptBody) =>
  scriptContext({ response: {}, request: { method: 'POST', url: '', headers: [], body } });

test.each<[code: string, value: unknown, context?: ScriptContext]>([
  ['return ["", "a", "ab", "abc", "\\xff\\x80~"].map(btoa)', ['', 'YQ==', 'YWI=', 'YWJj', '/4B+']],
  [
    'return ["", "YQ==", "YWI", " YW\\nJj", "_4B-"].map((text) => escape(atob(text)))',
    ['', 'a', 'ab', 'abc', '%FF%80%7E'],
  ],
  ['return Buffer.from("ä").toString("hex")', 'c3a4'],
  ['return [...crypto.getRandomValues(new Uint8Array(64))].some((byte) => byte > 15)', true],
  [
    'return require("uuid").v4()',
    expect.stringMatching(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/),
  ],
  ['return require("uuid")() === require("uuid").v4()', false],
  ['return pm.visualizer.set("a", { b: 1 }, {}) ?? pm.visualizer.set("a") ?? pm.visualizer.clear() ?? null', null],
  ['pm.test("a"); pm.test.skip("b"); pm.test("c"); return pm.test.index()', 3],
  ['return [pm.execution.location.current, ...pm.execution.location]', ['Get user', 'Get user']],
  ['return "text".has("ex") && !"text".has("x$") && "text".has(/t$/)', true],
  ['return "response" in pm', true],
  ['_ = 5; return _', 5],
  ['return [_.max([1, 3, 2]), typeof Backbone.Model, typeof cheerio.load]', [3, 'function', 'function']],
  [
    'return [request.method, request.url, request.id, request.name, request.headers, request.data]',
    ['GET', 'https://api.test/users?page=1', 'step-1', 'Get user', {}, {}],
  ],
  ['return request.data', 'x', inTheBody({ mode: 'raw', raw: 'x' })],
  ['return request.data', {}, inTheBody({ mode: 'file' })],
  ['return request.data', {}, inTheBody({ mode: 'graphql', graphql: { query: '{ a }', variables: '' } })],
  [
    'return request.data',
    { a: ['1', '3', '4'], b: '2' },
    inTheBody({
      mode: 'urlencoded',
      urlencoded: [
        { key: 'a', value: '1' },
        { key: 'b', value: '2' },
        { key: 'a', value: '3' },
        { key: 'a', value: '4' },
      ],
    }),
  ],
  ['return request.data', { a: '1' }, inTheBody({ mode: 'formdata', formdata: [{ key: 'a', value: '1' }] })],
  [
    'return [responseHeaders, responseCode.code, responseCode.name, typeof responseCode.detail, responseTime]',
    [{ 'Content-Type': 'application/json' }, 200, 'OK', 'string', 12],
  ],
  ['return [postman.getResponseHeader("x"), postman.getResponseHeader("content-TYPE")]', [null, 'application/json']],
  [
    'return [postman.getResponseCookie("sid").value, responseCookies.one("sid").value]',
    ['7', '7'],
    scriptContext({ response: {}, cookies: [{ name: 'sid', value: '7' }] }),
  ],
  ['return xml2Json("no xml <") ?? "nothing"', 'nothing'],
  [
    'return [data.id, iteration]',
    ['7', 2],
    scriptContext({
      response: {},
      info: { requestName: 'r', requestId: 's', iteration: 2, iterationCount: 3 },
      variables: { data: { id: '7' } },
    }),
  ],
  [
    'return [pm.response.size().body, pm.response.responseSize, pm.response.stream.toString("hex"), pm.response.text()]',
    [3, 3, '00ff01', '\u0000?\u0001'],
    scriptContext({ response: { text: '\u0000?\u0001', base64: 'AP8B', sizeBytes: 3 } }),
  ],
  ['return pm.response.stream.toString("hex")', 'c3a4', scriptContext({ response: { text: 'ä' } })],
  ['pm.response.stream = 7; return pm.response.stream', 7],
  [
    'return [pm.response.cookies.one("a").value, pm.response.cookies.count()]',
    ['1', 2],
    scriptContext({
      response: {
        headers: [
          ['Set-Cookie', 'a=1; Path=/'],
          ['X', 'y'],
          ['set-cookie', 'b=2'],
        ],
      },
    }),
  ],
  ['return pm.response.reason()', 'Teapot', scriptContext({ response: { status: 418, statusText: 'Teapot' } })],
  [
    'return pm.response.reason()',
    "I'm a teapot (RFC 2324)",
    scriptContext({ response: { status: 418, statusText: '' } }),
  ],
])('%s returns %j', async (code, value, context) => {
  expect(await resultOf(code, context)).toEqual(value);
});

test('older scripts read and set variables as properties and with functions', async () => {
  const { returned, variables, error } = await runner.run({
    kind: 'preRequest',
    inputs: {},
    context: scriptContext({ variables: { environment: { a: '1', b: '2' }, globals: { g: '3', h: '4' } } }),
    code: `environment.own = 'mine'; postman.setEnvironmentVariable('c', 5); postman.setEnvironmentVariable('no', false);
      postman.clearEnvironmentVariable('b'); postman.setGlobalVariable('i', { toString: () => 'text' });
      const seen = [environment.a, environment.b, environment.c, environment.own, 'a' in environment, 'x' in environment,
        Object.keys(environment).sort().join(), postman.getEnvironmentVariable('a'), globals.g, postman.getGlobalVariable('g')];
      postman.clearGlobalVariable('g'); seen.push('g' in globals); postman.clearGlobalVariables(); seen.push('h' in globals);
      postman.clearEnvironmentVariables(); seen.push('a' in environment, typeof pm.response, typeof responseBody);
      return seen;`,
  });
  expect(error).toBeUndefined();
  expect(returned).toEqual([
    ...['1', null, '5', 'mine', true, false, 'a,c,no,own', '1', '3', '3', false, false, false],
    ...['undefined', 'undefined'],
  ]);
  expect(variables.environment).toEqual({ set: {}, unset: ['a', 'b'] });
  expect(variables.globals).toEqual({ set: {}, unset: ['g', 'h'] });
});

test('timers fire in order, repeatedly, until they are cleared', async () => {
  const code = `const seen = [];
    const note = (...input) => seen.push(input.join('+'));
    clearTimeout(setTimeout(note, 0, 'never')); clearImmediate(setImmediate(note, 'never')); clearTimeout('no timer');
    setImmediate(note, 'at once', 1); setTimeout(note, 30, 'last');
    let count = 0;
    const id = setInterval((name) => { note(name); count += 1; if (count === 3) clearInterval(id) }, 1, 'again');
    await new Promise((done) => setTimeout(done, 40));
    return seen;`;
  expect(await resultOf(code)).toEqual(['at once+1', 'again', 'again', 'again', 'last']);
});

describe('the cookie jar', () => {
  async function inJar(code: string): Promise<{ calls: CookieCall[]; value: unknown }> {
    const calls: CookieCall[] = [];
    const { returned, error } = await runner.run({
      kind: 'preRequest',
      inputs: {},
      context: scriptContext(),
      code: `const jar = pm.cookies.jar(); ${code}`,
      cookies: (call) => {
        calls.push(call);
        if (call.url === 'http://down.test') throw new Error('The jar is closed.');
        if (call.operation === 'getAll')
          return [
            { name: 'a', value: '1' },
            { name: 'b', value: '2' },
          ];
        return call.operation === 'get' && call.name === 'none' ? [] : [{ name: 'a', value: '1' }];
      },
    });
    return { calls, value: error === undefined ? returned : error.message };
  }

  test.each<[code: string, call: CookieCall, value: unknown]>([
    ['return await jar.get("https://a.test", "a")', { operation: 'get', url: 'https://a.test', name: 'a' }, '1'],
    ['return await jar.get("a.test", "none")', { operation: 'get', url: 'http://a.test', name: 'none' }, null],
    ['return (await jar.getAll("a.test")).one("b").value', { operation: 'getAll', url: 'http://a.test' }, '2'],
    [
      'return await new Promise((done) => jar.getAll("a.test", {}, (error, list) => done([error, list.count()])))',
      { operation: 'getAll', url: 'http://a.test' },
      [null, 2],
    ],
    [
      'return await new Promise((done) => jar.getAll("a.test", (error, list) => done([error, list.count()])))',
      { operation: 'getAll', url: 'http://a.test' },
      [null, 2],
    ],
    [
      'return (await jar.set("a.test", "a", 1)).value',
      { operation: 'set', url: 'http://a.test', cookie: { name: 'a', value: '1' } },
      '1',
    ],
    [
      'return (await jar.set("a.test", "a=1; Path=/")).name',
      { operation: 'set', url: 'http://a.test', cookie: 'a=1; Path=/' },
      'a',
    ],
    [
      'return (await jar.set("a.test", { key: "a", value: "1", path: "/x" })).name',
      { operation: 'set', url: 'http://a.test', cookie: { name: 'a', value: '1', path: '/x' } },
      'a',
    ],
    [
      'return await new Promise((done) => jar.set("a.test", "a=1", (error, kept) => done([error, kept.value])))',
      { operation: 'set', url: 'http://a.test', cookie: 'a=1' },
      [null, '1'],
    ],
    [
      'return await new Promise((done) => jar.set("a.test", "a", "1", (error, kept) => done([error, kept.value])))',
      { operation: 'set', url: 'http://a.test', cookie: { name: 'a', value: '1' } },
      [null, '1'],
    ],
    [
      'return (await jar.unset("a.test", "a")) ?? "gone"',
      { operation: 'unset', url: 'http://a.test', name: 'a' },
      'gone',
    ],
    ['return (await jar.clear("a.test")) ?? "gone"', { operation: 'clear', url: 'http://a.test' }, 'gone'],
    [
      'return await jar.get("down.test", "a").catch(({ message }) => message)',
      { operation: 'get', url: 'http://down.test', name: 'a' },
      'The jar is closed.',
    ],
    [
      'return await new Promise((done) => jar.clear("down.test", ({ message }) => done(message)))',
      { operation: 'clear', url: 'http://down.test' },
      'The jar is closed.',
    ],
  ])('%s asks the host for %j', async (code, call, value) => {
    expect(await inJar(code)).toEqual({ calls: [call], value });
  });

  test('answers several concurrent calls', async () => {
    const { value } = await inJar('return await Promise.all([jar.get("a.test", "none"), jar.get("a.test", "a")])');
    expect(value).toEqual([null, '1']);
  });
});

describe('a request changed by a script', () => {
  const given = (body: ScriptBody) =>
    scriptContext({
      request: {
        method: 'GET',
        url: 'https://api.test/',
        headers: [
          { key: 'X-A', value: '1' },
          { key: 'X-B', value: '1' },
          { key: 'X-B', value: '2' },
        ],
        body,
      },
    });
  const changed = async (code: string, body: ScriptBody = { mode: 'none' }) => {
    const { request, error } = await runner.run({ code, kind: 'preRequest', context: given(body) });
    return error?.message ?? request;
  };

  test.each<[code: string, headers: object[]]>([
    ['1', []],
    ['pm.request.headers.upsert({ key: "x-a", value: "2" })', [{ operation: 'upsert', key: 'x-a', value: '2' }]],
    ['pm.request.headers.remove("X-A")', [{ operation: 'remove', key: 'X-A', value: '' }]],
    [
      'pm.request.headers.add({ key: "X-A", value: "2" })',
      [
        { operation: 'remove', key: 'X-A', value: '' },
        { operation: 'add', key: 'X-A', value: '1' },
        { operation: 'add', key: 'X-A', value: '2' },
      ],
    ],
    ['pm.request.headers.add({ key: "X-C", value: "2", disabled: true })', []],
    [
      'pm.request.headers.each((header) => { header.disabled = true })',
      [
        { operation: 'remove', key: 'X-A', value: '' },
        { operation: 'remove', key: 'X-B', value: '' },
      ],
    ],
  ])('makes these changes to headers: %s', async (code, headers) => {
    expect(await changed(code)).toEqual({ headers });
  });

  const pairs = [{ key: 'a', value: '1' }];
  test.each<[code: string, before: ScriptBody, body: ScriptBody | undefined]>([
    ['1', { mode: 'raw', raw: 'x' }, undefined],
    ['1', { mode: 'file' }, undefined],
    ['1', { mode: 'urlencoded', urlencoded: pairs }, undefined],
    ['1', { mode: 'graphql', graphql: { query: '{ a }', variables: '{"b":1}' } }, undefined],
    ['pm.request.body = "text"', { mode: 'none' }, { mode: 'raw', raw: 'text' }],
    ['pm.request.body = null', { mode: 'raw', raw: 'x' }, { mode: 'none' }],
    ['pm.request.body.disabled = true', { mode: 'raw', raw: 'x' }, { mode: 'none' }],
    ['pm.request.body.raw = { a: 1 }', { mode: 'raw', raw: 'x' }, { mode: 'raw', raw: '{"a":1}' }],
    [
      'pm.request.body.urlencoded.add({ key: "b", value: 2 }); pm.request.body.urlencoded.add({ key: "c", value: "3", disabled: true })',
      { mode: 'urlencoded', urlencoded: pairs },
      { mode: 'urlencoded', urlencoded: [...pairs, { key: 'b', value: '2' }] },
    ],
    [
      'pm.request.body.urlencoded = "x=1&y=2=3&z"',
      { mode: 'urlencoded', urlencoded: pairs },
      {
        mode: 'urlencoded',
        urlencoded: [
          { key: 'x', value: '1' },
          { key: 'y', value: '2=3' },
          { key: 'z', value: '' },
        ],
      },
    ],
    [
      'pm.request.body.formdata = { x: 1, y: "2" }',
      { mode: 'formdata', formdata: pairs },
      {
        mode: 'formdata',
        formdata: [
          { key: 'x', value: '1' },
          { key: 'y', value: '2' },
        ],
      },
    ],
    [
      'pm.request.body.formdata = [{ key: "x", value: "1" }, { key: "y", disabled: true }, null]',
      { mode: 'formdata', formdata: pairs },
      {
        mode: 'formdata',
        formdata: [
          { key: 'x', value: '1' },
          { key: '', value: '' },
        ],
      },
    ],
    ['pm.request.body.formdata = undefined', { mode: 'formdata', formdata: pairs }, { mode: 'formdata', formdata: [] }],
    [
      'pm.request.body.update({ mode: "graphql", graphql: { query: "{ b }", variables: { c: 1 } } })',
      { mode: 'graphql', graphql: { query: '{ a }', variables: '' } },
      { mode: 'graphql', graphql: { query: '{ b }', variables: '{"c":1}' } },
    ],
    ['pm.request.body.mode = "other"', { mode: 'raw', raw: 'x' }, { mode: 'none' }],
  ])('has this body after %s', async (code, before, body) => {
    expect(await changed(code, before)).toEqual({ headers: [], ...(body !== undefined && { body }) });
  });
});

test.each<[code: string, values: unknown]>([
  ['pm.expect(1).to.equal(2)', { expected: 2, actual: 1 }],
  ['pm.expect([1, 2]).to.include(3)', undefined],
  ['throw { name: "Error", message: "expected 1 to equal 2", expected: 2, actual: 1 }', undefined],
  ['throw { name: "AssertionError", message: 7, expected: 2, actual: 1 }', undefined],
  ['throw { name: "AssertionError", message: "expected 1 to equal 2", actual: 1 }', undefined],
])('the values of %s are %j', async (code, values) => {
  const context = scriptContext({ response: {} });
  const { tests } = await runner.run({ code: `pm.test("t", () => { ${code} })`, kind: 'test', context });
  expect(tests[0]?.values).toEqual(values);
});
