import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual, promisify } from 'node:util';
import { onDemand } from '../../tools/on-demand.ts';
import { assertProgram, contenders, type RunningMock } from './contenders.ts';

const run = promisify(execFile);
const javaSource = fileURLToPath(new URL('clients/JavaClient.java', import.meta.url));
const nodeSource = fileURLToPath(new URL('clients/node-clients.ts', import.meta.url));

type Program = (base: string, real: string, key: string) => [command: string, args: string[]];

/**
 * Programs that use WireMock's clients, called with the address and key of a mock and the address of a real service.
 */
const programs: Record<string, Program> = {
  Java: (...addresses) => {
    // Source files are run directly, which a runtime alone can't do.
    assertProgram('javac', ['-version'], 'a JDK: apt-get install openjdk-17-jdk-headless');
    const build = join(onDemand('wiremock'), 'build');
    const jar = readdirSync(build).find((name) => name.endsWith('.jar')) ?? '';
    return ['java', ['-cp', join(build, jar), javaSource, ...addresses]];
  },
  Node: (base, real, key) => {
    const packages = [onDemand('wiremock-rest-client'), onDemand('wiremock-captain')];
    return [process.execPath, [nodeSource, base, real, key, ...packages]];
  },
};

/** A difference between what the two returned to a client. */
interface Difference {
  step: string;
  /** The place in the client's result. */
  place: string;
  theirs: unknown;
  ours: unknown;
}

/** How far the results of a client's programs match; `differences` are the unexplained ones. */
export interface ClientComparison {
  client: string;
  steps: number;
  alike: number;
  explained: Record<string, number>;
  differences: Difference[];
  /** Why the client was skipped. */
  leftOut?: string;
}

/**
 * compareClients lets WireMock's own clients do the same with WireMock and with our mock, alone or in the product, and
 * lists the differences in what they got.
 */
export async function compareClients(of: 'ours' | 'product'): Promise<ClientComparison[]> {
  const real = createServer((request, response) => {
    response.writeHead(200, { 'Content-Type': 'text/plain' }).end(`real ${request.method} ${request.url}`);
  });
  await new Promise<void>((resolve) => real.listen(0, '127.0.0.1', resolve));
  const realAddress = `http://127.0.0.1:${(real.address() as AddressInfo).port}`;
  const compared: ClientComparison[] = [];
  try {
    for (const [client, program] of Object.entries(programs)) {
      const asked = await askedBoth(program, realAddress, of).catch((error: Error) => error.message);
      if (typeof asked === 'string')
        compared.push({ client, steps: 0, alike: 0, explained: {}, differences: [], leftOut: asked });
      else compared.push(comparisonOf(client, asked.theirs, asked.ours));
    }
  } finally {
    real.close();
  }
  return compared;
}

async function askedBoth(program: Program, real: string, of: 'ours' | 'product') {
  const theirs = await stepsWith(contenders['wiremock with journal'], program, real);
  return { theirs, ours: await stepsWith(contenders[of], program, real) };
}

