import type { ServerRoles } from '@touchstone/testing';
import { startLedger } from './ledger.ts';
import { type NodeRed, startNodeRed } from './node-red.ts';
import { flowRunOf, type Graph, link, newFlow, newProject, quantile, request, runFlow, untilEnded } from './product.ts';

const chainLength = 500;
const largeLength = 10_000;
const rounds = 5;
const stretch = 20;

/** One request after another. */
function chainOf(url: string, length: number): Graph {
  const ids = Array.from({ length }, (_, index) => `n${index}`);
  return {
    nodes: ids.map((id) => request(id, `${url}/${id}`)),
    links: ids.map((id, index) => link(index === 0 ? 'start' : `n${index - 1}`, id)),
  };
}

/** Parallel branches of requests. */
function wideOf(url: string, length: number, branches: number): Graph {
  const chain = chainOf(url, length);
  const links = chain.nodes.map(({ id }, index) => link(index < branches ? 'start' : `n${index - branches}`, id));
  return { ...chain, links, parallel: branches };
}

/** Milliseconds of the same requests, one after another, from a plain program. */
async function bareMs(url: string, length: number): Promise<number> {
  const started = performance.now();
  for (let index = 0; index < length; index += 1) {
    const answer = await fetch(`${url}/bare${index}`, { method: 'POST', headers: { 'idempotency-key': `${index}` } });
    await answer.json();
  }
  return performance.now() - started;
}

/**
 * Milliseconds from the end of one step to that of the next: the median over all stretches of 20 steps, because times
 * are stored in whole milliseconds.
 */
function medianStepMs(nodes: readonly { finishedAt: string | null }[]): number {
  const ends = nodes
    .flatMap(({ finishedAt }) => (finishedAt ? [Date.parse(finishedAt)] : []))
    .toSorted((a, b) => a - b);
  return quantile(
    ends.slice(stretch).map((end, index) => (end - (ends[index] ?? 0)) / stretch),
    0.5,
  );
}

/**
 * measureSteps measures what a step costs besides its request, and how long 10,000 steps take, with Node-RED doing the
 * same (O2).
 */
export async function measureSteps(roles: ServerRoles, { nodeRed: isCompared }: { nodeRed: boolean }) {
  const { client } = roles;
  const projectId = await newProject(client);
  const runner = await roles.startRunner();
  const ledger = await startLedger(0);
  const wallMs = async (name: string, graph: Graph) => {
    const runId = await runFlow(client, await newFlow(client, projectId, name, graph));
    const { status, message } = await untilEnded(client, runId, 50);
    if (status !== 'passed') throw new Error(`${name} ended as ${status}: ${message}`);
    const { nodes } = await flowRunOf(client, runId);
    const times = nodes
      .flatMap(({ startedAt, finishedAt }) => [startedAt, finishedAt])
      .flatMap((at) => (at ? [Date.parse(at)] : []));
    const sorted = times.toSorted((a, b) => a - b);
    return { whole: (sorted.at(-1) ?? 0) - (sorted[0] ?? 0), perStep: medianStepMs(nodes) };
  };
  await wallMs('Warm up', chainOf(ledger.url, chainLength));
  await bareMs(ledger.url, chainLength);
  const added: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const bare = await bareMs(ledger.url, chainLength);
    const own = await wallMs(`Chain ${round}`, chainOf(ledger.url, chainLength));
    added.push(own.perStep - bare / chainLength);
  }
  const chainMs = await wallMs('Long chain', chainOf(ledger.url, largeLength));
  const wideMs = await wallMs('Wide', wideOf(ledger.url, largeLength, 8));
  const figures = {
    addedMsPerStep: round2(quantile(added, 0.5)),
    chainOf10000Seconds: round2(chainMs.whole / 1000),
    eightBranchesOf10000Seconds: round2(wideMs.whole / 1000),
  };
  await runner.kill('SIGKILL');
  if (!isCompared) {
    await ledger.close();
    return figures;
  }
  const peer = await startNodeRed();
  try {
    const peerMs = await measureNodeRed(peer, ledger.url);
    return {
      ...figures,
      nodeRedVersion: peer.version,
      nodeRedAddedMsPerStep: round2((peerMs.short - (await bareMs(ledger.url, chainLength))) / chainLength),
      nodeRedChainOf10000Seconds: round2(peerMs.long / 1000),
      nodeRedRatio: round2(peerMs.long / chainMs.whole),
    };
  } finally {
    await peer.stop();
    await ledger.close();
  }
}

async function measureNodeRed(peer: NodeRed, url: string): Promise<{ short: number; long: number }> {
  const short: number[] = [];
  await peer.deploy(url, chainLength);
  await peer.run();
  for (let round = 0; round < rounds; round += 1) short.push(await peer.run());
  await peer.deploy(url, largeLength);
  return { short: quantile(short, 0.5), long: await peer.run() };
}

const round2 = (value: number): number => Math.round(value * 100) / 100;
