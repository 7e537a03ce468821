import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import type { ScriptResponse } from '../../core/script-types.ts';
import { scriptContext } from '../../testing/script-context.ts';
import { createScriptRunner } from '../script-runner.ts';
import { compileSimpleScript } from './simple-script.ts';

const runner = createScriptRunner();
afterAll(() => runner.close());

const document = {
  id: 7,
  name: 'Ada',
  tags: ['a', 'b'],
  address: { city: 'London', zip: null },
  active: true,
  score: 4.5,
};
const responseOf = (changes: Partial<ScriptResponse> = {}): ScriptResponse => ({
  status: 200,
  statusText: 'OK',
  durationMs: 120.4,
  sizeBytes: 90,
  headers: [
    ['Content-Type', 'application/json; charset=utf-8'],
    ['X-Id', '1'],
    ['X-Id', '2'],
  ],
  text: JSON.stringify(document),
  ...changes,
});

async function inSandbox(code: string, response: ScriptResponse) {
  const { tests, error } = await runner.run({ code, kind: 'test', context: scriptContext({ response }) });
  return error === undefined ? tests : undefined;
}

const responses: [name: string, response: ScriptResponse][] = [
  ['a user', responseOf()],
  ['a list', responseOf({ status: 201, statusText: 'Created', text: '[{"id":1},{"id":2}]' })],
  ['an error page', responseOf({ status: 502, headers: [['Content-Type', 'text/html']], text: '<html></html>' })],
  ['nothing', responseOf({ status: 204, statusText: 'No Content', headers: [], text: '' })],
];

const simple = [
  `pm.test("Status code is 200", function () { pm.response.to.have.status(200); });`,
  `pm.test('type', () => pm.expect(pm.response.headers.get('Content-Type')).to.include('json'));
   pm.test('id', () => pm.expect(pm.response.json().id).to.eql(7));`,
  `const jsonData = pm.response.json();
   pm.test("Name and tags", function () {
     pm.expect(jsonData.name).to.eql("Ada");
     pm.expect(jsonData.tags).to.be.an("array").that.includes("b");
     pm.expect(jsonData["address"].city, 'the city').to.equal('London');
     pm.expect(jsonData.tags[1]).to.equal('b');
     pm.expect(jsonData.missing).to.be.undefined;
   });`,
  `// a comment
   pm.test("Response time is less than 200ms", () => { pm.expect(pm.response.responseTime).to.be.below(200); });
   pm.test("ok", () => { pm.response.to.be.ok; pm.response.to.be.json; pm.response.to.not.be.error; });
   pm.test("header", () => { pm.response.to.have.header("X-Id"); pm.expect(pm.response.headers.has('x-id', )).to.be.true; });`,
  `pm.test("wrong", () => { const body = pm.response.json(); pm.expect(body).to.have.property("nope"); });
   pm.test("right", () => { pm.expect(pm.response.code).to.be.oneOf([200, 201, 202]); });`,
  `pm.test("deep", () => pm.expect(pm.response.json().address).to.deep.equal({ city: "London", zip: null }));
   pm.test("length", () => pm.expect(pm.response.json().tags).to.have.lengthOf(2));
   pm.test("keys", () => pm.expect(pm.response.json()).to.include.keys("id", "name"));
   pm.test("number", () => pm.expect(pm.response.json().score).to.be.within(-1, 5).and.closeTo(4.4, 0.2));`,
  `pm.test(\`body\`, () => { pm.expect(pm.response.text()).to.contain("Ada"); pm.response.to.have.jsonBody("address.city"); });
   pm.test("reason", () => pm.expect(pm.response.reason()).to.equal(pm.response.status));
   pm.test("code", () => pm.expect(pm.response.code).to.be.a('number').that.equals(200));`,
];

