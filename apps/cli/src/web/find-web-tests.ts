import type { Client } from '@touchstone/contracts';
import { type RepositoryProject, type RepositoryScript, webTestingRoutes } from '@touchstone/contracts/web-testing';
import { CliError } from '../cli-error.ts';
import { allPages, findNamed, findPlaced } from '../remote/remote-lookup.ts';

/** What is run of a project of web testing: a suite, scripts, or all scripts of a module. Names or ids. */
export interface WebTestChoice {
  project: string | undefined;
  suite: string | undefined;
  /** With scripts: the module that they lie in. */
  module: string | undefined;
  scripts: string[];
}

/** The tests that were named, as a run takes them. */
export interface FoundWebTests {
  project: RepositoryProject;
  name: string;
  suiteUUID?: string;
  scriptUUIDs?: string[];
}

const pageSize = 200;
const mostScripts = 500;
const place = 'project';
const placeKey = ({ projectId, projectName }: RepositoryProject) => ({ id: projectId, name: projectName });
const scriptKey = ({ uuid, testScriptName }: RepositoryScript) => ({ id: uuid, name: testScriptName });

/** findWebTests finds what is to be run; what is unknown or has several meanings is told with the names that there are. */
export async function findWebTests(client: Client, choice: WebTestChoice): Promise<FoundWebTests> {
  const places = await allPages((page) =>
    client.call(webTestingRoutes.listProjects, { query: { page, size: pageSize } }),
  );
  const where = { places, placeKey, place: choice.project };
  if (choice.suite !== undefined) return findSuite(client, where, choice.suite);
  if (choice.module === undefined) {
    const found = await findPlaced({
      ...where,
      wanted: choice.scripts,
      list: ({ projectId }) => listScripts(client, { projectUUID: projectId }),
      itemKey: scriptKey,
      words: { item: 'script', place },
    });
    return { project: found.place, ...chosen(found.items) };
  }
  return findInModule(client, where, { module: choice.module, scripts: choice.scripts });
}

type Where = { places: RepositoryProject[]; placeKey: typeof placeKey; place: string | undefined };

/** A suite of the test lab, or of a sprint that is not completed. */
async function findSuite(client: Client, where: Where, wanted: string): Promise<FoundWebTests> {
  const { place: project, items } = await findPlaced({
    ...where,
    wanted: [wanted],
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
  const [suite] = items;
  return { project, name: suite?.testSuiteName ?? wanted, suiteUUID: suite?.uuid ?? '' };
}

/** All scripts of a module in their order, or those of it that are named. */
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
    return { project: found.place, ...chosen(named) };
  }
  if (all.length === 0) throw new CliError(`The module "${one?.moduleName}" has no scripts. Add some, then run it.`);
  return { project: found.place, ...chosen(all), name: one?.moduleName ?? module };
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
  if (scripts.length > mostScripts)
    throw new CliError(`A run has at most ${mostScripts} scripts, these are ${scripts.length}. Run fewer at once.`);
  const name = scripts.length === 1 ? (scripts[0]?.testScriptName ?? '') : `${scripts.length} scripts`;
  return { name, scriptUUIDs: scripts.map(({ uuid }) => uuid) };
}
