import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { createHttpSession } from '@touchstone/engine-http';
import type { HttpStep } from '@touchstone/engine-http/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SnippetLanguage, snippet } from './snippets.ts';

/** A request as received by the server. */
interface Sent {
  method: string | undefined;
  url: string | undefined;
  headers: Record<string, string[]>;
  body: Buffer;
}

let server: Server;
let address = '';
let folder = '';
const sent: Sent[] = [];
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method, url, headersDistinct } = request;
    sent.push({ method, url, headers: headersDistinct as Sent['headers'], body: Buffer.concat(chunks) });
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
  url: `${address}/orders`,
  headers: [],
  queryParams: [],
  pathParams: [],
  authentication: { type: 'none' },
  assertions: [],
  dataHandlers: [],
  settings: {},
  body: { type: 'none' },
  ...given,
});
const tricky = '{"a": "it\'s \\"quoted\\" $5 `x` #{e} %d \\\\ é", "b": [1,\n2]}';
const key = (name: string, value: string) => ({ key: name, value });

/** Requests that every language sends as the engine does. */
const requests: [name: string, given: () => Partial<HttpStep>][] = [
  ['a plain GET', () => ({ method: 'GET' })],
  [
    'path parameters, a query and unusual signs in a header',
    () => ({
      method: 'DELETE',
      url: `${address}/orders/{id}/:part`,
      pathParams: [key('id', '7/8 ü'), key('part', 'a+b')],
      queryParams: [key('q', 'a b&c=d'), key('q', "it's é"), key('empty', '')],
      headers: [key('X-Note', 'it\'s "quoted" $5 \\ #{e} %PATH% `x`')],
    }),
  ],
  [
    'a query in the address',
    () => ({ method: 'GET', url: `${address}/find?a=1%202&b=x+y&c`, queryParams: [key('d', '$x')] }),
  ],
  ['a header given twice', () => ({ method: 'GET', headers: [key('X-Two', 'one'), key('X-Two', 'two')] })],
  [
    'headers of the user that tools have too',
    () => ({ method: 'GET', headers: [key('Accept', 'text/x'), key('User-Agent', 'me/1')] }),
  ],
  ['cookies', () => ({ method: 'GET', headers: [key('Cookie', 'a=1; b="2"')] })],
  ['POST without a body', () => ({})],
  ['PATCH with JSON', () => ({ method: 'PATCH', body: { type: 'json', content: tricky } })],
  [
    'JSON with a type of its own',
    () => ({ headers: [key('Content-Type', 'application/vnd.shop+json')], body: { type: 'json', content: '{}' } }),
  ],
  [
    'XML with line ends',
    () => ({ body: { type: 'xml', content: '<?xml version="1.0"?>\n<a b="1">é &amp; \\n</a>\n' } }),
  ],
  ['text that begins with @', () => ({ body: { type: 'text', content: '@file\tand\n\nlines' } })],
  ['DELETE with a body', () => ({ method: 'DELETE', body: { type: 'json', content: '[1]' } })],
  [
    'fields of a form',
    () => ({
      body: {
        type: 'urlencoded',
        fields: [key('name', 'Ana & Bo = é'), key('note', "it's 5 $ + 1"), key('name', '2')],
      },
    }),
  ],
  [
    'a form in parts',
    () => ({
      body: {
        type: 'form',
        fields: [
          { key: 'note', value: 'it\'s; "5" $ é', kind: 'text' as const },
          { key: 'note', value: '@second', kind: 'text' as const },
        ],
      },
    }),
  ],
  ['basic credentials', () => ({ authentication: { type: 'basic', username: 'ana', password: "it's:$5 é" } })],
  ['a bearer token', () => ({ method: 'GET', authentication: { type: 'bearer', token: 'Tr0ub4dor' } })],
  [
    'a key in the query',
    () => ({ method: 'GET', authentication: { type: 'apiKey', in: 'query', key: 'k', value: 'a b' } }),
  ],
  ['GraphQL', () => ({ body: { type: 'graphql', query: '{ a(b: "c") }', variables: '{"x": 1}' } })],
];
const withFile: [name: string, given: () => Partial<HttpStep>] = [
  'a form with a file',
  () => ({
    body: {
      type: 'form',
      fields: [
        { key: 'note', value: 'cat', kind: 'text' },
        { key: 'photo', value: '', kind: 'file', fileName: 'cat.png', fileId: 'cat' },
      ],
    },
  }),
];

