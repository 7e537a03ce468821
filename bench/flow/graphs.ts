import { seededRandom } from '@touchstone/kernel';
import type { ServerRoles } from '@touchstone/testing';
import { startLedger } from './ledger.ts';
import { flowRunOf, type Graph, link, newFlow, newProject, quantile, request, runFlow, untilEnded } from './product.ts';

const graphs = 50;
const workers = 8;
const nodesPerGraph = 60;

interface RandomGraph extends Graph {
  /** Milliseconds that the ledger takes for each node. */
  takes: Map<string, number>;
}

/** Each node follows up to three of the twenty before it. */
function randomGraph(seed: number, url: string): RandomGraph {
  const random = seededRandom(seed);
  const takes = new Map<string, number>();
  const links: Graph['links'] = [];
  for (let index = 0; index < nodesPerGraph; index += 1) {
    const id = `n${index}`;
    takes.set(id, 50 + Math.floor(random() * 450));
    const from = new Set<string>();
    for (let each = Math.floor(random() * 4); each > 0 && index > 0; each -= 1)
      from.add(`n${Math.max(0, index - 1 - Math.floor(random() * 20))}`);
    for (const before of from.size > 0 ? from : ['start']) links.push(link(before, id));
  }
  const nodes = [...takes.keys()].map((id) => request(id, `${url}/${seed}/${id}`));
  return { nodes, links, parallel: workers, takes };
}

/** The theoretical minimum: no plan is shorter than the longest path, or than all work divided among the workers. */
function minMs({ links, takes }: RandomGraph): number {
  const ends = new Map<string, number>([['start', 0]]);
  for (const [id, own] of takes) {
    const before = links.filter(({ to }) => to === id).map(({ from }) => ends.get(from) ?? 0);
    ends.set(id, Math.max(...before) + own);
  }
  const work = [...takes.values()].reduce((sum, each) => sum + each, 0);
  return Math.max(...ends.values(), work / workers);
}

/** runGraphs compares the time of random graphs with 8 workers with the theoretical minimum (O4). */
export async function runGraphs({ client, startRunner }: ServerRoles) {
  const projectId = await newProject(client);
  const runner = await startRunner();
  const takes = new Map<string, number>();
  const ledger = await startLedger((path) => takes.get(path) ?? 0);
  const ratios: number[] = [];
  for (let seed = 0; seed <= graphs; seed += 1) {
    const { takes: own, ...graph } = randomGraph(seed, ledger.url);
    for (const [id, ms] of own) takes.set(`/${seed}/${id}`, ms);
    const runId = await runFlow(client, await newFlow(client, projectId, `Graph ${seed}`, graph));
    const { status, message } = await untilEnded(client, runId, 50);
    if (status !== 'passed') throw new Error(`Graph ${seed} ended as ${status}: ${message}`);
    const { nodes } = await flowRunOf(client, runId);
    const times = nodes
      .flatMap(({ startedAt, finishedAt }) => (startedAt && finishedAt ? [startedAt, finishedAt] : []))
      .map((at) => Date.parse(at));
    // The first one is a warm-up.
    if (seed > 0) ratios.push((Math.max(...times) - Math.min(...times)) / minMs({ ...graph, takes: own }));
  }
  await runner.kill('SIGKILL');
  await ledger.close();
  const round = (value: number) => Math.round(value * 1000) / 1000;
  return { graphs, workers, timesTheLeast: { median: round(quantile(ratios, 0.5)), most: round(Math.max(...ratios)) } };
}
