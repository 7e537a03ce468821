import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { HttpStep } from '@touchstone/engine-http/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SnippetLanguage, snippet } from './snippets.ts';

/** What a program sent. */
interface Sent {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingHttpHeaders;
  body: string;
}

let server: Server;
let address = '';
let folder = '';
const sent: Sent[] = [];
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method, url, headers } = request;
    sent.push({ method, url, headers, body: Buffer.concat(chunks).toString('utf8') });
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.end('{"ok":true}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  folder = await mkdtemp(join(tmpdir(), 'touchstone-snippets-'));
  await writeFile(join(folder, 'cat.png'), 'purr');
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true, force: true });
});

const step = (given: Partial<HttpStep>): HttpStep => ({
  id: 's',
  name: 'S',
  group: '',
  method: 'POST',
  url: `${address}/orders/{id}`,
  headers: [{ key: 'X-Note', value: 'it\'s "quoted" $5 \\ #{e}' }],
  queryParams: [{ key: 'q', value: 'a b&c=d' }],
  pathParams: [{ key: 'id', value: '7' }],
  authentication: { type: 'bearer', token: 'Tr0ub4dor' },
  assertions: [],
  dataHandlers: [],
  settings: {},
  body: { type: 'none' },
  ...given,
});
const tricky = '{"a": "it\'s \\"quoted\\" $5 `x` #{e} %d \\\\ é", "b": [1,\n2]}';

/** How a snippet is run, and what says that it can be. */
interface Runner {
  language: SnippetLanguage;
  file: string;
  command: string;
  arguments?: string[];
  /** Succeeds where the tool and its library are there. */
  probe: [command: string, ...given: string[]];
}
const runners: Runner[] = [
  { language: 'shell', file: 'run.sh', command: 'bash', probe: ['curl', '--version'] },
  { language: 'httpie', file: 'run-httpie.sh', command: 'bash', probe: ['http', '--version'] },
  { language: 'javascript', file: 'run.mjs', command: process.execPath, probe: [process.execPath, '--version'] },
  {
    language: 'node',
    file: 'axios.mjs',
    command: process.execPath,
    probe: [process.execPath, '-e', 'require("axios")'],
  },
  { language: 'python', file: 'run.py', command: 'python3', probe: ['python3', '-c', 'import requests'] },
  { language: 'perl', file: 'run.pl', command: 'perl', probe: ['perl', '-MLWP::UserAgent', '-e', '1'] },
  { language: 'php', file: 'run.php', command: 'php', probe: ['php', '-r', 'curl_init();'] },
  { language: 'ruby', file: 'run.rb', command: 'ruby', probe: ['ruby', '-rnet/http', '-e', '1'] },
  { language: 'go', file: 'run.go', command: 'go', arguments: ['run'], probe: ['go', 'version'] },
  { language: 'powershell', file: 'run.ps1', command: 'pwsh', arguments: ['-File'], probe: ['pwsh', '-Version'] },
  { language: 'r', file: 'run.R', command: 'Rscript', probe: ['Rscript', '-e', 'library(httr)'] },
];

async function run({ language, file, command, arguments: given = [] }: Runner, written: HttpStep): Promise<Sent> {
  sent.length = 0;
  const path = join(folder, file);
  await writeFile(path, snippet(written, language));
  await promisify(execFile)(command, [...given, path], { cwd: folder, timeout: 60_000 });
  const [first] = sent;
  if (!first) throw new Error(`The program in ${language} sent nothing.`);
  return first;
}

const isLong = process.env.TOUCHSTONE_TESTS === 'long';
for (const runner of runners) {
  const { language, probe } = runner;
  const [tool, ...rest] = probe;
  const isThere = isLong && spawnSync(tool, rest, { stdio: 'ignore' }).status === 0;
  const reason = isLong ? ` (skipped: ${probe.join(' ')} fails here)` : ' (skipped: in the long form alone)';
  describe.skipIf(!isThere)(`${language} is run${isThere ? '' : reason}`, () => {
    test('a request without a body, with all its parts', async () => {
      const { method, url, headers } = await run(runner, step({ method: 'DELETE' }));
      expect([method, url]).toEqual(['DELETE', '/orders/7?q=a%20b%26c%3Dd']);
      expect(headers['x-note']).toBe('it\'s "quoted" $5 \\ #{e}');
      expect(headers.authorization).toBe('Bearer Tr0ub4dor');
    });

    test('JSON arrives as it was written', async () => {
      const { method, headers, body } = await run(runner, step({ body: { type: 'json', content: tricky } }));
      expect([method, body]).toEqual(['POST', tricky]);
      expect(headers['content-type']).toMatch(/^application\/json/);
    });

    test('fields of a form are encoded', async () => {
      const fields = [
        { key: 'name', value: 'Ana & Bo = é' },
        { key: 'note', value: "it's 5 $" },
      ];
      const { headers, body } = await run(runner, step({ body: { type: 'urlencoded', fields } }));
      expect(headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/);
      expect(Object.fromEntries(new URLSearchParams(body))).toEqual({ name: 'Ana & Bo = é', note: "it's 5 $" });
    });

    // In a page the user chooses the file.
    test.skipIf(language === 'javascript')('a form with a file is sent in parts', async () => {
      const fields = [
        { key: 'note', value: "it's 5 $", kind: 'text' as const },
        { key: 'photo', value: '', kind: 'file' as const, fileName: 'cat.png' },
      ];
      const { headers, body } = await run(runner, step({ body: { type: 'form', fields } }));
      const content = new Response(body, { headers: { 'content-type': String(headers['content-type']) } });
      const form = await content.formData();
      const photo = form.get('photo') as File;
      expect([form.get('note'), photo.name, await photo.text()]).toEqual(["it's 5 $", 'cat.png', 'purr']);
    });

    test('basic credentials are sent', async () => {
      const authentication = { type: 'basic' as const, username: 'ana', password: "it's $5" };
      const { headers } = await run(runner, step({ authentication }));
      const [kind, value = ''] = (headers.authorization ?? '').split(' ');
      expect([kind, Buffer.from(value, 'base64').toString()]).toEqual(['Basic', "ana:it's $5"]);
    });
  });
}
