import type { Collection } from './compare.ts';
import { expectationCases } from './expectation-cases.ts';
import { libraryCases } from './library-cases.ts';
import { pmCases } from './pm-cases.ts';

interface RequestParts {
  url?: string;
  method?: string;
  header?: { key: string; value: string }[];
  body?: object;
  auth?: object;
  before?: string;
  test?: string;
}

const script = (listen: string, exec: string | undefined) =>
  exec === undefined ? [] : [{ listen, script: { exec: exec.split('\n') } }];
const events = (before?: string, test?: string) => [...script('prerequest', before), ...script('test', test)];

/** One request of a collection. */
const item = (name: string, { url = '{{base}}/user', before, test, ...request }: RequestParts) => ({
  name,
  request: { method: 'GET', url, ...request },
  event: events(before, test),
});
const folder = (name: string, items: object[], before?: string, test?: string) => ({
  name,
  item: items,
  event: events(before, test),
});
const sees = 'pm.test("sent", () => pm.response.to.have.status(200));';
const basic = {
  type: 'basic',
  basic: [
    { key: 'username', value: 'ada' },
    { key: 'password', value: 'secret' },
  ],
};

/** collections returns every collection, for a server at an address. `host` is the address without protocol. */
export function collections({ url, host }: { url: string; host: string }): Collection[] {
  const environment = { base: url, host };
  const simple = [...expectationCases, ...pmCases, ...libraryCases].map(
    ({ name, test, before, path = 'user', ...rest }) => ({
      name,
      collection: { item: [item(name, { url: `{{base}}/${path}`, ...(before && { before }), ...(test && { test }) })] },
      environment: { ...environment, ...rest.environment },
      ...(rest.globals && { globals: rest.globals }),
      ...(rest.data && { data: rest.data }),
    }),
  );
  return [...simple, ...flows.map(([name, collection]) => ({ name, collection, environment }))];
}

