import type { Client } from '@touchstone/contracts';
import type { RepositoryScript, RepositoryStepInput } from '@touchstone/contracts/test-repository';
import { webTestingRoutes as calls } from '@touchstone/contracts/web-testing';

let counter = 0;
const next = (): number => {
  counter += 1;
  return counter;
};

/** Where a test's scripts are. */
export interface Place {
  projectUUID: string;
  moduleUUID: string;
}

/** newModule creates a web testing project with a module. */
export async function newModule(client: Client): Promise<Place> {
  const { uuid: projectUUID } = await client.call(calls.createProject, { body: { projectName: `Shop ${next()}` } });
  const query = { projectId: projectUUID };
  const { uuid: moduleUUID } = await client.call(calls.createModule, { query, body: { moduleName: 'Checkout' } });
  return { projectUUID, moduleUUID };
}

/** newScript creates a script in a module, optionally with steps. */
export async function newScript(
  client: Client,
  moduleUUID: string,
  { name = `Script ${next()}`, tags, steps }: { name?: string; tags?: string[]; steps?: RepositoryStepInput[] } = {},
): Promise<RepositoryScript> {
  const body = { testScriptName: name, ...(tags && { tagName: tags }) };
  const made = await client.call(calls.createScript, { query: { moduleUUID }, body });
  if (steps) await client.call(calls.addSteps, { query: { scriptUUID: made.uuid }, body: { steps } });
  return client.call(calls.getScript, { params: { id: made.uuid } });
}

/** openUrl returns a step that opens an address. */
export const openUrl = (id: string, url = 'http://127.0.0.1:9/'): RepositoryStepInput => ({
  id,
  keyword: 'openUrl',
  args: { url },
});

/** click returns a step that clicks the button with a name. */
export const click = (id: string, name = 'Buy'): RepositoryStepInput => ({
  id,
  keyword: 'click',
  target: { name, locators: [{ by: 'role', value: 'button', name }] },
});

/** note returns a step that does nothing but log a text. */
export const note = (id: string, text = id): RepositoryStepInput => ({ id, keyword: 'comment', args: { text } });
