import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCertificate } from '@touchstone/engine-mock';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCommand } from '../testing/command.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'touchstone-mock-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Runs the command until `use` is done with the address, then ends it like Ctrl C. */
async function running(args: string[], use: (address: string, output: () => string) => Promise<void>) {
  let used: Promise<void> | undefined;
  let output = '';
  const result = await runCommand(['mock', '--port', '0', ...args], {
    onOutput(text, kill) {
      output = text;
      const address = /Listening: (\S+)/.exec(text)?.[1];
      if (address === undefined || used !== undefined) return;
      used = use(address, () => output).finally(() => kill('SIGINT'));
    },
  });
  await used;
  return result;
}

test('serves a folder of WireMock with its files, shows requests, reads changes and shuts down cleanly', async () => {
  await mkdir(join(folder, 'mappings'));
  await mkdir(join(folder, '__files'));
  await writeFile(join(folder, '__files/a.txt'), 'from a file');
  const stub = (response: object) => JSON.stringify({ name: 'a', request: { method: 'GET', url: '/a' }, response });
  await writeFile(join(folder, 'mappings/a.json'), stub({ bodyFileName: 'a.txt' }));
  await writeFile(join(folder, 'mappings/b.json'), '{');
  const { exitCode, stdout, stderr } = await running([folder, '--watch'], async (address, output) => {
    expect(await (await fetch(`${address}/a`)).text()).toBe('from a file');
    expect((await fetch(`${address}/b`)).status).toBe(404);
    await writeFile(join(folder, 'mappings/a.json'), stub({ body: 'changed' }));
    await expect.poll(async () => (await fetch(`${address}/a`)).text(), { timeout: 10_000 }).toBe('changed');
    expect(output()).toContain('no stub matches');
  });
  expect(stdout).toMatch(/Serving: .*\(wiremock, 1 stubs\)/);
  expect(stdout).toMatch(/GET {4}\/a {2}200 {2}a/);
  expect(stdout).toMatch(/Stopped after \d+ requests/);
  expect(stderr).toContain('Not imported: b.json: The JSON cannot be read');
  expect(exitCode).toBe(0);
});

test('records a service into a folder, which then responds in its place', async () => {
  const real = createServer((request, response) => response.end(`real ${request.url}`));
  await new Promise<void>((resolve) => real.listen(0, '127.0.0.1', resolve));
  const target = `http://127.0.0.1:${(real.address() as AddressInfo).port}`;
  const stubs = join(folder, 'recorded');
  const recorded = await running([stubs, '--record', target], async (address) => {
    expect(await (await fetch(`${address}/x`)).text()).toBe('real /x');
  });
  expect(recorded.stdout).toContain('Recorded: 1 stub');
  await new Promise((resolve) => real.close(resolve));
  expect(await readdir(join(stubs, 'mappings'))).toHaveLength(1);
  await running([stubs, '--quiet'], async (address) => {
    expect(await (await fetch(`${address}/x`)).text()).toBe('real /x');
  });
});

test('a persistent stub survives a reset and is a file of the folder until it is removed', async () => {
  const stubs = join(folder, 'stubs');
  await mkdir(stubs);
  const call = async (address: string, method: string, path: string, body?: object) =>
    (await fetch(`${address}${path}`, { method, ...(body && { body: JSON.stringify(body) }) })).status;
  const id = '11111111-1111-4111-8111-111111111111';
  await running([stubs], async (address) => {
    await call(address, 'POST', '/__admin/mappings', { id, request: { url: '/p' }, response: {}, persistent: true });
    await call(address, 'POST', '/__admin/mappings', { request: { url: '/q' }, response: {} });
    expect(await call(address, 'POST', '/__admin/reset')).toBe(200);
    expect([await call(address, 'GET', '/p'), await call(address, 'GET', '/q')]).toEqual([200, 404]);
  });
  expect(await readdir(join(stubs, 'mappings'))).toEqual([`p-${id}.json`]);
  await running([stubs], async (address) => {
    expect(await call(address, 'GET', '/p')).toBe(200);
    expect(await call(address, 'DELETE', `/__admin/mappings/${id}`)).toBe(200);
  });
  expect(await readdir(join(stubs, 'mappings'))).toEqual([]);
});

test.each([
  [[], 502],
  [['--insecure'], 200],
])('an upstream with its own certificate, with %j', async (flags, status) => {
  const { key, cert } = createCertificate(['localhost', '127.0.0.1']);
  const real = createSecureServer({ key, cert }, (_request, response) => response.end('real'));
  await new Promise<void>((resolve) => real.listen(0, '127.0.0.1', resolve));
  const target = `https://127.0.0.1:${(real.address() as AddressInfo).port}`;
  await running(['--proxy-unmatched', target, ...flags], async (address) => {
    expect((await fetch(`${address}/x`)).status).toBe(status);
  });
  await new Promise((resolve) => real.close(resolve));
});

test('a file of curl commands is served, and a WSDL rejects what its types do not allow', async () => {
  await writeFile(join(folder, 'calls.txt'), "curl -X PUT 'https://api.test/orders/7'");
  await writeFile(join(folder, 'rates.wsdl'), rates);
  const paths = [join(folder, 'calls.txt'), join(folder, 'rates.wsdl')];
  const { stdout } = await running(paths, async (address) => {
    expect((await fetch(`${address}/orders/7`, { method: 'PUT' })).status).toBe(200);
    const body =
      '<e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body><days xmlns="urn:t">x</days></e:Body></e:Envelope>';
    const refused = await fetch(`${address}/rates`, { method: 'POST', body });
    expect(refused.status).toBe(500);
    expect(await refused.text()).toContain('body /Body/days: “x” is not a whole number');
  });
  expect(stdout).toMatch(/Serving: .*calls\.txt \(curl, 1 stubs\)/);
  expect(stdout).toContain('request body /Body/days: “x” is not a whole number');
});

const rates = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="urn:t" xmlns:x="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:t" name="Rates">
<types><x:schema targetNamespace="urn:t"><x:element name="days" type="x:int"/></x:schema></types>
<message name="in"><part name="p" element="t:days"/></message><portType name="P"><operation name="Get"><input message="t:in"/></operation></portType>
<binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Get"><soap:operation soapAction=""/><input><soap:body use="literal"/></input></operation></binding>
<service name="S"><port name="Q" binding="t:B"><soap:address location="http://a.test/rates"/></port></service></definitions>`;

test.each([
  [[], /Name what to serve/],
  [['missing.json'], /File not found: missing\.json/],
  [['--record', 'nowhere'], /“nowhere” is not an address/],
  [['.', '--state', 'mine'], /“mine” is not a scope/],
  [['.', '--port', 'x'], /Give a whole number/],
])('%j cannot start: exit code 2 and a message', async (args, message) => {
  const { exitCode, stderr } = await runCommand(['mock', ...args], { cwd: folder });
  expect(exitCode).toBe(2);
  expect(stderr).toMatch(message);
});