const flows: [name: string, collection: Record<string, unknown>][] = [
  [
    'an error in a script of the collection skips neither folder nor request',
    {
      event: events('throw new Error("collection before")', 'undefinedName();'),
      item: [
        folder(
          'F',
          [
            item('A', {
              before: 'pm.environment.set("x", 1)',
              test: 'pm.test("x", () => pm.expect(pm.environment.get("x")).to.equal(1))',
            }),
          ],
          'pm.environment.set("f", 2)',
          'pm.test("folder", () => pm.expect(pm.environment.get("f")).to.equal(2))',
        ),
        item('B', { test: sees }),
      ],
    },
  ],
  [
    'scripts of all levels have scopes of their own',
    {
      event: events('const a = 1;', 'const a = 1; pm.test("collection", () => pm.expect(a).to.equal(1));'),
      item: [
        folder(
          'F',
          [
            item('A', {
              before: 'const a = 3;',
              test: 'const a = 3; pm.test("request", () => pm.expect(a).to.equal(3));',
            }),
          ],
          'const a = 2;',
          'const a = 2; pm.test("folder", () => pm.expect(a).to.equal(2));',
        ),
      ],
    },
  ],
  [
    'a script with an error of grammar',
    {
      item: [
        item('A', { before: 'const = 1', test: sees }),
        item('B', { test: 'pm.test("x", () => {' }),
        item('C', { test: sees }),
      ],
    },
  ],
  [
    'tests before and after an error',
    {
      item: [
        item('A', { test: 'pm.test("one", () => {}); missing.member; pm.test("two", () => {});' }),
        item('B', { test: sees }),
      ],
    },
  ],
  [
    'a request that cannot be sent',
    {
      item: [
        item('A', {
          url: 'http://127.0.0.1:9/',
          test: 'pm.test("code", () => pm.response.to.have.status(200)); pm.test("none", () => pm.expect(pm.response.code).to.be.undefined);',
        }),
        item('B', { test: sees }),
      ],
    },
  ],
  [
    'addresses without protocol',
    {
      item: [
        item('A', { url: '{{host}}/user', test: sees }),
        item('B', {
          before: 'pm.environment.set("whole", pm.environment.get("host") + "/echo?a=1")',
          url: '{{whole}}',
          test: `${sees} pm.test("query", () => pm.expect(pm.response.json().url).to.equal("/echo?a=1"));`,
        }),
      ],
    },
  ],
  [
    'going on with a request by name',
    {
      item: [
        item('A', { test: 'pm.execution.setNextRequest("C")' }),
        item('B', { test: sees }),
        item('C', { test: sees }),
      ],
    },
  ],
  [
    'going back until a count',
    {
      item: [
        item('A', {
          test: 'const n = (pm.environment.get("n") || 0) + 1; pm.environment.set("n", n); pm.test("n is a number", () => pm.expect(n).to.be.a("number")); if (n < 3) postman.setNextRequest("A");',
        }),
        item('B', { test: 'pm.test("three", () => pm.expect(pm.environment.get("n")).to.equal(3))' }),
      ],
    },
  ],
  [
    'going on across folders',
    {
      item: [
        folder('F', [item('A', { test: 'postman.setNextRequest("D")' }), item('B', { test: sees })]),
        folder('G', [item('C', { test: sees }), item('D', { test: sees })]),
      ],
    },
  ],
  ['ending a run', { item: [item('A', { test: 'pm.execution.setNextRequest(null)' }), item('B', { test: sees })] }],
  [
    'going on with a request that there is not',
    { item: [item('A', { test: 'pm.execution.setNextRequest("nowhere")' }), item('B', { test: sees })] },
  ],
  [
    'skipping a request',
    { item: [item('A', { before: 'pm.execution.skipRequest()', test: sees }), item('B', { test: sees })] },
  ],
  ['skipping in a test', { item: [item('A', { test: 'pm.execution.skipRequest()' }), item('B', { test: sees })] }],
  [
    'variables of a collection',
    {
      variable: [
        { key: 'v', value: 'collection' },
        { key: 'w', value: 'collection' },
      ],
      item: [
        item('A', {
          before: 'pm.environment.set("w", "environment"); pm.variables.set("local", 1)',
          url: '{{base}}/echo?v={{v}}&w={{w}}',
          test: 'pm.test("sent", () => pm.expect(pm.response.json().url).to.equal("/echo?v=collection&w=environment")); pm.test("read", () => { pm.expect(pm.variables.get("w")).to.equal("environment"); pm.expect(pm.collectionVariables.get("w")).to.equal("collection"); pm.expect(pm.variables.get("local")).to.equal(1); });',
        }),
      ],
    },
  ],
  [
    'values keep their type between requests',
    {
      item: [
        item('A', {
          test: 'pm.environment.set("n", 5); pm.globals.set("b", true); pm.collectionVariables.set("o", { a: [1] }); pm.environment.set("z", null); pm.environment.set("t", "5");',
        }),
        item('B', {
          test: 'pm.test("number", () => pm.expect(pm.environment.get("n")).to.equal(5)); pm.test("boolean", () => pm.expect(pm.globals.get("b")).to.be.true); pm.test("object", () => pm.expect(pm.collectionVariables.get("o")).to.eql({ a: [1] })); pm.test("null", () => pm.expect(pm.environment.get("z")).to.be.null); pm.test("text", () => pm.expect(pm.environment.get("t")).to.equal("5"));',
        }),
      ],
    },
  ],
  [
    'a changed request is what is sent',
    {
      item: [
        item('A', {
          method: 'POST',
          url: '{{base}}/echo',
          body: { mode: 'raw', raw: 'a' },
          before:
            'pm.request.headers.add({ key: "X-A", value: "1" }); pm.request.headers.upsert({ key: "X-B", value: "2" }); pm.request.body.raw = "changed"; pm.request.url.query.add("q=1"); pm.request.method = "PUT";',
          test: 'const sent = pm.response.json(); pm.test("method", () => pm.expect(sent.method).to.equal("PUT")); pm.test("headers", () => { pm.expect(sent.headers["x-a"]).to.equal("1"); pm.expect(sent.headers["x-b"]).to.equal("2"); }); pm.test("body", () => pm.expect(sent.body).to.equal("changed")); pm.test("query", () => pm.expect(sent.url).to.equal("/echo?q=1"));',
        }),
      ],
    },
  ],
  [
    'bodies of all kinds',
    {
      item: [
        item('form', {
          method: 'POST',
          url: '{{base}}/echo',
          body: {
            mode: 'urlencoded',
            urlencoded: [
              { key: 'a', value: '1' },
              { key: 'b', value: 'x y' },
              { key: 'off', value: '1', disabled: true },
            ],
          },
          test: 'pm.test("body", () => pm.expect(decodeURIComponent(pm.response.json().body.replace("+", " "))).to.equal("a=1&b=x y")); pm.test("type", () => pm.expect(pm.response.json().headers["content-type"]).to.equal("application/x-www-form-urlencoded")); pm.test("seen", () => { pm.expect(pm.request.body.mode).to.equal("urlencoded"); pm.expect(pm.request.body.urlencoded.get("a")).to.equal("1"); }); tests["data"] = request.data.a === "1";',
        }),
        item('json', {
          method: 'POST',
          url: '{{base}}/echo',
          body: { mode: 'raw', raw: '{"n": 1}', options: { raw: { language: 'json' } } },
          test: 'pm.test("type", () => pm.expect(pm.response.json().headers["content-type"]).to.equal("application/json")); pm.test("raw", () => pm.expect(JSON.parse(pm.request.body.raw).n).to.equal(1));',
        }),
        item('graphql', {
          method: 'POST',
          url: '{{base}}/echo',
          body: { mode: 'graphql', graphql: { query: '{ a }', variables: '{"b": 1}' } },
          test: 'pm.test("query", () => pm.expect(JSON.parse(pm.response.json().body)).to.deep.include({ query: "{ a }", variables: { b: 1 } }));',
        }),
        item('parts', {
          method: 'POST',
          url: '{{base}}/echo',
          body: { mode: 'formdata', formdata: [{ key: 'a', value: '1', type: 'text' }] },
          test: 'pm.test("type", () => pm.expect(pm.response.json().headers["content-type"]).to.match(/^multipart.form-data; boundary=/)); pm.test("part", () => pm.expect(pm.response.json().body).to.include("name=\\"a\\""));',
        }),
      ],
    },
  ],
  [
    'authentication',
    {
      auth: basic,
      item: [
        item('inherited', { url: '{{base}}/basic', test: sees }),
        item('none', {
          url: '{{base}}/basic',
          auth: { type: 'noauth' },
          test: 'pm.test("refused", () => pm.response.to.have.status(401));',
        }),
        item('bearer', {
          url: '{{base}}/echo',
          auth: { type: 'bearer', bearer: [{ key: 'token', value: 't' }] },
          test: 'pm.test("token", () => pm.expect(pm.response.json().headers.authorization).to.equal("Bearer t")); pm.test("seen", () => pm.expect(pm.request.headers.get("Authorization")).to.equal("Bearer t"));',
        }),
        item('key', {
          url: '{{base}}/echo',
          auth: {
            type: 'apikey',
            apikey: [
              { key: 'key', value: 'X-Key' },
              { key: 'value', value: 'v' },
              { key: 'in', value: 'header' },
            ],
          },
          test: 'pm.test("key", () => pm.expect(pm.response.json().headers["x-key"]).to.equal("v"));',
        }),
      ],
    },
  ],
  [
    'cookies go on to the next request',
    {
      item: [
        item('A', {
          url: '{{base}}/cookies',
          test: 'pm.test("get", () => pm.expect(pm.cookies.get("session")).to.equal("abc")); pm.test("has", () => { pm.expect(pm.cookies.has("theme")).to.be.true; pm.expect(pm.cookies.has("none")).to.be.false; }); pm.test("object", () => pm.expect(pm.cookies.toObject()).to.include({ session: "abc", theme: "dark" })); pm.test("of the response", () => pm.expect(pm.response.headers.get("X-Id")).to.equal("1")); tests["old"] = postman.getResponseCookie("session").value === "abc"; tests["list"] = responseCookies.length === undefined || true;',
        }),
        item('B', {
          url: '{{base}}/echo',
          test: 'pm.test("sent", () => pm.expect(pm.response.json().headers.cookie).to.include("session=abc"));',
        }),
      ],
    },
  ],
  [
    'a redirect',
    {
      item: [
        item('A', {
          url: '{{base}}/redirect',
          test: `${sees} pm.test("body", () => pm.expect(pm.response.json().id).to.equal(7));`,
        }),
      ],
    },
  ],
  [
    'requests of scripts',
    {
      item: [
        item('A', {
          before:
            'pm.sendRequest(pm.environment.get("base") + "/list", (err, res) => { pm.environment.set("count", res.json().length); pm.test("before", () => pm.expect(err).to.be.null); });',
          test: 'pm.test("count", () => pm.expect(pm.environment.get("count")).to.equal(3)); pm.sendRequest({ url: pm.environment.get("base") + "/echo", method: "POST", header: { "X-A": "b" }, body: { mode: "urlencoded", urlencoded: [{ key: "k", value: "v" }] } }, function (err, res) { pm.test("after", function () { pm.expect(res).to.have.property("code", 200); pm.expect(res.json().headers["x-a"]).to.equal("b"); pm.expect(res.json().body).to.equal("k=v"); }); }); pm.sendRequest("http://127.0.0.1:9/", (err, res) => { pm.test("fails", () => { pm.expect(err).to.not.be.null; }); });',
        }),
      ],
    },
  ],
  [
    'requests of scripts with authentication',
    {
      item: [
        item('A', {
          test: `pm.sendRequest({ url: pm.environment.get("base") + "/basic", auth: ${JSON.stringify(basic)} }, (err, res) => pm.test("known", () => pm.expect(res.code).to.equal(200)));`,
        }),
      ],
    },
  ],
  [
    'older requests of scripts',
    {
      item: [
        item('A', {
          test: 'pm.sendRequest({ url: pm.environment.get("base") + "/echo", method: "POST", header: "X-A: b", body: { mode: "raw", raw: "text" } }, (err, res) => pm.test("header text", () => { pm.expect(res.json().headers["x-a"]).to.equal("b"); pm.expect(res.json().body).to.equal("text"); }));',
        }),
      ],
    },
  ],
];
