import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { median } from './compare-speed.ts';
import { contenders } from './contenders.ts';
import { cpuSecondsOf, measureSpeed } from './measure.ts';
import { pathOf } from './stub-sets.ts';

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

interface Asked {
  status: number;
  text: string;
  ms: number;
}

function ask(
  url: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<Asked> {
  const { method = 'GET', headers = {}, body } = options;
  const startedAt = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => {
        text += piece;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text, ms: performance.now() - startedAt }));
      response.on('error', reject);
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const admin = (base: string, method: string, path: string, body: unknown): Promise<Asked> =>
  ask(`${base}/__admin${path}`, { method, body: JSON.stringify(body) });

/** V5: 1,000 callers go through a scenario of six states at once, each identified by a header. */
async function sessions(base: string): Promise<object> {
  const states = ['Started', 'two', 'three', 'four', 'five', 'six'];
  for (const [at, state] of states.entries())
    await admin(base, 'POST', '/mappings', {
      request: { method: 'GET', url: '/step' },
      response: { body: state },
      scenarioName: 'walk',
      requiredScenarioState: state,
      newScenarioState: states[at + 1] ?? 'six',
      stateScope: { header: 'X-Session' },
    });
  let wrong = 0;
  const startedAt = performance.now();
  const walk = async (session: number): Promise<void> => {
    for (const state of states) {
      const { status, text } = await ask(`${base}/step`, { headers: { 'X-Session': `s${session}` } });
      if (status !== 200 || text !== state) wrong += 1;
    }
  };
  await Promise.all(Array.from({ length: 1000 }, (_, session) => walk(session)));
  return { sessions: 1000, calls: 6000, wrong, seconds: Math.round(performance.now() - startedAt) / 1000 };
}

const nearStubs = 5000;

/**
 * V6: of 5,000 stubs at as many addresses, and of 5,000 more at one, the intended one is ranked first if one part of a
 * request is changed.
 */
