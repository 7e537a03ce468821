import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseArgs } from 'node:util';
import { timeLimit } from '@touchstone/engine-assert';
import { queryJson } from '@touchstone/engine-assert/core';
import {
  runJsonPathSuite,
  runOfficialSchemaSuite,
  runOwnSchemaCases,
  runPublishedSchemaTests,
  type SuiteOutcome,
} from '@touchstone/engine-assert/testing';
import { runSampleSuite } from '@touchstone/engine-data/testing';
import { createHttpSession, type HttpStep } from '@touchstone/engine-http';
import { exportCollection, importOpenApi, importPostman } from '@touchstone/engine-import';
import { featureDocuments } from '@touchstone/engine-import/testing';
import { collections } from './conformance/collections.ts';
import { compare } from './conformance/compare.ts';
import { startServer } from './conformance/server.ts';

/**
 * Compares the engines with public standards and other implementations, and measures the accuracy of phases. Run with
 * `npm run conformance`; with `-- --json-schema-suite DIR` also against a copy of the official JSON Schema suite, which
 * no npm package has for the newer drafts; with `-- --record`, newman's verdicts are stored for the tests, which don't
 * have newman.
 */
const { values: options } = parseArgs({
  options: { 'json-schema-suite': { type: 'string' }, record: { type: 'boolean' } },
});
const officialSuite = options['json-schema-suite'];

const verdictsFile = new URL('./conformance/newman-verdicts.json', import.meta.url);

const line = (text: string) => process.stdout.write(`${text}\n`);
let hasFailed = false;

function report(name: string, { total, failures }: SuiteOutcome, needed: number): void {
  const passed = total - failures.length;
  const isEnough = total > 0 && passed / total >= needed;
  hasFailed ||= !isEnough;
  line(`${isEnough ? 'ok    ' : 'FAILED'} ${name}: ${passed} of ${total} (${((passed / total) * 100).toFixed(2)} %)`);
  for (const failure of failures.slice(0, 20)) line(`         ${failure}`);
}

function hostileFilter(): void {
  const rows = Array.from({ length: 1000 }, (_item, id) => ({ id, text: `${'a'.repeat(80)}!` }));
  const startedMs = performance.now();
  try {
    timeLimit(900)(() => queryJson("$[?match(@.text, '(a+)+b')]", rows));
  } catch (error) {
    line(`         ${(error as Error).message}`);
  }
  const elapsedMs = performance.now() - startedMs;
  hasFailed ||= elapsedMs >= 1000;
  line(`${elapsedMs < 1000 ? 'ok    ' : 'FAILED'} hostile JSONPath filter on 100 kB: ${elapsedMs.toFixed(0)} ms`);
}

/** Bodies generated from generated schemas, validated by ajv: each matches or has a problem. */
function generatedBodies(): void {
  const { total, fitting, problems, invalid } = runSampleSuite(2000);
  report('generated bodies that fit their schema (ajv judges)', { total, failures: [...invalid, ...problems] }, 0.99);
  hasFailed ||= invalid.length > 0;
  line(
    `${invalid.length === 0 ? 'ok    ' : 'FAILED'} generated bodies: ${fitting} fit, ${problems.length} named, ${invalid.length} silently invalid`,
  );
}

/** Documents of each feature, imported, exported and imported again: how many parts were restored. */
function roundTrips(): void {
  const readers = { postman: importPostman, openapi: importOpenApi };
  for (const { feature, format, document } of featureDocuments) {
    const first = readers[format](JSON.stringify(document));
    const lost = exportCollection(format, first).losses.map(({ what, count }) => `${what} (${count})`);
    const total = Math.max(first.steps.length, lost.length);
    report(`${format} and back: ${feature}`, { total, failures: lost }, 1);
  }
}

const waitMs = 120;
const downloadMs = 80;

