import { createServer } from 'node:http';
import { createHttpSession, type HttpStep } from '@touchstone/engine-http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { importBruno, importHoppscotch, importInsomnia } from '../core/index.ts';

/** Scripts written for other tools get a prelude that maps their names to `pm`; here they run in the real sandbox. */
let url = '';
const server = createServer((request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ id: 7, name: 'Rex', seen: request.headers['x-made'] ?? null }));
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const bruno = () =>
  `meta {\n  name: Get\n  type: http\n  seq: 1\n}\n\nget {\n  url: ${url}/x\n  body: none\n  auth: none\n}\n\nscript:pre-request {\n  req.setHeader('X-Made', 'bruno');\n  bru.setVar('a', '5');\n}\n\nscript:post-response {\n  bru.setEnvVar('id', res.body.id);\n}\n\ntests {\n  test("is Rex", function() {\n    expect(res.getStatus()).to.equal(200);\n    expect(res.getBody().name).to.equal('Rex');\n    expect(res.getBody().seen).to.equal('bruno');\n    expect(bru.getVar('a')).to.equal('5');\n  });\n}\n`;
const hoppscotch = () =>
  JSON.stringify({
    v: 6,
    name: 'C',
    folders: [],
    headers: [],
    auth: { authType: 'none', authActive: true },
    requests: [
      {
        v: '8',
        name: 'Get',
        method: 'GET',
        endpoint: `${url}/x`,
        params: [],
        headers: [],
        auth: { authType: 'none', authActive: true },
        body: { contentType: null, body: null },
        preRequestScript: "pw.env.set('a','5');",
        testScript:
          "pw.test('is Rex', () => { pw.expect(pw.response.status).toBe(200); pw.expect(pw.response.body.name).toBe('Rex'); pw.expect(pw.env.get('a')).toBe('5'); pw.expect(pw.response.status).toBeLevel2xx(); });",
      },
    ],
  });
const hoppNamespace = () => {
  const collection = JSON.parse(hoppscotch());
  Object.assign(collection, { variables: [{ key: 'c', initialValue: '6', currentValue: '' }] });
  Object.assign(collection.requests[0], {
    preRequestScript:
      "hopp.env.set('a', '5'); hopp.env.set('b', 'x'); hopp.env.delete('b'); hopp.env.global.set('g', '1'); hopp.request.setHeader('X-Made', hopp.request.method);",
    testScript: `hopp.test('is Rex', () => {
      hopp.expect([hopp.response.statusCode, hopp.response.statusText]).to.eql([200, 'OK']);
      hopp.expect(hopp.response.body.asJSON().name).toBe('Rex');
      hopp.expect(JSON.parse(hopp.response.body.asText()).seen).toBe('GET');
      hopp.expect(hopp.response.headers.find(({ key }) => key === 'content-type').value).toBe('application/json');
      hopp.expect(hopp.env.get('a') + hopp.env.active.get('a') + hopp.env.global.get('g')).toBe('551');
      hopp.expect(hopp.env.get('b')).not.toBe('x');
    });`,
  });
  return JSON.stringify(collection);
};
const insomnia = () =>
  JSON.stringify({
    _type: 'export',
    __export_format: 4,
    resources: [
      { _id: 'wrk_1', _type: 'workspace', name: 'W' },
      {
        _id: 'req_1',
        _type: 'request',
        parentId: 'wrk_1',
        name: 'Get',
        method: 'GET',
        url: `${url}/x`,
        preRequestScript: "insomnia.environment.set('a','5');",
        afterResponseScript:
          "insomnia.test('is Rex', () => { insomnia.expect(insomnia.response.code).to.eql(200); insomnia.expect(insomnia.response.json().name).to.eql('Rex'); insomnia.expect(insomnia.environment.get('a')).to.eql('5'); });",
      },
    ],
  });

test.each([
  ['Bruno', () => importBruno(bruno())],
  ['Hoppscotch', () => importHoppscotch(hoppscotch())],
  ['Hoppscotch, new names', () => importHoppscotch(hoppNamespace())],
  ['Insomnia', () => importInsomnia(insomnia())],
])('scripts of %s run in the sandbox', async (_tool, read) => {
  const { steps, problems } = read();
  expect(problems).toEqual([]);
  const session = createHttpSession({ scopes: [{}, {}] });
  const result = await session.execute(steps[0]!);
  await session.close();
  expect(result.error).toBeUndefined();
  expect(result.assertions.map(({ message, status }) => [message, status])).toEqual([['is Rex', 'passed']]);
});

/** A failing folder script, and request scripts that use the same names and the tool's own API. */
const nested: [string, () => { steps: HttpStep[] }][] = [
  [
    'Bruno',
    () =>
      importBruno(
        JSON.stringify({
          name: 'B',
          root: {
            request: { script: { req: "const a = 1; bru.setVar('b', '1'); nope();", res: 'const a = 1; nope();' } },
          },
          items: [
            {
              type: 'http',
              name: 'R',
              request: {
                url: `${url}/x`,
                method: 'GET',
                script: { req: "const a = 2; bru.setVar('a', '5');", res: "const a = 3; bru.setVar('c', '7');" },
                tests:
                  "const a = 4; test('is Rex', () => expect([bru.getVar('a'), bru.getVar('b'), bru.getVar('c')]).to.eql(['5', '1', '7']));",
              },
            },
          ],
        }),
      ),
  ],
  [
    'Hoppscotch',
    () => {
      const collection = JSON.parse(hoppscotch());
      const [request] = collection.requests;
      request.preRequestScript = "const a = 2; pw.env.set('a','5');";
      const scripts = {
        preRequestScript: "const a = 1; pw.env.set('b','1'); nope();",
        testScript: 'const a = 1; nope();',
      };
      return importHoppscotch(JSON.stringify({ ...collection, ...scripts }));
    },
  ],
  [
    'Insomnia',
    () => {
      const document = JSON.parse(insomnia());
      const [workspace, request] = document.resources;
      const group = {
        _id: 'fld_1',
        _type: 'request_group',
        parentId: 'wrk_1',
        name: 'F',
        preRequestScript: "const a = 1; insomnia.environment.set('b','1'); nope();",
        afterResponseScript: 'const a = 1; nope();',
      };
      const own = {
        ...request,
        parentId: 'fld_1',
        preRequestScript: "const a = 2; insomnia.environment.set('a','5');",
      };
      return importInsomnia(JSON.stringify({ ...document, resources: [workspace, group, own] }));
    },
  ],
];
test.each(nested)(
  '%s: a failing script does not skip any of the others, before the request and after it',
  async (_, read) => {
    const session = createHttpSession({ scopes: [{}, {}] });
    const result = await session.execute(read().steps[0]!);
    await session.close();
    const failed = result.assertions.filter(({ status }) => status === 'failed').map(({ message }) => message);
    expect(failed).toEqual([
      expect.stringMatching(/^Pre-request script failed: .*nope/),
      expect.stringMatching(/^Test script failed: .*nope/),
    ]);
    expect(result.assertions.filter(({ status }) => status === 'passed').map(({ message }) => message)).toEqual([
      'is Rex',
    ]);
  },
);
