import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCommand } from '../testing/command.ts';
import { type PetApi, petDocument, startPetApi } from '../testing/pet-api.ts';

let folder: string;
let api: PetApi | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-cli-'));
  writeFileSync(join(folder, 'openapi.json'), JSON.stringify(petDocument));
});
afterEach(async () => {
  rmSync(folder, { recursive: true, force: true });
  await api?.close();
  api = undefined;
});

const secret = ['--secret', 'bearerToken=top-secret-token'];
const run = (...args: string[]) => runCommand(['run', '--openapi', 'openapi.json', ...args], { cwd: folder });

test('passes if the API conforms to its document, and ends with 0', async () => {
  api = await startPetApi();
  const { exitCode, stdout, stderr } = await run('--base-url', `${api.origin}/api`, ...secret);
  expect(stderr).toBe('');
  expect(stdout).toMatch(/^✔ GET {4}List pets {2}200 {2}[\d.]+ m?s$/m);
  expect(stdout).toContain('Pass: 3 passed of 3 steps in');
  expect(exitCode).toBe(0);
  expect(readdirSync(folder)).toEqual(['openapi.json']);
});

test('reports expected and actual values, writes reports without secrets, and ends with 1', async () => {
  api = await startPetApi({ isFaulty: true });
  const header = ['--header', 'X-Api-Key: other-secret-key', '--header', 'Accept: application/json;v=2'];
  const reporters = ['--reporter', `list,html,json,junit=${join('deep', 'result.xml')}`, '--output', 'out'];
  const { exitCode, stdout } = await run('--base-url', `${api.origin}/api`, ...secret, ...header, ...reporters);
  expect(exitCode).toBe(1);
  expect(stdout).toContain('✖ pets › List pets');
  expect(stdout).toMatch(/Body matches schema: 1 fault\. \/0\/age: expected integer/);
  expect(stdout).toMatch(/\n {4}> 4 \| +"age": "three"\n/);
  expect(stdout).toContain('Fail: 2 passed, 1 failed of 3 steps in');
  const [html, json, junit] = ['out/report.html', 'out/report.json', 'deep/result.xml'].map((path) =>
    readFileSync(join(folder, path), 'utf8'),
  );
  expect(html).toContain('List pets');
  expect(JSON.parse(json ?? '')).toMatchObject({ run: { counts: { total: 3, failed: 1 } }, steps: [{}, {}, {}] });
  expect(junit).toContain('<testsuites name="Pets" tests="3" failures="1" errors="0"');
  for (const text of [stdout, html, json, junit]) expect(text).not.toMatch(/top-secret-token|other-secret-key/);
  expect(api.requests.every(({ headers }) => headers['x-api-key'] === 'other-secret-key')).toBe(true);
  expect(api.requests[0]?.headers.accept).toBe('application/json;v=2');
});

test('skips the rest after the first failure on request', async () => {
  api = await startPetApi({ isFaulty: true });
  const { exitCode, stdout } = await run(
    '--base-url',
    `${api.origin}/api`,
    ...secret,
    '--stop-on-failure',
    '--reporter',
    'list,junit',
  );
  expect(stdout).toContain('Fail: 1 failed, 2 skipped of 3 steps');
  expect(stdout).toMatch(/^⊘ POST {3}Create a pet$/m);
  expect(readFileSync(join(folder, 'touchstone-report/junit.xml'), 'utf8')).toContain(
    '<skipped message="Skipped because',
  );
  expect(exitCode).toBe(1);
});

test('reads the document from an address and sends several requests at once', async () => {
  api = await startPetApi();
  const args = ['run', '--openapi', `${api.origin}/openapi.json`, '--base-url', `${api.origin}/api`, '--parallel', '3'];
  const { exitCode } = await runCommand([...args, '--var', 'bearerToken=top-secret-token', '--reporter', 'junit'], {
    cwd: folder,
  });
  expect(exitCode).toBe(0);
  expect(readdirSync(join(folder, 'touchstone-report'))).toEqual(['junit.xml']);
});

