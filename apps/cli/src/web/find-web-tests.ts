import type { Client } from '@touchstone/contracts';
import { type RepositoryProject, type RepositoryScript, webTestingRoutes } from '@touchstone/contracts/web-testing';
import { CliError } from '../cli-error.ts';
import { allPages, findNamed, findPlaced } from '../remote/remote-lookup.ts';

/** What to run of a web testing project: suites, scripts, or all scripts of a module. Names or ids. */
export interface WebTestChoice {
  project: string | undefined;
  suites: string[];
  /** For scripts: their module. */
  module: string | undefined;
  scripts: string[];
}

/** Tests that form one run. */
interface RunnableTests {
  name: string;
  suiteUUID?: string;
  scriptUUIDs?: string[];
}

/** The named tests, as runs take them. */
export interface FoundWebTests {
  project: RepositoryProject;
  tests: RunnableTests[];
}

const pageSize = 200;
const maxScripts = 500;
const place = 'project';
const placeKey = ({ projectId, projectName }: RepositoryProject) => ({ id: projectId, name: projectName });
const scriptKey = ({ uuid, testScriptName }: RepositoryScript) => ({ id: uuid, name: testScriptName });

/** findWebTests finds what to run; unknown or ambiguous names are reported with the existing names. */
export async function findWebTests(client: Client, choice: WebTestChoice): Promise<FoundWebTests> {
  const places = await allPages((page) =>
    client.call(webTestingRoutes.listProjects, { query: { page, size: pageSize } }),
  );
  const where = { places, placeKey, place: choice.project };
  if (choice.suites.length > 0) return findSuites(client, where, choice.suites);
  if (choice.module === undefined) {
    const found = await findPlaced({
      ...where,
      wanted: choice.scripts,
      list: ({ projectId }) => listScripts(client, { projectUUID: projectId }),
      itemKey: scriptKey,
      words: { item: 'script', place },
    });
    return { project: found.place, tests: [chosen(found.items)] };
  }
  return findInModule(client, where, { module: choice.module, scripts: choice.scripts });
}

type Where = { places: RepositoryProject[]; placeKey: typeof placeKey; place: string | undefined };

/** Suites of the test lab, or of sprints that aren't completed; each is a run. */
async function findSuites(client: Client, where: Where, wanted: string[]): Promise<FoundWebTests> {
  const { place: project, items } = await findPlaced({
    ...where,
    wanted,
    list: async ({ projectId }) => {
      const lab = client.call(webTestingRoutes.listAllTestLabSuites, { query: { projectUUID: projectId } });
      const sprints = await client.call(webTestingRoutes.listAllSprints, { query: { projectUUID: projectId } });
      const ofSprints = sprints
        .filter(({ sprintActive }) => sprintActive)
        .map(({ uuid }) => client.call(webTestingRoutes.listAllSprintSuites, { query: { sprintUUID: uuid } }));
      return (await Promise.all([lab, ...ofSprints])).flat();
    },
    itemKey: ({ uuid, testSuiteName }) => ({ id: uuid, name: testSuiteName }),
    words: { item: 'suite', place },
  });
  const suites = [...new Map(items.map((suite) => [suite.uuid, suite])).values()];
  return { project, tests: suites.map(({ uuid, testSuiteName }) => ({ name: testSuiteName, suiteUUID: uuid })) };
}

/** All scripts of a module in order, or the named ones. */
async function findInModule(
  client: Client,
  where: Where,
  { module, scripts }: { module: string; scripts: string[] },
): Promise<FoundWebTests> {
  const found = await findPlaced({
    ...where,
    wanted: [module],
    list: ({ projectId }) =>
      allPages((page) => client.call(webTestingRoutes.listModules, { query: { projectId, page, size: pageSize } })),
    itemKey: ({ uuid, moduleName }) => ({ id: uuid, name: moduleName }),
    words: { item: 'module', place },
  });
  const [one] = found.items;
  const all = await listScripts(client, { moduleUUID: one?.uuid ?? '' });
  if (scripts.length > 0) {
    const named = scripts.map((name) => findNamed(all, name, 'script', scriptKey));
    return { project: found.place, tests: [chosen(named)] };
  }
  if (all.length === 0) throw new CliError(`The module "${one?.moduleName}" has no scripts. Add some, then run it.`);
  return { project: found.place, tests: [{ ...chosen(all), name: one?.moduleName ?? module }] };
}

const listScripts = (
  client: Client,
  from: { projectUUID: string } | { moduleUUID: string },
): Promise<RepositoryScript[]> =>
  allPages((page) =>
    'moduleUUID' in from
      ? client.call(webTestingRoutes.listScripts, { query: { ...from, page, size: pageSize } })
      : client.call(webTestingRoutes.listProjectScripts, { query: { ...from, page, size: pageSize } }),
  );

function chosen(scripts: RepositoryScript[]): { name: string; scriptUUIDs: string[] } {
  if (scripts.length > maxScripts)
    throw new CliError(`A run has at most ${maxScripts} scripts, these are ${scripts.length}. Run fewer at once.`);
  const name = scripts.length === 1 ? (scripts[0]?.testScriptName ?? '') : `${scripts.length} scripts`;
  return { name, scriptUUIDs: scripts.map(({ uuid }) => uuid) };
}
