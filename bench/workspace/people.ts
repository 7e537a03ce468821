import { setTimeout } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { createClient, followEvents } from '@touchstone/contracts';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { collaborationRoutes, rereadDelayMs, type WorkspaceState } from '@touchstone/contracts/collaboration';
import { notificationRoutes, topicOf } from '@touchstone/contracts/notifications';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';

/** The input of a workspace's users. */
export interface PeopleGiven {
  url: string;
  projectId: string;
  suiteIds: string[];
  tokens: string[];
  seconds: number;
  /** Time between two changes made by the first user. */
  changeEveryMs: number;
  /** The workspace's revision after the first of these changes. */
  firstRevision: number;
}

/** Their measurements: milliseconds of each list by name, and of each change until each of the others was notified. */
export interface PeopleFound {
  lists: Record<string, number[]>;
  liveMs: number[];
  /** Number of changes times users to notify. */
  liveExpected: number;
}

type Client = ReturnType<typeof createClient>;
/** Pause between two lists that one user opens. */
const pauseMs = 8000;
const { url, projectId, suiteIds, tokens, seconds, changeEveryMs, firstRevision } = workerData as PeopleGiven;
const endsAt = performance.now() + seconds * 1000;
const found: PeopleFound = { lists: {}, liveMs: [], liveExpected: 0 };
const changedAt = new Map<number, number>();
const ended = new AbortController();
const suiteOf = (index: number) => suiteIds[index % suiteIds.length] as string;

const query = { projectId };
const listsOf = (client: Client, turn: number): [string, () => Promise<unknown>][] => {
  const { listSuites, listScripts, findThings, ...statistics } = apiTestingRoutes;
  return [
    ['suites', () => client.call(listSuites, { query: { projectId, page: turn % 15, size: 20 } })],
    ['scripts of a suite', () => client.call(listScripts, { query: { suiteId: suiteOf(turn) } })],
    ['search', () => client.call(findThings, { query: { text: `script ${turn % 5000}` } })],
    ['statistics', () => client.call(statistics.getEverydayStatistics, { query })],
    ['counts', () => client.call(statistics.getScriptsAndExecutionCount, { query })],
    ['percentage', () => client.call(statistics.getExecutionPercentage, { query })],
    ['most failed', () => client.call(statistics.getMostFailedApis, { query })],
    ['environments', () => client.call(workspaceRoutes.listEnvironments, { query })],
  ];
};

async function measured(name: string, call: () => Promise<unknown>): Promise<void> {
  const startedAt = performance.now();
  await call();
  const times = found.lists[name] ?? [];
  times.push(performance.now() - startedAt);
  found.lists[name] = times;
}

/**
 * An open page: receives changes, reports its presence, and reads again what it shows when someone changes something.
 */
async function followWorkspace(client: Client, turn: number): Promise<void> {
  const body = { topics: [{ topic: topicOf.workspace(projectId), after: 0 }] };
  let seen = 0;
  await followEvents({
    signal: ended.signal,
    open: (_after, signal) => client.raw(notificationRoutes.followTopics, { body }, { signal }),
    onEvent({ data }) {
      const { data: state } = JSON.parse(data) as { data?: WorkspaceState };
      const revision = state?.changes.find(({ service }) => service === 'api-testing')?.revision ?? 0;
      if (revision > seen) {
        const at = changedAt.get(revision);
        if (at !== undefined) found.liveMs.push(performance.now() - at);
        const [name, call] = listsOf(client, turn)[turn % 2] ?? ['', async () => undefined];
        if (seen > 0 && state)
          void setTimeout(rereadDelayMs(state))
            .then(() => measured(name, call))
            .catch(fail);
        seen = revision;
      }
      return false;
    },
  });
}

let problem: unknown;
const fail = (error: unknown) => {
  if (!ended.signal.aborted) problem ??= error;
};

async function usePages(client: Client, index: number): Promise<void> {
  void followWorkspace(client, index).catch(fail);
  await setTimeout((index / tokens.length) * pauseMs);
  for (let turn = index; performance.now() < endsAt; turn += 1) {
    const beat = { projectId, tab: `tab-${index}`, place: `suite:${suiteOf(index)}` };
    await client.call(collaborationRoutes.recordLastActive, { body: beat });
    const [name, call] = listsOf(client, turn)[turn % 8] ?? ['', async () => undefined];
    await measured(name, call);
    await setTimeout(pauseMs);
  }
}

/** One user changes something repeatedly; the number of the change is the revision that the others receive. */
async function changeThings(client: Client): Promise<void> {
  for (let revision = firstRevision; performance.now() < endsAt - changeEveryMs; revision += 1) {
    await setTimeout(changeEveryMs);
    changedAt.set(revision, performance.now());
    const suiteName = `Suite changed ${revision}`;
    await client.call(apiTestingRoutes.updateSuite, { body: { suiteId: suiteOf(0), suiteName } });
    found.liveExpected += tokens.length;
  }
}

const clients = tokens.map((token) =>
  createClient({ baseUrl: url, headers: () => ({ authorization: `Bearer ${token}` }) }),
);
try {
  const people = clients.map(usePages);
  await setTimeout(pauseMs);
  await Promise.all([...people, changeThings(clients[0] as Client)]);
} catch (error) {
  fail(error);
}
ended.abort();
if (problem) throw problem;
parentPort?.postMessage(found);