async function phaseAccuracy(): Promise<void> {
  const server = createServer((_request, response) => {
    const startedMs = performance.now();
    setTimeout(() => {
      const beganMs = performance.now();
      response.write('begin');
      setTimeout(() => {
        delays.push({ wait: beganMs - startedMs, download: performance.now() - beganMs });
        response.end('end');
      }, downloadMs);
    }, waitMs);
  });
  const delays: { wait: number; download: number }[] = [];
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const session = createHttpSession({ scopes: [] });
  const step: HttpStep = {
    id: 'a',
    name: 'A',
    group: 'g',
    method: 'GET',
    headers: [],
    queryParams: [],
    pathParams: [],
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    body: { type: 'none' },
    authentication: { type: 'none' },
    assertions: [],
    dataHandlers: [],
    settings: {},
  };
  const errors = { wait: 0, download: 0, sum: 0 };
  for (let index = 0; index < 20; index += 1) {
    const { timing } = await session.execute(step);
    const truth = delays.at(-1)!;
    if (timing === undefined) throw new Error('The server gave no response.');
    const sum = timing.dnsMs + timing.tcpMs + timing.tlsMs + timing.sendMs + timing.waitMs + timing.downloadMs;
    errors.wait = Math.max(errors.wait, Math.abs(timing.waitMs - truth.wait));
    errors.download = Math.max(errors.download, Math.abs(timing.downloadMs - truth.download));
    errors.sum = Math.max(errors.sum, Math.abs(sum - timing.totalMs));
  }
  await session.close();
  server.close();
  const isExact = errors.wait <= 10 && errors.download <= 10 && errors.sum <= 5;
  hasFailed ||= !isExact;
  const text = `wait ${errors.wait.toFixed(2)} ms, download ${errors.download.toFixed(2)} ms, sum ${errors.sum.toFixed(3)} ms`;
  line(
    `${isExact ? 'ok    ' : 'FAILED'} phases, largest error of 20 requests (wait ${waitMs}, download ${downloadMs} ms): ${text}`,
  );
}

/** Collections covering all of `pm`, run by newman and by this product: the verdict of every test is the same. */
async function collectionsOfPostman(): Promise<void> {
  const server = await startServer();
  let same = 0;
  let verdicts = 0;
  const all = collections(server);
  const record: Record<string, string[]> = {};
  for (const collection of all) {
    const { name, newman, touchstone, isSame } = await compare(collection);
    const count = newman.join(', ').split(/, |: /).length - newman.length;
    record[name] = newman;
    if (isSame) same += 1;
    verdicts += count;
    line(`${isSame ? 'ok    ' : 'FAILED'} ${name} (${count} verdicts)`);
    if (isSame) continue;
    for (const [index, text] of newman.entries())
      if (touchstone[index] !== text) printDifference(text, touchstone[index]);
    for (const text of touchstone.slice(newman.length)) printDifference('', text);
  }
  server.close();
  if (options.record) writeFileSync(verdictsFile, `${JSON.stringify(record, undefined, 2)}\n`);
  hasFailed ||= same < all.length;
  line(
    `${same === all.length ? 'ok    ' : 'FAILED'} Postman collections: ${same} of ${all.length}, ${verdicts} verdicts`,
  );
}

/** Prints the verdicts that only one of them has. */
function printDifference(newman: string, touchstone = ''): void {
  const [theirs, ours] = [newman.split(', '), touchstone.split(', ')];
  line(`         newman     ${theirs.filter((verdict) => !ours.includes(verdict)).join(', ')}`);
  line(`         touchstone ${ours.filter((verdict) => !theirs.includes(verdict)).join(', ')}`);
}

report('JSONPath, compliance suite of RFC 9535 (package jsonpath-rfc9535)', runJsonPathSuite(), 1);
report('JSON Schema draft 4, published tests (package json-schema-test-suite)', runPublishedSchemaTests(), 0.99);
for (const draft of ['4', '6', '7', '2019-09', '2020-12'] as const) {
  report(`JSON Schema draft ${draft}, own cases from the text of the standard`, runOwnSchemaCases(draft), 0.99);
  if (officialSuite === undefined) continue;
  const outcome = runOfficialSchemaSuite(officialSuite, draft);
  report(`JSON Schema draft ${draft}, required tests of the official suite`, outcome, 0.99);
}
generatedBodies();
roundTrips();
hostileFilter();
await phaseAccuracy();
await collectionsOfPostman();
if (hasFailed) process.exitCode = 1;
