import { spawn } from 'node:child_process';
import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:net';
import { createHttpSession } from '@touchstone/engine-http';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stepArbitrary } from '../../testing/step-arbitrary.ts';
import { exportCurl } from '../export/export-curl.ts';
import { importCurl } from './import-curl.ts';

/** A server that records the raw bytes of every request. */
const received: string[] = [];
let server: Server;
let origin = '';

beforeAll(async () => {
  server = createServer((socket) => {
    let bytes = '';
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      bytes += chunk.toString('latin1');
      const end = bytes.indexOf('\r\n\r\n');
      const length = Number(/^content-length: *(\d+)/im.exec(bytes)?.[1] ?? 0);
      if (end === -1 || bytes.length < end + 4 + length) return;
      received.push(bytes);
      bytes = '';
      socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(async () => {
  await new Promise((done) => server.close(done));
});

/** Runs a command in a real bash and returns the bytes that the server received. */
async function bytesOf(command: string): Promise<string[]> {
  const before = received.length;
  await new Promise<void>((done, fail) => {
    const child = spawn('bash', ['-c', command], {
      stdio: 'ignore',
      env: { PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8' },
    });
    child.on('error', fail);
    child.on('close', () => done());
  });
  return received.slice(before).map(withoutBoundary);
}

const withoutBoundary = (request: string): string => {
  const boundary = /boundary=([^\r\n]+)/.exec(request)?.[1];
  if (boundary === undefined) return lengthLast(request);
  return request.replaceAll(boundary, 'BOUNDARY').replace(/^content-length: \d+/im, 'Content-Length: (of the form)');
};

/** Whether curl writes the length before or after the content type depends on which of them set the type. */
const lengthLast = (request: string): string =>
  request.replace(/^(content-length: \d+)\r\n([\s\S]*?\r\n)(?=\r\n)/im, '$2$1\r\n');

const commands: [name: string, command: string][] = [
  ['a plain GET', "curl 'URL/a/b'"],
  ['a query that must stay as it is', "curl 'URL/?a=1+2&b=[x]&c&d=%7e&e=' -g"],
  ['headers in their order, one of them empty', "curl -H 'b: 1' -H 'A: 2' -H 'b: 3' -H 'Empty;' URL/"],
  ['user agent, referer, cookies and compression', "curl -A me -e http://from/ -b 'a=1' -b 'b=2' --compressed URL/"],
  ['a form', "curl -d 'a=1&b=x y' --data-urlencode 'c=ü &=' URL/"],
  ['a form whose text is unusual', "curl -d 'a&b==&c=%zz' URL/"],
  ['a form with its content type', "curl -H 'Content-Type: application/x-www-form-urlencoded' -H 'X: 1' -d 'a=1' URL/"],
  ['JSON with its header', "curl -X PATCH -H 'Content-Type: application/json' -d '{\"a\": [1, 2]}' URL/"],
  ['JSON with a header behind it', "curl -H 'Content-Type: application/json' -H 'X: 1' -d '{}' URL/"],
  ['--json', 'curl --json \'{"a":1}\' URL/'],
  ['bytes with line ends', "curl --data-binary $'one\\r\\ntwo\\n\\u00e9\\x21' -H 'Content-Type: text/plain' URL/"],
  ['a multipart form', "curl -F 'a=1;type=text/x' --form-string 'b=@x;y' -F 'c=\"q;\\\" \"' URL/"],
  ['basic credentials', "curl -u 'me:p:w' URL/"],
  ['a bearer token', 'curl --oauth2-bearer abc URL/'],
  ['a range', 'curl -r 0-10 URL/'],
  ['[issue-10] a range without a dash', 'curl --range 600 URL/'],
  ['[issue-10] an empty body', "curl -d '' URL/"],
  ['[issue-10] an empty body of another type', "curl -d '' -H 'Content-Type: text/plain' URL/"],
  ['[issue-10] an empty body with another method', "curl -X PUT -d '' URL/"],
  ['[issue-10] a method in small letters', 'curl -X purge URL/'],
  ['[issue-10] a method of its own without a body', 'curl -X PURGE URL/'],
  ['[issue-10] a method of its own with a body', 'curl -X Report -d a=1 URL/'],
  ['[issue-10] DELETE with a body', 'curl -X DELETE -d a=1 URL/'],
  ['[issue-10] output that is written elsewhere', 'curl URL/a >/dev/null 2>&1'],
  ['[issue-10] both outputs in one file', 'curl URL/a >& /dev/null; curl URL/b &> /dev/null; curl URL/c >| /dev/null'],
  ['[issue-10] a numbered stream', 'curl URL/a 3>&1 1>&2 2>&3 {fd}>/dev/null'],
  ['[issue-10] commands that depend on each other', 'curl URL/a && (curl URL/b) || curl URL/c'],
  ['HEAD', 'curl -I URL/x'],
  ['-G', "curl -G -d a=1 -d 'b=2' --data-urlencode 'q=a b' 'URL/?z=1'"],
  ['several addresses', "curl 'URL/{a,b}/[1-2]' URL/c"],
  ['several commands', 'curl URL/1\ncurl URL/2 -d x=1'],
];

test.each(commands)('%s produces the same bytes after import and export', async (_, written) => {
  const command = written.replaceAll('URL', origin);
  const original = await bytesOf(command);
  expect(original.length).toBeGreaterThan(0);
  const { steps } = importCurl(command);
  const again = await bytesOf(steps.map((step) => exportCurl(step)).join('\n'));
  expect(again).toEqual(original);
});

test.each(commands)('%s is sent by the engine as curl sends it', async (_, written) => {
  const command = written.replaceAll('URL', origin);
  const original = await bytesOf(command);
  const session = createHttpSession({ scopes: [] });
  const before = received.length;
  for (const step of importCurl(command).steps) await session.execute(step);
  await session.close();
  expect(received.slice(before).map(withoutBoundary).map(essence)).toEqual(original.map(essence));
});

/**
 * The engine's default headers differ from curl's; the request line, the user's headers in order and the body must
 * match.
 */
function essence(request: string) {
  const end = request.indexOf('\r\n\r\n');
  const [line, ...headers] = request.slice(0, end).split('\r\n');
  const own = headers.filter(
    (header) =>
      !/^(?:host|user-agent: (?:curl|Touchstone)|accept: \*|accept-encoding|connection|content-length|transfer-encoding)/i.test(
        header,
      ),
  );
  const moved = (header: string) => /^(?:authorization|content-type|accept):/i.test(header);
  return {
    line,
    headers: own.filter((header) => !moved(header)).map((header) => header.replace(/: $/, ':')),
    moved: own.filter(moved).sort(),
    body: request.slice(end),
  };
}

test.each([
  ['URL', ['/up.txt']],
  ['URL/', ['/up.txt']],
  ['URL/a', ['/a']],
  ['URL/a/', ['/a/up.txt']],
  ["'URL/a/?x=1'", ['/a/up.txt?x=1']],
])('[issue-10] -T names its upload as curl does: %s', async (address, paths) => {
  const command = (path: string) => `curl -T ${path}up.txt ${address.replace('URL', origin)}`;
  const real = await bytesOf(`cd "$(mktemp -d)" && echo hi > up.txt && ${command('')}`);
  expect(real.map((request) => /^PUT (\S+)/.exec(request)?.[1])).toEqual(paths);
  const { steps } = importCurl(command('some/'));
  expect(
    steps.map(({ url, queryParams: [row] }) => url.slice(origin.length) + (row ? `?${row.key}=${row.value}` : '')),
  ).toEqual(paths);
});

test('[issue-10] each -T belongs to one address, in order', () => {
  const { steps } = importCurl('curl -T a.txt http://h/1/ -T b.txt http://h/2/ http://h/3');
  expect(steps.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'PUT http://h/1/a.txt',
    'PUT http://h/2/b.txt',
    'GET http://h/3',
  ]);
});

test.each([
  ['bash', 'curl http://h/a <> x'],
  ['bash, names of streams', 'curl http://h/a {fd}>x 2>>"y z"'],
  ['bash, a group', '( curl http://h/a > x )'],
  ['bash, a pipe', 'curl http://h/a 2>&1 | tee x && echo done'],
  ['cmd', 'curl "http://h/a" ^\r\n > out.txt 2>&1'],
  ['cmd, no blanks', 'curl "http://h/a">out.txt 2>NUL'],
  ['cmd, after a caret', 'curl "http://h/a" ^\r\n -H "a: ^>b" >> "C:\\my files\\out.txt" & echo done'],
  ['PowerShell', 'curl.exe "http://h/a" `\n *> out.txt'],
  ['PowerShell, errors', "curl.exe 'http://h/a' 2>$null | ConvertFrom-Json"],
  ['PowerShell, streams', "curl.exe 'http://h/a' 2>&1 > out.txt"],
])('[issue-10] the target of a redirection is not a request: %s', (_name, command) => {
  expect(importCurl(command).steps.map(({ url }) => url)).toEqual(['http://h/a']);
});

test('any step is sent by its curl command as by the engine', async () => {
  const session = createHttpSession({ scopes: [] });
  await fc.assert(
    fc.asyncProperty(stepArbitrary(), async (written) => {
      const step = { ...written, url: written.url.replace('http://127.0.0.1', origin) };
      const before = received.length;
      await session.execute(step);
      const [byEngine] = received.slice(before).map(withoutBoundary);
      const [byCurl] = await bytesOf(exportCurl(step));
      expect(essence(byCurl ?? '\r\n\r\n')).toEqual(essence(byEngine ?? ''));
    }),
    { numRuns: 40 },
  );
  await session.close();
}, 60_000);
