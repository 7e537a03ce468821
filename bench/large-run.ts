import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createClient } from '@touchstone/contracts';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { freePort, newDataDir, startServerProcess } from '@touchstone/testing';

/**
 * A run of many steps through the entire product on its embedded defaults: `npm run bench:large-run [steps]`.
 * Reports throughput, the server's memory at the start, in the middle and at the end, and its event-loop delay (p99)
 * during the run.
 */
const total = Number(process.argv[2] ?? 10_000);
const api = apiTestingRoutes;
const target = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end('{"id":7,"name":"Rex","tags":["a","b"]}');
});
await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
const targetUrl = `http://127.0.0.1:${(target.address() as { port: number }).port}`;

const dataDir = await newDataDir('bench');
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const password = 'bench password 4711';
const metricsToken = 'token-of-the-bench';
const server = startServerProcess({
  TOUCHSTONE_DATA_DIR: dataDir,
  PORT: String(port),
  PUBLIC_URL: url,
  TOUCHSTONE_ADMIN_PASSWORD: password,
  METRICS_TOKEN: metricsToken,
});
await server.until(/is ready/);
try {
  const signIn = async () => {
    const form = new URLSearchParams({ grant_type: 'password', username: 'admin@touchstone.local', password });
    return (
      (await (await fetch(`${url}/services/identity/token`, { method: 'POST', body: form })).json()) as {
        access_token: string;
      }
    ).access_token;
  };
  let token = await signIn();
  const renewal = setInterval(async () => {
    token = await signIn();
  }, 120_000);
  const client = createClient({ baseUrl: url, headers: () => ({ Authorization: `Bearer ${token}` }) });
  const { projectId } = await client.call(workspaceRoutes.createProject, { body: { projectName: 'Large' } });
  const { suiteId: seed } = await client.call(api.createSuite, { body: { projectId, suiteName: 'Seed' } });
  for (let n = 0; n < 100; n += 1) {
    await client.call(api.saveScript, {
      query: { suiteId: [seed] },
      body: {
        scriptName: `Step ${n}`,
        method: 'GET',
        url: `${targetUrl}/pets/${n}`,
        assertions: [
          { kind: 'status', expected: 200 },
          { kind: 'jsonPath', path: '$.name', expected: 'Rex' },
          { kind: 'header', path: 'content-type', operator: 'contains', expected: 'json' },
        ],
      },
    });
  }
  const { suiteId } = await client.call(api.createSuite, { body: { projectId, suiteName: 'Large' } });
  for (let n = 0; n < total / 100; n += 1)
    await client.call(api.importScriptsList, { query: { fromSuiteId: seed, toSuiteId: suiteId } });

  /** One scrape: the delay is that since the previous scrape. */
  const sample = async (done: number) => {
    const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } });
    if (!answer.ok) throw new Error(`The metrics answered with status ${answer.status}.`);
    const text = await answer.text();
    const metric = (name: string) => {
      const found = new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1];
      if (found === undefined) throw new Error(`The metrics don't have ${name}.`);
      return Number(found);
    };
    return {
      done,
      rssMb: Math.round(metric('process_resident_memory_bytes') / 1_048_576),
      lagP99Ms: Math.round(metric('nodejs_eventloop_lag_p99_seconds') * 1000),
    };
  };
  const results: unknown[] = [];
  for (const parallel of [1, 16]) {
    const samples = [await sample(0)];
    const startedAt = performance.now();
    const { runId } = await client.call(api.executeTest, { body: { projectId, suiteIds: [suiteId], parallel } });
    const answeredMs = Math.round(performance.now() - startedAt);
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, 500));
      const run = await client.call(api.getExecutionSummary, { query: { runId } });
      samples.push(await sample(run.passed + run.failed + run.errors));
      if (run.finishedAt) {
        const middle = samples[Math.floor(samples.length / 2)];
        results.push({
          steps: total,
          parallel,
          passed: run.passed,
          answeredMs,
          durationMs: run.durationMs,
          stepsPerSecond: Math.round((total / run.durationMs) * 1000),
          rssMb: {
            start: samples[0]?.rssMb,
            middle: middle?.rssMb,
            end: samples.at(-1)?.rssMb,
            peak: Math.max(...samples.map((s) => s.rssMb)),
          },
          eventLoopDelayP99Ms: {
            median: samples
              .slice(1)
              .map((s) => s.lagP99Ms)
              .sort((a, b) => a - b)[Math.floor(samples.length / 2)],
            worst: Math.max(...samples.slice(1).map((s) => s.lagP99Ms)),
          },
        });
        break;
      }
    }
  }
  clearInterval(renewal);
  for (const result of results) console.log(JSON.stringify(result));
} finally {
  await server.kill('SIGTERM');
  target.close();
  await rm(dataDir, { recursive: true, force: true });
}
