import type { ServerProcess, ServerRoles, TestPostgres } from '@touchstone/testing';
import { startLedger } from './ledger.ts';
import { flowRunOf, type Graph, link, newFlow, newProject, request, runFlow, untilEnded } from './product.ts';

const nodesPerFlow = 200;
const branches = 4;

/** Parallel branches, each a chain of requests to the ledger. */
function requestFlow(url: string): Graph {
  const ids = Array.from({ length: nodesPerFlow }, (_, index) => `n${index}`);
  return {
    nodes: ids.map((id) => request(id, `${url}/${id}`)),
    links: ids.map((id, index) => link(index < branches ? 'start' : `n${index - branches}`, id)),
  };
}

/** The effect of kills on the steps of workflows. */
export interface KillFigures {
  kills: number;
  killed: { runner: number; api: number; database: number };
  stepsLost: number;
  stepsTwice: number;
  /** Steps whose outputs differ from the ledger's response. */
  outputsWrong: number;
  /** Requests that were sent again, under the same key. */
  sentAgain: number;
}

/**
 * killInTurn kills runner, API and database with SIGKILL at random moments while workflows of 200 requests run (O1).
 */
export async function killInTurn(roles: ServerRoles, postgres: TestPostgres, kills: number): Promise<KillFigures> {
  const { client } = roles;
  const projectId = await newProject(client);
  const killed = { runner: 0, api: 0, database: 0 };
  const figures = { kills: 0, killed, stepsLost: 0, stepsTwice: 0, outputsWrong: 0, sentAgain: 0 };
  let runner: ServerProcess = await roles.startRunner();
  const turns = [
    async () => {
      const next = roles.startRunner();
      await runner.kill('SIGKILL');
      runner = await next;
      killed.runner += 1;
    },
    async () => {
      await roles.api().kill('SIGKILL');
      await roles.startApi();
      killed.api += 1;
    },
    async () => {
      await postgres.crash();
      killed.database += 1;
    },
  ];
  for (let round = 0; figures.kills < kills; round += 1) {
    const ledger = await startLedger(20);
    const graph = requestFlow(ledger.url);
    const flowId = await newFlow(client, projectId, `Kills ${round}`, graph);
    const runId = await runFlow(client, flowId);
    const ended = untilEnded(client, runId);
    while (figures.kills < kills) {
      const wanted = ledger.booked.size + 1 + Math.floor(Math.random() * 40);
      if (wanted >= nodesPerFlow) break;
      await ledger.untilBooked(wanted);
      await turns[figures.kills % turns.length]?.();
      figures.kills += 1;
      if (figures.kills % 10 === 0) console.error(`${figures.kills} kills`);
    }
    const run = await ended;
    if (run.status !== 'passed') throw new Error(`Run ${runId} ended as ${run.status}: ${run.message}`);
    const times = ledger.times();
    const paths = graph.nodes.map(({ id }) => `/${id}`);
    figures.stepsLost += paths.filter((path) => !times.has(path)).length + (run.counts.total - run.counts.passed);
    figures.stepsTwice += paths.filter((path) => (times.get(path) ?? 0) > 1).length;
    figures.sentAgain += ledger.sent() - ledger.booked.size;
    const { nodes } = await flowRunOf(client, runId);
    const isRight = ({ node, outputs }: (typeof nodes)[number]) =>
      node === 'start' || (outputs.body as { path?: string } | undefined)?.path === `/${node}`;
    figures.outputsWrong += nodes.filter((node) => !isRight(node)).length;
    await ledger.close();
  }
  await runner.kill('SIGKILL');
  return figures;
}
