/**
 * Workflows on the server as a user starts it: an api and a runner as processes of their own, a PostgreSQL, and a ledger that books each
 * `Idempotency-Key` once. Runners are killed at random moments (`--kills 20`) over workflows of 200 requests; `--json` prints one line.
 */
import type { Client } from '@touchstone/contracts';
import { type FlowDocument, flowRoutes } from '@touchstone/contracts/flows';
import { runRoutes } from '@touchstone/contracts/runs';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { type ServerRoles, startServerRoles, startTestPostgres } from '@touchstone/testing';
import { startLedger } from './flow/ledger.ts';

const args = process.argv.slice(2);
const optionOf = (name: string): string | undefined => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
const kills = Number(optionOf('--kills') ?? 20);
const nodesPerFlow = 200;

type Nodes = { id: string; kind: string; name: string; settings?: Record<string, unknown> }[];
type Links = { id: string; from: string; to: string }[];

const postgres = await startTestPostgres();
const roles = await startServerRoles(postgres.url);
try {
  const { projectId } = await roles.client.call(workspaceRoutes.createProject, { body: { projectName: 'Flows' } });
  const { sentAgain, ...figures } = await killRunners(roles, projectId);
  if (args.includes('--json')) console.log(JSON.stringify(figures));
  else
    console.log(
      `${figures.kills} kills: ${figures.stepsLost} steps lost, ${figures.stepsTwice} booked twice, ${sentAgain} sent again`,
    );
} finally {
  await roles.close();
  await postgres.stop();
}

async function start(client: Client, projectId: string, name: string, nodes: Nodes, links: Links): Promise<string> {
  const flow = { version: 1, nodes: [{ id: 'start', kind: 'start', name: 'Start' }, ...nodes], links };
  const document = { flow: flow as FlowDocument['flow'], layout: {} };
  const { flowId } = await client.call(flowRoutes.createFlow, { body: { projectId, name, document } });
  return (await client.call(flowRoutes.runFlow, { params: { flowId }, body: {} })).runId;
}

async function untilEnded(client: Client, runId: string) {
  const events = await client.raw(runRoutes.followRun, { params: { runId }, query: {} });
  await events.text();
  return client.call(runRoutes.getRun, { params: { runId } });
}

/** Four branches side by side, each a chain of requests to the ledger. */
function requestFlow(url: string): { nodes: Nodes; links: Links; paths: string[] } {
  const nodes: Nodes = [];
  const links: Links = [];
  for (let index = 0; index < nodesPerFlow; index += 1) {
    const id = `n${index}`;
    nodes.push({ id, kind: 'http', name: id, settings: { method: 'POST', url: `${url}/${id}` } });
    links.push({ id: `l${index}`, from: index < 4 ? 'start' : `n${index - 4}`, to: id });
  }
  return { nodes, links, paths: nodes.map(({ id }) => `/${id}`) };
}

async function killRunners({ client, startRunner }: ServerRoles, projectId: string) {
  let [done, stepsLost, stepsTwice, sentAgain] = [0, 0, 0, 0];
  let runner = await startRunner();
  for (let round = 0; done < kills; round += 1) {
    const ledger = await startLedger(20);
    const { nodes, links, paths } = requestFlow(ledger.url);
    const runId = await start(client, projectId, `Kills ${round}`, nodes, links);
    let hasEnded = false;
    const ended = untilEnded(client, runId).finally(() => {
      hasEnded = true;
    });
    while (!hasEnded && done < kills) {
      const before = ledger.booked.size;
      const wanted = before + 1 + Math.floor(Math.random() * 40);
      await ledger.untilBooked(Math.min(wanted, nodesPerFlow));
      if (ledger.booked.size >= nodesPerFlow) break;
      const next = startRunner();
      await runner.kill('SIGKILL');
      runner = await next;
      done += 1;
    }
    const run = await ended;
    if (run.status !== 'passed') throw new Error(`Run ${runId} ended as ${run.status}: ${run.message}`);
    const times = ledger.times();
    stepsLost += paths.filter((path) => !times.has(path)).length + (run.counts.total - run.counts.passed);
    stepsTwice += paths.filter((path) => (times.get(path) ?? 0) > 1).length;
    sentAgain += ledger.sent() - ledger.booked.size;
    await ledger.close();
  }
  await runner.kill('SIGKILL');
  return { kills: done, stepsLost, stepsTwice, sentAgain };
}
