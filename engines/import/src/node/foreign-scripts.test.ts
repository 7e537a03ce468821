import { createServer } from 'node:http';
import { createHttpSession } from '@touchstone/engine-http';
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
        endpoint: url + '/x',
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
        url: url + '/x',
        preRequestScript: "insomnia.environment.set('a','5');",
        afterResponseScript:
          "insomnia.test('is Rex', () => { insomnia.expect(insomnia.response.code).to.eql(200); insomnia.expect(insomnia.response.json().name).to.eql('Rex'); insomnia.expect(insomnia.environment.get('a')).to.eql('5'); });",
      },
    ],
  });

test.each([
  ['Bruno', () => importBruno(bruno())],
  ['Hoppscotch', () => importHoppscotch(hoppscotch())],
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