test('an API that cannot be reached is an error in the run: 2', async () => {
  api = await startPetApi();
  const { origin } = api;
  await api.close();
  const { exitCode, stdout } = await run('--base-url', origin, ...secret);
  expect(stdout).toContain('Error in Run: 3 errors of 3 steps');
  expect(exitCode).toBe(2);
});

test('a variable without a value is reported', async () => {
  api = await startPetApi();
  const { exitCode, stdout } = await run('--base-url', `${api.origin}/api`);
  expect(stdout).toMatch(/\{\{bearerToken\}\} in .* has no value/);
  expect(stdout).toContain('Give the missing values: --secret bearerToken=…');
  expect(stdout).toMatch(/expected: 200\n {4}actual: {3}401/);
  expect(stdout).toContain('1 passed, 2 failed of 3 steps');
  expect(exitCode).toBe(1);
});

test.skipIf(process.platform === 'win32')('Ctrl C stops the run, reports what was done and ends with 2', async () => {
  api = await startPetApi({ hangs: true });
  const { requests } = api;
  const started = Promise.withResolvers<void>();
  const timer = setInterval(() => requests.length > 0 && started.resolve(), 5);
  let kill: ((signal: NodeJS.Signals) => void) | undefined;
  writeFileSync(
    join(folder, 'noted.json'),
    JSON.stringify({ ...petDocument, paths: { 'no-slash': {}, ...petDocument.paths } }),
  );
  const running = runCommand(
    ['run', '--openapi', 'noted.json', '--base-url', `${api.origin}/api`, ...secret, '--reporter', 'list,json'],
    { cwd: folder, onOutput: (_, killIt) => (kill = killIt) },
  );
  await started.promise;
  clearInterval(timer);
  kill?.('SIGINT');
  const { exitCode, stdout } = await running;
  expect(stdout).toContain('Stopping.');
  expect(stdout).toContain('Cancelled: 3 cancelled of 3 steps');
  expect(exitCode).toBe(2);
});

test.each([
  [['--base-url', 'localhost:80'], /--base-url "localhost:80" is not an address/],
  [[], /Give --base-url/],
  [['--base-url', 'http://localhost', '--header', 'nonsense'], /is not a header/],
  [['--base-url', 'http://localhost', '--var', 'nonsense'], /--var "nonsense" is not a pair/],
  [['--base-url', 'http://localhost', '--reporter', 'pdf'], /Unknown reporter "pdf"/],
  [['--base-url', 'http://localhost', '--parallel', '0'], /whole number from 1 to 100/],
  [['--base-url', 'http://localhost', '--suite', 'x'], /either --suite or --openapi/],
  [['--nonsense'], /unknown option/],
])('rejects %j with exit code 2 and a message', async (args, reason) => {
  const { exitCode, stderr } = await run(...args);
  expect(stderr).toMatch(reason);
  expect(stderr).not.toContain('    at ');
  expect(exitCode).toBe(2);
});

test.each([
  ['absent.json', /absent\.json cannot be read: No such file/],
  ['http://127.0.0.1:9/openapi.json', /cannot be read: .*Check the address/],
])('says why the document %s cannot be read', async (source, reason) => {
  const { exitCode, stderr } = await runCommand(['run', '--openapi', source, '--base-url', 'http://localhost'], {
    cwd: folder,
  });
  expect(stderr).toMatch(reason);
  expect(exitCode).toBe(2);
});

test('a document without operations is reported', async () => {
  writeFileSync(join(folder, 'openapi.json'), '{"openapi":"3.1.0"}');
  const { exitCode, stderr } = await run('--base-url', 'http://localhost');
  expect(stderr).toContain('Nothing to run: The document has no operations');
  expect(exitCode).toBe(2);
});
