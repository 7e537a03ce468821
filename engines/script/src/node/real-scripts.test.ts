import { afterAll, expect, test } from 'vitest';
import type { ScriptResponse } from '../core/script-types.ts';
import { scriptContext } from '../testing/script-context.ts';
import { createScriptRunner } from './script-runner.ts';

const runner = createScriptRunner();
afterAll(() => runner.close());

interface RealScript {
  name: string;
  code: string;
  response?: Partial<ScriptResponse>;
  environment?: Record<string, string>;
  passed?: string[];
  failed?: string[];
  set?: Record<string, string>;
}

/** The styles of public collections, from the oldest to the newest. */
test.each<RealScript>([
  {
    name: 'login keeps its token',
    response: { text: '{"data":{"access_token":"abc","expires_in":3600}}' },
    code: `var jsonData = JSON.parse(responseBody);
      if (jsonData.data && jsonData.data.access_token) {
        postman.setEnvironmentVariable("token", jsonData.data.access_token);
        postman.setEnvironmentVariable("expires", new Date(0).getTime() + jsonData.data.expires_in * 1000);
      }
      tests["Has a token"] = jsonData.data.hasOwnProperty("access_token");`,
    passed: ['Has a token'],
    set: { token: 'abc', expires: '3600000' },
  },
  {
    name: 'list with ids, chained expectations',
    response: {
      status: 201,
      statusText: 'Created',
      text: '{"items":[{"id":1,"tags":["x"]},{"id":2,"tags":[]}],"total":2}',
    },
    code: `const { items, total } = pm.response.json();
      pm.test("Status code is 201", function () { pm.response.to.have.status(201); });
      pm.test("Status code name", () => pm.expect(pm.response.reason()).to.eql("Created"));
      pm.test("Items", () => {
        pm.expect(items).to.be.an('array').that.is.not.empty;
        pm.expect(items.length).to.equal(total);
        items.forEach((item, index) => {
          pm.expect(item, 'item ' + index).to.have.property('id').that.is.a('number');
          pm.expect(item).to.have.all.keys('id', 'tags');
        });
        pm.expect(items.map((i) => i.id)).to.have.members([2, 1]).and.to.include(1);
      });
      pm.test("Every item has tags", () => items.every((item) => pm.expect(item.tags).to.have.lengthOf.at.least(1)));
      pm.collectionVariables.set("firstId", items[0].id);`,
    passed: ['Status code is 201', 'Status code name', 'Items'],
    failed: ['Every item has tags'],
  },
  {
    name: 'schema by tv4, response time, header',
    response: { text: '{"id":"x"}', durationMs: 90 },
    code: `const schema = { "type": "object", "properties": { "id": { "type": "string" } }, "required": ["id"] };
      pm.test('Schema is valid', () => { pm.expect(tv4.validate(pm.response.json(), schema)).to.be.true; });
      pm.test("Fast enough", () => { pm.expect(pm.response.responseTime).to.be.below(200); });
      pm.test("Content-Type is present", () => { pm.response.to.have.header("Content-Type"); });
      pm.test("Body matches string", () => { pm.expect(pm.response.text()).to.include("id"); });
      pm.test("No error", () => { pm.response.to.not.be.error; pm.response.to.not.have.jsonBody("error"); });`,
    passed: ['Schema is valid', 'Fast enough', 'Content-Type is present', 'Body matches string', 'No error'],
  },
  {
    name: 'signed request',
    environment: { secret: 's3cret', key: 'k1' },
    code: `const timestamp = "1700000000";
      const path = pm.request.url.getPathWithQuery();
      const message = [pm.request.method, path, timestamp].join("\\n");
      const hash = CryptoJS.HmacSHA256(message, pm.environment.get("secret"));
      const signature = CryptoJS.enc.Base64.stringify(hash);
      pm.request.headers.add({ key: "X-Timestamp", value: timestamp });
      pm.environment.set("signature", signature);
      pm.environment.set("basic", "Basic " + btoa(pm.environment.get("key") + ":" + pm.environment.get("secret")));`,
    set: { signature: 'szIsrRT7', basic: 'Basic azE6czNjcmV0' },
  },
  {
    name: 'not JSON is one failed test, not a broken script',
    response: {
      text: '<html>Bad gateway</html>',
      status: 502,
      statusText: 'Bad Gateway',
      headers: [['Content-Type', 'text/html']],
    },
    code: `pm.test("Is JSON", () => { pm.response.to.be.json; pm.response.json(); });
      pm.test("JSON parses", () => pm.response.json());
      pm.test("Is a gateway error", () => pm.response.to.be.serverError);`,
    passed: ['Is a gateway error'],
    failed: ['Is JSON', 'JSON parses'],
  },
  {
    name: 'XML by xml2Json',
    response: {
      text: '<soap:Envelope xmlns:soap="x"><soap:Body><Add><Result>3</Result></Add></soap:Body></soap:Envelope>',
    },
    code: `var json = xml2Json(responseBody);
      pm.test("Sum", () => pm.expect(json["soap:Envelope"]["soap:Body"].Add.Result).to.equal("3"));
      pm.globals.set("sum", json["soap:Envelope"]["soap:Body"].Add.Result);`,
    passed: ['Sum'],
  },
])('$name', async ({ code, response, environment = {}, passed = [], failed = [], set }) => {
  const context = scriptContext({ variables: { environment }, ...(response === undefined ? {} : { response }) });
  const outcome = await runner.run({ code, kind: response === undefined ? 'preRequest' : 'test', context });
  expect(outcome.error).toBeUndefined();
  const names = (wanted: boolean) => outcome.tests.filter((test) => test.passed === wanted).map(({ name }) => name);
  expect({ passed: names(true), failed: names(false) }).toEqual({ passed, failed });
  for (const [name, value] of Object.entries(set ?? {})) {
    expect(outcome.variables.environment.set[name]).toMatch(new RegExp(`^${value}`));
  }
});

