import { ApiError, type Client } from '@touchstone/contracts';
import { apiTestingRoutes, type Script, type ScriptInput, scriptInputSchema } from '@touchstone/contracts/api-testing';
import { notificationRoutes } from '@touchstone/contracts/notifications';
import { deletedRoutes } from '@touchstone/contracts/recently-deleted';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';

const calls = apiTestingRoutes;
let counter = 0;
const next = (): number => {
  counter += 1;
  return counter;
};

/** newProject creates a workspace through the API. */
export async function newProject(client: Client, projectName = `Project ${next()}`): Promise<string> {
  return (await client.call(workspaceRoutes.createProject, { body: { projectName } })).projectId;
}

export async function newSuite(client: Client, projectId: string, suiteName = `Suite ${next()}`): Promise<string> {
  return (await client.call(calls.createSuite, { body: { projectId, suiteName } })).suiteId;
}

/** draft returns a script with the required fields and the given ones. */
export const draft = (given: Partial<ScriptInput> & { url: string }): ScriptInput =>
  scriptInputSchema.parse({ scriptName: `Script ${next()}`, method: 'GET', ...given });

export async function newScript(
  client: Client,
  suiteId: string,
  given: Partial<ScriptInput> & { url: string },
): Promise<Script> {
  return client.call(calls.saveScript, { query: { suiteId }, body: draft(given) });
}

/** runToEnd starts suites and waits for the last event of the run. */
export async function runToEnd(
  client: Client,
  body: {
    projectId: string;
    suiteIds?: string[];
    scriptIds?: string[];
    environmentId?: string;
    parallel?: number;
    stopOnFailure?: boolean;
  },
): Promise<string> {
  const { runId } = await client.call(calls.executeTest, { body });
  await followRun(client, runId);
  return runId;
}

export interface SentEvent {
  id: number;
  event: string;
  data: Record<string, unknown>;
}

/** followRun reads the event stream of a run to its end, or until `enough` returns true. */
export async function followRun(
  client: Client,
  runId: string,
  options: { lastEventId?: number; enough?: (event: SentEvent) => boolean } = {},
): Promise<SentEvent[]> {
  const headers: Record<string, string> = options.lastEventId ? { 'Last-Event-ID': String(options.lastEventId) } : {};
  const response = await client.raw(notificationRoutes.subscribeNotification, { query: { runId } }, { headers });
  const events: SentEvent[] = [];
  let buffer = '';
  const decoder = new TextDecoder();
  for await (const chunk of response.body as ReadableStream<Uint8Array>) {
    buffer += decoder.decode(chunk, { stream: true });
    for (let end = buffer.indexOf('\n\n'); end >= 0; end = buffer.indexOf('\n\n')) {
      const event = parseEvent(buffer.slice(0, end));
      buffer = buffer.slice(end + 2);
      if (!event) continue;
      events.push(event);
      if (options.enough?.(event)) return events;
    }
  }
  return events;
}

function parseEvent(text: string): SentEvent | undefined {
  const fields = new Map(
    text.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  );
  const data = fields.get('data');
  return data ? { id: Number(fields.get('id')), event: fields.get('event') ?? '', data: JSON.parse(data) } : undefined;
}

/** failureOf returns the error of a call that must be rejected. */
export async function failureOf(call: Promise<unknown>): Promise<ApiError> {
  const outcome = await call.catch((error: unknown) => error);
  if (outcome instanceof ApiError) return outcome;
  if (outcome instanceof Error) throw outcome;
  throw new Error('The call succeeded.');
}

/** deleteEnvironmentForGood deletes an environment and removes it from the trash. */
export async function deleteEnvironmentForGood(client: Client, projectId: string, environmentId: string) {
  await client.call(workspaceRoutes.deleteEnvironment, { query: { environmentId } });
  const { content } = await client.call(deletedRoutes.listDeletedVariables, { query: { projectId, size: 1 } });
  const itemIds = content.map(({ itemId }) => itemId);
  await client.call(deletedRoutes.deleteVariablesForGood, { query: { projectId, itemIds } });
}
