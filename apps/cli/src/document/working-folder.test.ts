import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { runCommand } from '../testing/command.ts';
import { neighbourFiles, requestFiles } from './working-folder.ts';

let server: Server;
let origin: string;
let seen: { url: string; body: string }[];
let folder: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.setEncoding('latin1').on('data', (chunk: string) => {
      body += chunk;
    });
    request.on('end', () => {
      seen.push({ url: request.url ?? '', body });
      response.setHeader('content-type', 'application/json').end('{"id":7}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  seen = [];
  folder = mkdtempSync(join(tmpdir(), 'touchstone-cli-'));
  put('work/in/a.bin', Buffer.from([0, 255, 1]));
  put('secret.txt', 'secret');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function put(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}
const run = (...args: string[]) => runCommand(args, { cwd: folder });

test.each([
  ['a file', 'in/a.bin', undefined],
  ['a missing one', 'absent.bin', /no such file/],
  ['a folder', 'in', /not an ordinary file/],
  ['one above', '../secret.txt', /is outside the folder .*--insecure-file-read/],
  ['a missing one above', '../absent.txt', /is outside the folder/],
  ['one by a link', 'link.txt', /is outside the folder/],
  ['one in a folder of a similar name', '../work2/b.txt', /is outside the folder/],
])('opens only files of the working folder: %s', async (_what, name, refused) => {
  symlinkSync(join(folder, 'secret.txt'), join(folder, 'work/link.txt'));
  put('work2/b.txt', 'b');
  const files = requestFiles({ workingDir: join(folder, 'work') });
  if (refused === undefined) {
    const { stream, sizeBytes, fileName } = await files.open(name);
    expect([sizeBytes, fileName, await buffer(stream)]).toEqual([3, 'a.bin', Buffer.from([0, 255, 1])]);
  } else {
    await expect(files.open(name)).rejects.toThrow(refused);
    expect(() => files.read(name)).toThrow(refused);
  }
});

test('every file may be used if allowed, and a working folder must be one', () => {
  const workingDir = join(folder, 'work');
  expect(requestFiles({ workingDir, insecureFileRead: true }).read('../secret.txt')).toBe('secret');
  expect(() => requestFiles({ workingDir: join(folder, 'absent') })).toThrow(/--working-dir .* is not a folder/);
  expect(neighbourFiles(join(folder, 'work/in/x.yaml'), { workingDir }).find('../in/a.bin')).toMatch(/a\.bin$/);
  expect(() => neighbourFiles(join(folder, 'work/in/x.yaml'), {}).find('../b.yaml')).toThrow(/--working-dir/);
});

test('sends the files that a collection references, with globals after every other variable', async () => {
  const request = (name: string, body: object) => ({
    name,
    request: { method: 'POST', url: `{{origin}}/${name}/{{own}}/{{shared}}`, body },
    event: [
      {
        listen: 'test',
        script: { exec: ['pm.test("globals", () => pm.expect(pm.globals.get("shared")).to.eql("of-globals"))'] },
      },
    ],
  });
  const item = [
    request('form', { mode: 'formdata', formdata: [{ key: 'f', type: 'file', src: 'in/{{file}}' }] }),
    request('whole', { mode: 'file', file: { src: 'in/a.bin' } }),
    request('outside', { mode: 'file', file: { src: '../secret.txt' } }),
  ];
  put('c.json', JSON.stringify({ info: { name: 'Files' }, variable: [{ key: 'own', value: 'of-collection' }], item }));
  const values = Object.entries({ origin, file: 'a.bin', own: 'of-globals', shared: 'of-globals' });
  put(
    'g.json',
    JSON.stringify({ _postman_variable_scope: 'globals', values: values.map(([key, value]) => ({ key, value })) }),
  );
  const args = ['--postman', 'c.json', '--globals', 'g.json', '--working-dir', 'work'];
  const { exitCode, stdout, stderr } = await run('run', ...args);
  expect(stderr).toBe('');
  expect(stdout).toContain('The file ../secret.txt cannot be sent: it is outside the folder');
  expect(stdout).toContain('2 passed');
  expect(exitCode).toBe(2);
  expect(seen.map(({ url }) => url)).toEqual(['/form/of-collection/of-globals', '/whole/of-collection/of-globals']);
  expect(seen[0]?.body).toContain(
    'name="f"; filename="a.bin"\r\nContent-Type: application/octet-stream\r\n\r\n\0\xff\x01\r\n',
  );
  expect(seen[1]?.body).toBe('\0\xff\x01');

  const allowed = await run('run', ...args, '--insecure-file-read');
  expect(allowed.stdout).toContain('3 passed');
  expect(seen.at(-1)?.body).toBe('secret');

  seen = [];
  const load = await run('load', ...args, '--insecure-file-read', '--iterations', '1');
  expect(`${load.stdout}${load.stderr}`).not.toContain('cannot be sent');
  expect(seen.map(({ body }) => body).slice(1)).toEqual(['\0\xff\x01', 'secret']);
});

test('sends the files that a curl command references, and none from outside', async () => {
  put('work/d.txt', 'a=1\n&b=2\n');
  const allowed = await run('run', '--working-dir', 'work', '--curl', `curl ${origin}/d -d @d.txt`);
  expect(allowed.stdout).toContain('1 passed');
  expect(seen[0]?.body).toBe('a=1&b=2');
  const refused = await run('run', '--working-dir', 'work', '--curl', `curl ${origin}/d -d @../secret.txt`);
  expect(refused.stdout).toContain('The file ../secret.txt cannot be read: it is outside the folder');
  expect(refused.exitCode).toBe(2);
  expect(seen).toHaveLength(1);
});

test('follows references of OpenAPI to files beside it, and further with a working folder', async () => {
  const schema = 'type: object\nproperties: { id: { $ref: "id.yaml" } }\n';
  const described = (file: string) =>
    `openapi: 3.0.3\ninfo: { title: P, version: "1" }\npaths:\n  /p:\n    post:\n      requestBody: { content: { application/json: { schema: { $ref: "${file}" } } } }\n      responses: { 200: { description: ok } }\n`;
  put('specs/api/o.yaml', described('parts/pet.yaml'));
  put('specs/api/parts/pet.yaml', schema);
  put('specs/api/parts/id.yaml', 'type: integer\nexample: 7\n');
  const beside = await run('run', '--openapi', 'specs/api/o.yaml', '--base-url', origin);
  expect(`${beside.stdout}${beside.stderr}`).not.toContain('Not imported');
  expect(seen[0]?.body).toMatch(/^\{\s*"id":\s*7\s*\}$/);

  put('specs/api/o.yaml', described('../common/pet.yaml'));
  put('specs/common/pet.yaml', schema);
  put('specs/common/id.yaml', 'type: integer\nexample: 8\n');
  const refused = await run('import', 'specs/api/o.yaml', '--export', 'har');
  expect(refused.stderr).toContain('it is outside the folder');
  expect(refused.stdout).not.toContain('\\"id\\"');
  const wider = await run('import', 'specs/api/o.yaml', '--export', 'har', '--working-dir', 'specs');
  expect(wider.stderr).not.toContain('Not imported');
  expect(JSON.parse(wider.stdout).log.entries[0].request.postData.text).toMatch(/"id":\s*8/);
});

test.each([
  ['postman', undefined],
  ['openapi', 'test scripts'],
  ['har', 'test scripts'],
  ['curl', 'test scripts'],
])('lists on standard error what an export to %s loses, and keeps it out of the document', async (format, lost) => {
  const event = [{ listen: 'test', script: { exec: ['pm.test("ok", () => {});'] } }];
  const item = [
    {
      name: 'A',
      event,
      request: {
        method: 'POST',
        url: `${origin}/a`,
        body: { mode: 'urlencoded', urlencoded: [{ key: 'a', value: '1', disabled: true }] },
      },
    },
  ];
  put('c.json', JSON.stringify({ info: { name: 'C' }, item }));
  const { stdout, stderr, exitCode } = await run('import', 'c.json', '--export', format);
  expect(exitCode).toBe(0);
  if (lost === undefined) expect(stderr).not.toContain('Not exported');
  else expect(stderr).toContain(`Not exported: ${lost} (1)`);
  expect(stdout).not.toContain('Not exported');
  if (format === 'postman' || format === 'har') expect(JSON.parse(stdout)).toBeTypeOf('object');
});