test.each<[string, Record<string, unknown>, string, unknown]>([
  [
    'values by their names',
    { total: 42, rows: [{ id: 1 }] },
    'return { half: total / 2, first: rows[0].id }',
    { half: 21, first: 1 },
  ],
  ['names that no variable can have', { 'order id': 7, class: 'A' }, 'return inputs["order id"] + inputs.class', '7A'],
  ['an input of the name of all', { inputs: 5 }, 'return inputs.inputs', 5],
  [
    'a value that comes later',
    { ms: 1 },
    'return await new Promise((done) => setTimeout(() => done("late"), ms))',
    'late',
  ],
  ['strict code', { a: 1 }, '"use strict"; return a + 1', 2],
  ['nothing', {}, 'const ignored = 1', undefined],
])('a script is a function of %s', async (_name, inputs, code, returned) => {
  const outcome = await runner.run({ code, kind: 'preRequest', context: scriptContext(), inputs });
  expect([outcome.error, outcome.returned]).toEqual([undefined, returned]);
});

test.each([
  ['a thrown error', 'const x = 1;\n\nthrow new Error("no luck")', 'Error: no luck', 3],
  ['a value that is no JSON', 'const ring = {}; ring.ring = ring; return ring', 'circular', undefined],
  ['too much', 'return "x".repeat(3_000_000)', '2 MB', undefined],
])('a script that returns %s fails', async (_name, code, message, line) => {
  const { error, returned } = await runner.run({ code, kind: 'preRequest', context: scriptContext(), inputs: {} });
  expect([error?.message, error?.line, returned]).toEqual([expect.stringContaining(message), line, undefined]);
});

test('the return value of a script without inputs is not kept', async () => {
  const outcome = await runner.run({
    code: 'return "x".repeat(3_000_000)',
    kind: 'preRequest',
    context: scriptContext(),
  });
  expect([outcome.error, 'returned' in outcome]).toEqual([undefined, false]);
});
