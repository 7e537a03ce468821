import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import writeSheets from 'write-excel-file/node';
import { runCommand } from '../testing/command.ts';

interface Seen {
  method: string | undefined;
  url: string | undefined;
  headers: Record<string, unknown>;
  body: string;
}
let server: Server;
let origin: string;
let seen: Seen[];
let folder: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      const { method, url, headers } = request;
      const file = files[url?.slice(1) ?? ''];
      if (file !== undefined) return void response.end(file);
      seen.push({ method, url, headers, body });
      if (url === '/soap') response.setHeader('content-type', 'text/xml').end(body);
      else response.setHeader('content-type', 'application/json').end('{"id":7,"name":"Rex"}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
let files: Record<string, string> = {};
beforeEach(() => {
  seen = [];
  files = {};
  folder = mkdtempSync(join(tmpdir(), 'touchstone-cli-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (...args: string[]) => runCommand(args, { cwd: folder });
function put(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}

const postman = () => ({
  info: { name: 'Shop', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  variable: [{ key: 'path', value: 'from-collection' }],
  item: [
    {
      name: 'Pets',
      item: [
        {
          name: 'First',
          request: { method: 'GET', url: '{{origin}}/{{path}}', header: [{ key: 'X-Key', value: '{{key}}' }] },
          event: [
            {
              listen: 'test',
              script: {
                exec: [
                  'pm.test("is Rex", () => pm.expect(pm.response.json().name).to.eql("Rex"));',
                  'pm.environment.set("found", pm.response.json().id);',
                ],
              },
            },
          ],
        },
      ],
    },
    {
      name: 'Second',
      request: { method: 'POST', url: '{{origin}}/p/{{found}}', body: { mode: 'raw', raw: '{"a":1}' } },
    },
  ],
});

const wsdl = (
  schema: string,
) => `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="urn:t" targetNamespace="urn:t">
<types>${schema}</types><message name="m"><part name="p" element="t:ask"/></message>
<portType name="t"><operation name="Ask"><input message="t:m"/><output message="t:m"/></operation></portType>
<binding name="b" type="t:t"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Ask"><soap:operation soapAction="urn:ask"/><input><soap:body use="literal"/></input></operation></binding>
<service name="S"><port name="P" binding="t:b"><soap:address location="${origin}/soap"/></port></service></definitions>`;
const askSchema =
  '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t" elementFormDefault="qualified"><xs:element name="ask"><xs:complexType><xs:sequence><xs:element name="id" type="xs:int"/></xs:sequence></xs:complexType></xs:element></xs:schema>';
const included =
  '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t"><xs:include schemaLocation="types/ask.xsd"/></xs:schema>';

const har = () => ({
  log: {
    version: '1.2',
    entries: [
      {
        request: { method: 'GET', url: `${origin}/har?x=1`, headers: [], queryString: [{ name: 'x', value: '1' }] },
        response: { status: 200 },
      },
    ],
  },
});
const jmeter = () =>
  `<jmeterTestPlan><hashTree><TestPlan testname="Plan"/><hashTree><HTTPSamplerProxy testclass="HTTPSamplerProxy" testname="Jmeter"><stringProp name="HTTPSampler.path">${origin}/jmeter</stringProp><stringProp name="HTTPSampler.method">GET</stringProp></HTTPSamplerProxy><hashTree/></hashTree></hashTree></jmeterTestPlan>`;
const insomnia = () => ({
  _type: 'export',
  __export_format: 4,
  resources: [
    { _id: 'wrk_1', _type: 'workspace', name: 'W' },
    {
      _id: 'req_1',
      parentId: 'wrk_1',
      _type: 'request',
      name: 'Insomnia',
      method: 'GET',
      url: `${origin}/insomnia`,
      headers: [],
      parameters: [],
      body: {},
      authentication: {},
    },
  ],
});
const hoppscotch = () => ({
  v: 2,
  name: 'H',
  folders: [],
  requests: [
    {
      v: '5',
      name: 'Hopp',
      method: 'GET',
      endpoint: `${origin}/hoppscotch`,
      params: [],
      headers: [],
      preRequestScript: '',
      testScript: '',
      auth: { authType: 'none', authActive: true },
      body: { contentType: null, body: null },
    },
  ],
});

test('runs a Postman collection with an environment, in its order, with its scripts', async () => {
  put('c.json', JSON.stringify(postman()));
  put(
    'e.json',
    JSON.stringify({
      name: 'Local',
      values: [
        { key: 'origin', value: origin },
        { key: 'key', value: 'hidden-key-value', type: 'secret' },
      ],
    }),
  );
  const { exitCode, stdout, stderr } = await run(
    'run',
    '--postman',
    'c.json',
    '--postman-env',
    'e.json',
    '--reporter',
    'list,json',
  );
  expect(stderr).toBe('');
  expect(stdout).toContain('Pass: 2 passed of 2 steps');
  expect(exitCode).toBe(0);
  expect(seen.map(({ method, url, body }) => [method, url, body])).toEqual([
    ['GET', '/from-collection', ''],
    ['POST', '/p/7', '{"a":1}'],
  ]);
  expect(seen[0]?.headers['x-key']).toBe('hidden-key-value');
  expect(readFileSync(join(folder, 'touchstone-report/report.json'), 'utf8')).not.toContain('hidden-key-value');
});

test('a missing value is reported', async () => {
  put('c.json', JSON.stringify(postman()));
  const { exitCode, stdout } = await run('run', '--postman', 'c.json');
  expect(stdout).toContain('--secret origin=…');
  expect(exitCode).toBe(2);
});

test('runs a WSDL document with a schema next to it', async () => {
  put('shop.wsdl', wsdl(included));
  put('types/ask.xsd', askSchema);
  const { exitCode, stdout } = await run('run', '--wsdl', 'shop.wsdl');
  expect(stdout).toMatch(/✔ POST {3}Ask {2}200/);
  expect(exitCode).toBe(0);
  expect(seen[0]?.body).toContain('<t:id>1</t:id>');
  expect(seen[0]?.headers.soapaction).toBe('"urn:ask"');
});

test('runs a WSDL document of an address with a schema of the same server', async () => {
  files = { 'shop.wsdl': wsdl(included), 'types/ask.xsd': askSchema };
  const { exitCode } = await run('run', '--wsdl', `${origin}/shop.wsdl`);
  expect(exitCode).toBe(0);
  expect(seen[0]?.body).toContain('<t:id>1</t:id>');
});

test('reads no schema outside of the given folder', async () => {
  put('in/shop.wsdl', wsdl(included.replace('types/ask.xsd', '../ask.xsd')));
  put('ask.xsd', askSchema);
  const { stdout } = await run('run', '--wsdl', join('in', 'shop.wsdl'));
  expect(stdout).toContain('is outside the folder');
  expect(seen[0]?.body).not.toContain('<t:id>');
});

test.each([
  ['--har', 'r.har', () => JSON.stringify(har()), '/har?x=1'],
  ['--curl', 'c.sh', () => `curl -s '${origin}/curl'`, '/curl'],
  ['--jmeter', 'p.jmx', () => jmeter(), '/jmeter'],
  ['--insomnia', 'i.json', () => JSON.stringify(insomnia()), '/insomnia'],
  ['--hoppscotch', 'h.json', () => JSON.stringify(hoppscotch()), '/hoppscotch'],
] as const)('runs a document by %s and by --import', async (option, file, content, path) => {
  put(file, content());
  for (const args of [
    [option, file],
    ['--import', file],
  ]) {
    const { exitCode, stdout, stderr } = await run('run', ...args);
    expect(`${stdout}${stderr}`).toContain('Pass: 1 passed of 1 step in');
    expect(exitCode).toBe(0);
  }
  expect(seen.map(({ url }) => url)).toEqual([path, path]);
});

test('runs a curl command as it is given', async () => {
  const { exitCode } = await run('run', '--curl', `curl ${origin}/direct -H 'X-A: 1' -d a=1`);
  expect(exitCode).toBe(0);
  expect(seen).toEqual([expect.objectContaining({ method: 'POST', url: '/direct', body: 'a=1' })]);
});

test('knows the names of generated values that collections use', async () => {
  const { exitCode } = await run('run', '--curl', `curl ${origin}/job -d '{{$randomJobTitle}}'`);
  expect(exitCode).toBe(0);
  expect(seen[0]?.body).toMatch(/^[A-Z]\w+ /);
});

test('runs the folder of a Bruno collection', async () => {
  put('b/bruno.json', '{"version":"1","name":"B","type":"collection"}');
  put(
    'b/pets/get.bru',
    `meta {\n  name: Get\n  type: http\n  seq: 1\n}\n\nget {\n  url: ${origin}/bruno\n  body: none\n  auth: none\n}\n`,
  );
  const { exitCode, stdout } = await run('run', '--bruno', 'b');
  expect(stdout).toContain('1 passed');
  expect(exitCode).toBe(0);
  expect(seen[0]?.url).toBe('/bruno');
});

test('runs an Excel sheet and fails on a failed assertion', async () => {
  const rows = [
    ['Name', 'URL', 'Expected status', 'Assertions'],
    ['Good', `${origin}/excel`, '200', '$.name = Rex'],
    ['Bad', `${origin}/excel`, '404', ''],
  ];
  put('t.xlsx', (await writeSheets(rows.map((row) => row.map((value) => ({ value })))).toBuffer()) as Buffer);
  const { exitCode, stdout } = await run('run', '--excel', 't.xlsx');
  expect(stdout).toContain('Fail: 1 passed, 1 failed of 2 steps');
  expect(exitCode).toBe(1);
});

const collectionOf = (item: unknown[]): string => JSON.stringify({ ...postman(), variable: [], item });

function request(name: string, path: string, test?: string) {
  const event = test === undefined ? {} : { event: [{ listen: 'test', script: { exec: [test] } }] };
  return { name, request: { method: 'GET', url: `${origin}/${path}` }, ...event };
}

test('runs a document once for each row of a data file, and keeps the rows apart', async () => {
  put('c.json', collectionOf([request('Read', '{{name}}'), request('Again', '{{name}}/2')]));
  put('rows.csv', 'name\nada\nben\n');
  const report = join('out', 'result.xml');
  const { exitCode, stdout } = await run(
    ...['run', '--postman', 'c.json', '--data', 'rows.csv', '--parallel', '4', '--reporter', `list,junit=${report}`],
  );
  expect(stdout).toContain('4 passed');
  expect(exitCode).toBe(0);
  expect(seen.map(({ url }) => url).sort()).toEqual(['/ada', '/ada/2', '/ben', '/ben/2']);
  const xml = readFileSync(join(folder, report), 'utf8');
  expect(xml).toContain('name="Read (iteration 2)"');
  expect(xml.match(/<testsuite /g)).toHaveLength(1);
});

test('sends a request again until it passes, and lists every execution of a repeated one', async () => {
  const flaky = `pm.variables.set('n', String(Number(pm.variables.get('n') ?? 0) + 1));
    pm.test('third time', () => pm.expect(pm.variables.get('n')).to.eql('3'));`;
  put('c.json', collectionOf([request('Flaky', 'flaky', flaky)]));
  const retried = await run('run', '--postman', 'c.json', '--retries', '3', '--retry-delay', '1');
  expect(retried.stdout).toContain('1 passed');
  expect(retried.exitCode).toBe(0);
  expect(seen).toHaveLength(3);

  const jump = `pm.variables.set('n', String(Number(pm.variables.get('n') ?? 0) + 1));
    if (pm.variables.get('n') !== '2') pm.execution.setNextRequest('One');`;
  put('d.json', collectionOf([request('One', 'one'), request('Two', 'two', jump), request('Three', 'three')]));
  const report = join('out', 'jumps.json');
  const { exitCode, stdout } = await run('run', '--postman', 'd.json', '--reporter', `list,json=${report}`);
  expect(stdout).toContain('5 passed');
  expect(exitCode).toBe(0);
  const { steps } = JSON.parse(readFileSync(join(folder, report), 'utf8')) as { steps: { name: string }[] };
  expect(steps.map((step) => step.name)).toEqual(['One', 'Two', 'One', 'Two', 'Three']);
});

test.each([
  [['run', '--curl', 'curl http://a.test', '--data', 'rows.pdf'], /--data rows\.pdf is not a data file/],
  [['run', '--suite', 'a', '--retries', '2'], /--data and --retries go with a document/],
  [['run', '--postman', 'absent.json'], /Postman collection absent\.json cannot be read/],
  [['run', '--postman', 'a', '--har', 'b'], /Give only one document; these were given: --postman, --har/],
  [['run', '--har', 'a', '--postman-env', 'b'], /--postman-env goes with --postman/],
  [['run', '--har', 'a', '--suite', 'b'], /either --suite or --har/],
  [['run', '--excel', 'text.txt'], /Nothing to run: Only excel file is allowed/],
  [['run', '--import', 'text.txt'], /text\.txt cannot be imported/],
  [['import', 'c.json', '--export', 'pdf'], /Unknown export "pdf"/],
  [['import', 'text.txt', '--export', 'curl'], /cannot be imported/],
])('rejects %j with exit code 2 and a message', async (args, reason) => {
  put('text.txt', 'Hello');
  const { exitCode, stderr } = await run(...args);
  expect(stderr).toMatch(reason);
  expect(stderr).not.toContain('    at ');
  expect(exitCode).toBe(2);
});

test.each(['postman', 'openapi', 'har', 'curl'])(
  'converts to %s, which reads back as the same requests',
  async (format) => {
    put('p.jmx', jmeter());
    const { exitCode, stderr } = await run('import', 'p.jmx', '--export', format, '--output', join('out', 'result'));
    expect(stderr).toContain('1 requests written to');
    expect(exitCode).toBe(0);
    const args = format === 'openapi' ? ['--openapi', 'out/result', '--base-url', origin] : ['--import', 'out/result'];
    const again = await run('run', ...args);
    expect(`${again.stdout}${again.stderr}`).toContain('1 passed');
    expect(seen.map(({ method, url }) => [method, url])).toEqual([['GET', '/jmeter']]);
  },
);

test('writes to standard output only what was converted', async () => {
  put('p.jmx', jmeter().replace('<TestPlan', '<JDBCSampler testname="Rows"/><hashTree/><TestPlan'));
  const { stdout, stderr } = await run('import', 'p.jmx', '--export', 'har');
  expect(JSON.parse(stdout)).toMatchObject({ log: { entries: [{}] } });
  expect(stderr).toContain('Not imported: Rows');
});

test('a reader that closes the pipe, such as head, ends nothing and changes no exit code', async () => {
  expect(await runCommand(['--help'], { cwd: folder, isUnread: true })).toMatchObject({ exitCode: 0, stderr: '' });
});