/** How to run a snippet, and how to detect whether it can be run. */
interface Runner {
  language: SnippetLanguage;
  file: string;
  command: string;
  arguments?: string[];
  /** Succeeds if the tool and its library are installed. */
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

async function first(send: () => Promise<unknown>): Promise<Sent> {
  sent.length = 0;
  await send();
  const [one] = sent;
  if (!one) throw new Error('Nothing was sent.');
  return one;
}

const purr = () => ({
  sizeBytes: 4,
  fileName: 'cat.png',
  contentType: 'image/png',
  stream: Readable.from([Buffer.from('purr')]),
});

/** What the product's engine sends for a step. */
async function byEngine(written: HttpStep): Promise<Sent> {
  const files = { open: async () => purr() };
  const session = createHttpSession({ scopes: [], files });
  try {
    return await first(() => session.execute(written));
  } finally {
    await session.close();
  }
}

const byProgram = ({ language, file, command, arguments: given = [] }: Runner, written: HttpStep): Promise<Sent> =>
  first(async () => {
    const path = join(folder, file);
    await writeFile(path, snippet(written, language));
    await promisify(execFile)(command, [...given, path], { cwd: folder, timeout: 60_000 });
  });

/** Default headers of the programs, compared only if the step names them. */
const defaults = new Set([
  'host',
  'user-agent',
  'accept',
  'accept-encoding',
  'accept-language',
  'connection',
  'content-length',
]);
const ofFetch = new Set(['sec-fetch-mode', 'transfer-encoding', 'keep-alive', 'expect']);

async function essence({ method, url, headers, body }: Sent, written: HttpStep) {
  const named = new Set(written.headers.map((header) => header.key.toLowerCase()));
  const own = Object.entries(headers)
    .filter(([name]) => named.has(name) || !(defaults.has(name) || ofFetch.has(name)))
    // Several header lines and one comma-separated line are equivalent.
    .map(([name, values]) => [name, values.join(', ')]);
  const type = headers['content-type']?.[0] ?? '';
  const isForm = type.startsWith('multipart/');
  const content = isForm ? await partsOf(type, body) : body.toString();
  const kept = own.map(([name, value]) => [name, name === 'content-type' && isForm ? 'multipart/form-data' : value]);
  return { method, url, headers: Object.fromEntries(kept), content };
}

async function partsOf(type: string, body: Buffer) {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
  const parts: string[][] = [];
  for (const [name, value] of form)
    parts.push(typeof value === 'string' ? [name, value] : [name, value.name, await value.text()]);
  return parts;
}

for (const runner of runners) {
  const { language, probe } = runner;
  const [tool, ...rest] = probe;
  const isInstalled = spawnSync(tool, rest, { stdio: 'ignore' }).status === 0;
  const reason = isInstalled ? '' : ` (skipped: ${probe.join(' ')} fails here)`;
  // In a browser the user selects the file.
  const all = language === 'javascript' ? requests : [...requests, withFile];
  describe.skipIf(!isInstalled)(`${language} sends what the engine sends${reason}`, () => {
    test.for(all)('%s', { timeout: 60_000 }, async ([, given]) => {
      const written = step(given());
      const [program, engine] = [await byProgram(runner, written), await byEngine(written)];
      expect(await essence(program, written)).toEqual(await essence(engine, written));
    });
  });
}