async function stepsWith(
  start: (set: { count: number; kind: 'plain' }) => Promise<RunningMock>,
  program: Program,
  real: string,
): Promise<Map<string, unknown>> {
  const mock = await start({ count: 0, kind: 'plain' });
  const folder = mkdtempSync(join(tmpdir(), 'bench-clients-'));
  try {
    const [command, args] = program(mock.address, real, mock.key ?? '');
    const { stdout } = await run(command, args, { cwd: folder, maxBuffer: 64 * 1024 * 1024, timeout: 300_000 });
    const output = normalised(stdout, { MOCK: mock.address, REAL: real });
    return new Map(
      output
        .split('\n')
        .filter((line) => line.includes('\t'))
        .map((line) => [line.slice(0, line.indexOf('\t')), JSON.parse(line.slice(line.indexOf('\t') + 1)) as unknown]),
    );
  } finally {
    await mock.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Without ids that differ between runs; addresses are replaced by what they refer to, whatever their path. */
function normalised(text: string, addresses: Record<string, string>): string {
  let known = text;
  for (const [name, address] of Object.entries(addresses)) {
    const { origin, host, port } = new URL(address);
    for (const part of [address, origin, host]) known = known.replaceAll(part, name);
    known = known.replaceAll(new RegExp(`(?<=port" ?: ?)${port}\\b`, 'g'), '0');
  }
  return known.replace(/(?!0{8})[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi, 'ID');
}

/** Known differences and their reasons; see the README of the engine. */
const explanations: { because: string; holds(difference: Difference): boolean }[] = [
  {
    because: 'refusals have words of their own, also where WireMock says nothing',
    holds: ({ place, theirs, ours }) =>
      /\/message$|^\/errors\//.test(place) || (theirs === '' && JSON.stringify(ours).startsWith('{"errors"')),
  },
  {
    because: 'a call that has nothing to tell answers {}',
    holds: ({ theirs, ours }) => theirs === '' && isDeepStrictEqual(ours, {}),
  },
  {
    because: 'an id that exists is replaced when it is created again',
    holds: ({ step }) => step === 'create the id again',
  },
  {
    because: 'a request that no stub matched has the nearest stubs in the answer and in the report of the journal',
    holds: ({ place }) => /(?:response\/body(?:AsBase64)?|subEvents\/0\/(?:data\/report|timeOffsetNanos))$/.test(place),
  },
  {
    because: 'near misses are weighed by all parts, and their differences are told in detail only',
    holds: ({ place }) => /matchResult\/(?:distance|subEvents|diffDescriptions)$/.test(place),
  },
  {
    because: 'stubs of a recording leave out headers of the connection and the date, and have other names',
    holds: ({ step, place }) => /record|snapshot/.test(step) && /(?:headers\/(?:Keep-Alive|Date)|\/name)$/.test(place),
  },
  {
    because: 'in the product, where everything is kept, saving does not change stubs',
    holds: ({ place, ours }) => place.endsWith('stubMapping/persistent') && ours === undefined,
  },
  {
    because: 'equal answers of a recording are one stub',
    holds: ({ step, place }) => step === 'recording stopped' && place === '/mappings',
  },
];

function comparisonOf(client: string, theirs: Map<string, unknown>, ours: Map<string, unknown>): ClientComparison {
  const found: ClientComparison = { client, steps: theirs.size, alike: 0, explained: {}, differences: [] };
  for (const [step, value] of theirs) {
    const inOrder = /record|scenario/.test(step) ? sorted : (list: unknown) => list;
    const differences: Difference[] = [];
    compare(inOrder(value), inOrder(ours.get(step)), '', (place, their, our) => {
      differences.push({ step, place, theirs: their, ours: our });
    });
    if (differences.length === 0) found.alike += 1;
    const reasons = new Set<string>();
    for (const difference of differences) {
      const known = explanations.find(({ holds }) => holds(difference));
      if (known) reasons.add(known.because);
      else found.differences.push(difference);
    }
    for (const because of reasons) found.explained[because] = (found.explained[because] ?? 0) + 1;
  }
  return found;
}

/** The order of the stubs of a recording or a scenario has no meaning. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const parts = Object.entries(value).map(([name, part]): [string, unknown] => [name, sorted(part)]);
  if (!Array.isArray(value)) return Object.fromEntries(parts);
  const list = parts.map(([, part]) => part);
  const key = (part: unknown) =>
    JSON.stringify([
      (part as { request?: unknown })?.request,
      (part as Record<string, unknown>)?.requiredScenarioState,
    ]);
  return list.every((part) => (part as { request?: unknown } | null)?.request !== undefined)
    ? list.toSorted((a, b) => (key(a) < key(b) ? -1 : 1))
    : list;
}

/** Differs between calls. */
const volatile = /^(?:loggedDate(?:String)?|timing|.*Date|clientIp)$/;

/** Compares what both returned; members that only ours has are extras, not differences. */
function compare(theirs: unknown, ours: unknown, place: string, report: Report): void {
  if (isDeepStrictEqual(theirs, ours) || (theirs === false && ours === undefined)) return;
  if (typeof theirs !== 'object' || theirs === null || typeof ours !== 'object' || ours === null) {
    report(place, theirs, ours);
    return;
  }
  if (Array.isArray(theirs) && theirs.length !== (ours as unknown[]).length) {
    report(place, theirs, ours);
    return;
  }
  const own = new Map(
    Object.entries(ours).map(([name, value]) => [
      place.endsWith('headers') ? name.toLowerCase() : name,
      value as unknown,
    ]),
  );
  for (const [name, value] of Object.entries(theirs))
    if (!volatile.test(name))
      compare(value, own.get(place.endsWith('headers') ? name.toLowerCase() : name), `${place}/${name}`, report);
}

type Report = (place: string, theirs: unknown, ours: unknown) => void;