test.each(simple.flatMap((code) => responses.map(([name, response]) => ({ code, name, response }))))(
  'a script without the sandbox has the same results there: $name, $code',
  async ({ code, response }) => {
    const script = compileSimpleScript(code);
    expect(script).toBeDefined();
    const own = script!(response);
    if (own !== undefined) expect(own).toEqual(await inSandbox(code, response));
    else expect(response.text).not.toMatch(/^\{/);
  },
);

const literals = fc.oneof(
  fc.constantFrom('200', '"Ada"', '7', 'null', 'true', '-1', 'undefined', '"array"', '"a"', '[]', '["a", "b"]', '2'),
  fc.constantFrom('{ city: "London", zip: null }', '{}', '"number"', '"string"', '0', '""', '4.5'),
);
const values = fc.constantFrom(
  ...['pm.response.code', 'pm.response.json()', 'body', 'body.id', 'body.tags', 'body.address.zip', 'body.name'],
  ...['pm.response.text()', 'body.nope', 'pm.response.headers.get("x-id")', 'body.tags.length', 'pm.response.status'],
  ...['body.active', 'body["score"]', 'body.tags[0]', 'body.nope.more', 'body.toString'],
);
const methods = fc.constantFrom(
  ...['equal', 'eql', 'deep.equal', 'include', 'deep.include', 'a', 'an', 'above', 'below', 'at.least', 'at.most'],
  ...['property', 'nested.property', 'lengthOf', 'length', 'oneOf', 'members', 'keys', 'any.keys', 'string'],
  ...['own.property', 'status', 'header', 'body', 'jsonBody', 'include.members', 'length.above', 'contain.keys'],
);
const states = fc.constantFrom(
  'ok',
  'true',
  'false',
  'null',
  'undefined',
  'NaN',
  'exist',
  'empty',
  'finite',
  'json',
  'error',
);
const expectation = fc
  .tuple(
    values,
    fc.constantFrom('to', 'to.not', 'not.to.have', 'to.be.a'),
    fc.oneof(fc.tuple(methods, literals), states),
  )
  .map(([value, words, end]) => {
    const last = typeof end === 'string' ? end : `${end[0]}(${end[1]})`;
    return `pm.expect(${value}).${words}.${last};`;
  });
const script = fc
  .array(fc.array(expectation, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 3 })
  .map(
    (tests) =>
      `const body = pm.response.json();\n${tests
        .map((lines, index) => `pm.test("t${index}", () => { ${lines.join(' ')} });`)
        .join('\n')}`,
  );

test('generated scripts have the same results in both ways', async () => {
  const property = fc.asyncProperty(script, fc.constantFrom(...responses), async (code, [, response]) => {
    const own = compileSimpleScript(code)!(response);
    fc.pre(own !== undefined);
    expect(own).toEqual(await inSandbox(code, response));
  });
  await fc.assert(property, { numRuns: 200 });
});

test.each([
  'pm.environment.set("a", 1); pm.test("t", () => pm.response.to.be.ok);',
  'pm.test("t", () => { while (true) {} });',
  'pm.test("t", function (done) { done(); });',
  'pm.test("t", async () => { pm.response.to.be.ok; });',
  'pm.test("t", () => pm.expect(pm.response.text()).to.match(/^(a+)+$/));',
  'pm.test("t", () => pm.expect(pm.response.json().constructor.constructor("return 1")()).to.equal(1));',
  'pm.test("t", () => pm.expect(pm.response.json().a).to.have.members(pm.response.json().b));',
  'pm.test("t", () => pm.expect(globalThis).to.exist);',
  'pm.test("t", () => pm.expect(pm.response).to.exist);',
  'pm.test("t", () => pm.expect(false).to.be.ture);',
  'pm.test("t", () => pm.response.to.be.okk);',
  'pm.test("t", () => pm.expect(1).to.eqaul(2));',
  'pm.test("t", () => pm.expect(1).constructor);',
  'pm.test("t", () => pm.expect(1).__proto__);',
  'pm.test("t", () => pm.expect({ __proto__: null }).to.exist);',
  'pm.test("t", () => { pm.response.to.be.ok; console.log(1); });',
  'pm.test("t" + 1, () => { pm.response.to.be.ok; });',
  'pm.test("t", () => { if (pm.response.code === 200) pm.response.to.be.ok; });',
  'pm.test("t", () => pm.expect(x).to.equal(1)); var x = 1;',
  'pm.test("t", () => pm.expect(pm.response?.code).to.equal(1));',
  'pm.test("t", () => pm.expect(1));',
  'const a = 1; const a = 2; pm.test("t", () => pm.expect(a).to.equal(1));',
  'const a = 1; pm.test("t", () => { const a = 2; pm.expect(a).to.equal(1); });',
  'const pm = 1; pm.test("t", () => pm.expect(1).to.equal(1));',
  'pm.test("t", () => pm.expect(1).to.equal(1)',
  'tests["old"] = responseCode.code === 200;',
  'pm.expect(pm.response.code).to.equal(200);',
  'pm.sendRequest("http://x", () => pm.test("t", () => pm.expect(1).to.equal(1)));',
])('these need the sandbox: %s', (code) => {
  expect(compileSimpleScript(code)).toBeUndefined();
});

test('a member that only the prototype has is left to the sandbox', () => {
  const code = 'pm.test("t", () => pm.expect(pm.response.json().constructor).to.exist);';
  expect(compileSimpleScript(code)!(responseOf())).toBeUndefined();
});

test('long bodies read many times are left to the sandbox', () => {
  const code = 'pm.test("t", () => pm.expect(pm.response.text()).to.include("x"));';
  const long = (characters: number) => responseOf({ text: 'x'.repeat(characters) });
  expect(compileSimpleScript(code)!(long(1_000_000))).toHaveLength(1);
  expect(compileSimpleScript(code.repeat(10))!(long(1_000_000))).toBeUndefined();
  expect(compileSimpleScript(code)!(long(4_500_000))).toBeUndefined();
});