async function nearMisses(base: string, pid: number): Promise<object> {
  const pathOfStub = (number: number) =>
    number < nearStubs ? `/area-${number % 40}/item-${number}` : '/area-one/item-of-all';
  const stub = (number: number) => ({
    name: `s${number}`,
    request: {
      method: number % 2 ? 'POST' : 'PUT',
      urlPath: pathOfStub(number),
      queryParameters: { page: { equalTo: String(number) } },
      headers: { 'X-Kind': { equalTo: `kind-${number % 7}` } },
      bodyPatterns: [{ equalToJson: { id: number, name: `n${number}` } }],
    },
    response: {},
  });
  await admin(base, 'POST', '/mappings/import', {
    mappings: Array.from({ length: nearStubs * 2 }, (_, number) => stub(number)),
  });
  const changes: ((sent: Sent) => void)[] = [
    (sent) => {
      sent.method = sent.method === 'POST' ? 'PATCH' : 'DELETE';
    },
    (sent) => {
      sent.path = sent.path.replace('item-', 'itm-');
    },
    (sent) => {
      sent.query = '?page=x';
    },
    (sent) => {
      sent.headers['X-Kind'] = 'other';
    },
    (sent) => {
      sent.body = sent.body.replace('"name":"n', '"name":"m');
    },
  ];
  const times: number[] = [];
  let first = 0;
  const cpuBefore = cpuSecondsOf(pid);
  for (let at = 0; at < 1000; at += 1) {
    const number = (at * 37) % (nearStubs * 2);
    const sent: Sent = {
      method: number % 2 ? 'POST' : 'PUT',
      path: pathOfStub(number),
      query: `?page=${number}`,
      headers: { 'X-Kind': `kind-${number % 7}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ id: number, name: `n${number}` }),
    };
    changes[at % changes.length]!(sent);
    const near = await admin(base, 'POST', '/near-misses/request', {
      method: sent.method,
      url: sent.path + sent.query,
      headers: sent.headers,
      body: sent.body,
    });
    times.push(near.ms);
    const { nearMisses: found } = JSON.parse(near.text) as { nearMisses: { stubMapping: { name: string } }[] };
    if (found[0]?.stubMapping.name === `s${number}`) first += 1;
  }
  times.sort((a, b) => a - b);
  const cpuMs = (cpuSecondsOf(pid) - cpuBefore) * 1000;
  return { changes: 1000, first, medianMs: round(median(times)), p99Ms: round(times[989]!), meanCpuMs: cpuMs / 1000 };
}

interface Sent {
  method: string;
  path: string;
  query: string;
  headers: Record<string, string>;
  body: string;
}

/**
 * V7: while wrk requests a stub as fast as it can, the stub is changed over and over; measures how soon the new
 * response appears, and whether a call fails.
 */
async function edits(base: string): Promise<object> {
  const id = '11111111-1111-4111-8111-111111111111';
  const put = (version: number) =>
    admin(base, version === 0 ? 'POST' : 'PUT', version === 0 ? '/mappings' : `/mappings/${id}`, {
      id,
      request: { url: '/edited' },
      response: { body: String(version) },
    });
  await put(0);
  // A missing program is installed before anything counts.
  await measureSpeed(`${base}/edited`, process.pid, 1);
  const load = measureSpeed(`${base}/edited`, process.pid, 8);
  const live: number[] = [];
  for (let version = 1; version <= 50; version += 1) {
    const from = performance.now();
    await put(version);
    while ((await ask(`${base}/edited`)).text !== String(version));
    live.push(performance.now() - from);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  // Rejects if a call failed.
  const { perSecond } = await load;
  live.sort((a, b) => a - b);
  return { edits: live.length, medianMs: round(median(live)), longestMs: round(live.at(-1)!), perSecond, failed: 0 };
}

/**
 * V8: regular expressions that would take forever in most engines, one request after another; measures the CPU time of
 * each, in steps of 10 ms.
 */
async function hostile(base: string, pid: number): Promise<object> {
  const patterns = ['(a+)+$', '(?=(a+)+$)a*b', '^(([a-z])+.)+[A-Z]([a-z])+$', '(a|aa)+c', '(?<x>a*)*\\1b'];
  for (const [at, matches] of patterns.entries())
    await admin(base, 'POST', '/mappings', {
      request: { url: `/hostile${at}`, headers: { 'X-Text': { matches } } },
      response: {},
    });
  // Everything happens on one thread: others wait for as long as it computes.
  const costs: number[] = [];
  for (const [at] of patterns.entries())
    for (let count = 0; count < 3; count += 1) {
      const before = cpuSecondsOf(pid);
      await ask(`${base}/hostile${at}`, { headers: { 'X-Text': `${'a'.repeat(4000)}!` } });
      costs.push((cpuSecondsOf(pid) - before) * 1000);
    }
  return { patterns: patterns.length, longestCpuMs: round(Math.max(...costs)), medianCpuMs: round(median(costs)) };
}

const megabytes = 5;
const repeated = (text: string) => text.repeat(Math.ceil((megabytes * 1024 * 1024) / text.length));
const largeXml: Record<string, () => string> = {
  wide: () => `<a>${repeated('<b id="1"><c>text</c></b>')}</a>`,
  deep: () => `<a>${repeated(`${'<b>'.repeat(450)}${'</b>'.repeat(450)}`)}</a>`,
  deeper: () => `${repeated('<b>')}${repeated('</b>')}`.slice(0, megabytes * 1024 * 1024),
  attributes: () => `<a ${Array.from({ length: megabytes * 80_000 }, (_, at) => `a${at}="1"`).join(' ')}/>`,
};

/** V8: bodies of 5 MB of XML, which stubs inspect: the longest wait of another caller, and the CPU time per body. */
async function largeBodies(base: string, pid: number): Promise<object> {
  const stubs = [{ matchesXPath: '//c[.="no"]' }, { equalToXml: '<a><b/></a>' }, { matchesXPath: '/a/b/c' }];
  for (const bodyPatterns of stubs)
    await admin(base, 'POST', '/mappings', {
      request: { method: 'POST', url: '/xml', bodyPatterns: [bodyPatterns] },
      response: {},
    });
  await admin(base, 'POST', '/mappings', { request: { url: '/other' }, response: {} });
  const found: Record<string, object> = {};
  for (const [kind, body] of Object.entries(largeXml)) {
    const text = body();
    const waits: number[] = [];
    let isDone = false;
    const others = (async () => {
      while (!isDone) waits.push((await ask(`${base}/other`)).ms);
    })();
    const before = cpuSecondsOf(pid);
    let status = 0;
    for (let count = 0; count < 3; count += 1)
      ({ status } = await ask(`${base}/xml`, { method: 'POST', headers: { 'Content-Type': 'text/xml' }, body: text }));
    const cpuMs = ((cpuSecondsOf(pid) - before) * 1000) / 3;
    isDone = true;
    await others;
    found[kind] = { status, longestWaitMs: round(Math.max(...waits)), cpuMs: round(cpuMs) };
  }
  return found;
}

/**
 * V2: 10 and 100,000 stubs: how long they take to load, how much memory they use, and how soon calls of all their
 * addresses are answered.
 */
async function many(): Promise<object> {
  const found: object[] = [];
  for (const count of [10, 100_000]) {
    const set = { count, kind: 'plain' as const };
    const mock = await contenders.ours(set);
    try {
      const loadCpuSeconds = cpuSecondsOf(mock.pid);
      const times: number[] = [];
      const rounds = 20_000;
      // The first half warms up the compiler.
      for (let at = 0; at < rounds; at += 1) {
        const { ms, status } = await ask(`${mock.address}${pathOf(set, (at * 7919) % count)}`);
        if (status !== 200) throw new Error(`${pathOf(set, (at * 7919) % count)} was answered with ${status}.`);
        if (at >= rounds / 2) times.push(ms);
      }
      times.sort((a, b) => a - b);
      const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${mock.pid}/status`, 'utf8')) ?? [];
      found.push({
        stubs: count,
        loadSeconds: Math.round(mock.loadMs / 100) / 10,
        loadCpuSeconds,
        memoryMb: Math.round(Number(kilobytes) / 1024),
        medianMs: Math.round(median(times) * 1000) / 1000,
        p99Ms: Math.round(times[Math.floor(times.length * 0.99)]! * 1000) / 1000,
      });
    } finally {
      await mock.stop();
    }
  }
  return found;
}

const round = (ms: number): number => Math.round(ms * 10) / 10;
const parts: Record<string, (base: string, pid: number) => Promise<object>> = {
  sessions,
  nearMisses,
  edits,
  hostile,
  largeBodies,
  many,
};

/** checkPromises checks what the mock promises besides speed, each in a separate mock. */
export async function checkPromises(words: string[]): Promise<Record<string, object>> {
  const found: Record<string, object> = {};
  for (const [name, part] of Object.entries(parts)) {
    if (words.length > 0 && !words.includes(name)) continue;
    const mock = await contenders.ours({ count: 1, kind: 'plain' });
    try {
      found[name] = await part(mock.address, mock.pid);
      console.error(`${name}: ${JSON.stringify(found[name])}`);
    } finally {
      await mock.stop();
    }
  }
  agent.destroy();
  return found;
}
