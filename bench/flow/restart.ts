import { setTimeout as delay } from 'node:timers/promises';
import type { ServerRoles } from '@touchstone/testing';
import { startLedger } from './ledger.ts';
import { type Graph, link, newFlow, newProject, quantile, request, runFlow, untilEnded } from './product.ts';

const suspended = 1_000;
const running = 200;
const runners = 2;

/** Waits, then calls the ledger. */
const waitingFlow = (url: string, durationMs: number): Graph => ({
  nodes: [{ id: 'wait', kind: 'wait', name: 'Wait', settings: { durationMs } }, request('after', url)],
  links: [link('start', 'wait'), link('wait', 'after')],
});

/**
 * restartRunners kills every runner during waiting and running workflows, starts them again, and returns when each
 * running one continues, and how late after its due time each waiting one does (O3). The first timers are due once the
 * runners are back, the others spread over a minute.
 */
export async function restartRunners(roles: ServerRoles) {
  const { client } = roles;
  const projectId = await newProject(client);
  let isHeld = true;
  const ledger = await startLedger((path) => (path.startsWith('/held') && isHeld ? 3_600_000 : 0));
  const start = () => Promise.all(Array.from({ length: runners }, () => roles.startRunner()));
  let processes = await start();

  // Each waits for its own moment: the remaining time when it is started.
  const firstDue = Date.now() + 120_000;
  const dueAt = (index: number) => firstDue + index * 60;
  const waiting: string[] = [];
  for (let index = 0; index < suspended; index += 1) {
    const flowId = await newFlow(
      client,
      projectId,
      `Wait ${index}`,
      waitingFlow(`${ledger.url}/wait${index}`, dueAt(index) - Date.now()),
    );
    waiting.push(await runFlow(client, flowId));
  }
  const held: string[] = [];
  for (let index = 0; index < running; index += 1) {
    const graph = { nodes: [request('held', `${ledger.url}/held${index}`)], links: [link('start', 'held')] };
    held.push(await runFlow(client, await newFlow(client, projectId, `Held ${index}`, graph)));
  }
  while (ledger.sent() < running) await delay(50);
  const setUpSeconds = Math.round((120_000 - (firstDue - Date.now())) / 1000);
  await Promise.all(processes.map((process) => process.kill('SIGKILL')));
  isHeld = false;
  const before = ledger.sent();
  processes = await start();
  const readyAt = performance.now();
  while (ledger.sent() < before + running) await delay(5);
  const allContinuedMs = performance.now() - readyAt;
  for (const runId of [...held, ...waiting]) {
    const { status, message } = await untilEnded(client, runId);
    if (status !== 'passed') throw new Error(`Run ${runId} ended as ${status}: ${message}`);
  }
  const origin = performance.timeOrigin;
  const late = waiting.map((_, index) => origin + (ledger.bookedAt.get(`/wait${index}`) ?? Number.NaN) - dueAt(index));
  await Promise.all(processes.map((process) => process.kill('SIGKILL')));
  await ledger.close();
  return {
    suspended,
    running,
    setUpSeconds,
    allContinuedMs: Math.round(allContinuedMs),
    timerLateMs: {
      median: Math.round(quantile(late, 0.5)),
      p99: Math.round(quantile(late, 0.99)),
      most: Math.round(Math.max(...late)),
    },
  };
}
