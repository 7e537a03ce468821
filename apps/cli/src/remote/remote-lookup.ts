import type { Client, Page } from '@touchstone/contracts';
import { apiTestingRoutes, type Suite } from '@touchstone/contracts/api-testing';
import { type Project, workspaceRoutes } from '@touchstone/contracts/workspaces';
import { CliError } from '../cli-error.ts';

export interface Found {
  project: Project;
  suites: Suite[];
}

const pageSize = 200;

/** allPages reads a paginated list to its end. */
export async function allPages<T>(read: (page: number) => Promise<Page<T>>): Promise<T[]> {
  const items: T[] = [];
  for (let page = 0; ; page += 1) {
    const { content, totalElements } = await read(page);
    items.push(...content);
    if (content.length === 0 || items.length >= totalElements) return items;
  }
}

/** findNamed finds an item by id, exact name, or case-insensitive name; throws if a name is ambiguous. */
export function findNamed<T>(
  items: T[],
  wanted: string,
  kind: string,
  read: (item: T) => { id: string; name: string },
): T {
  const byId = items.find((item) => read(item).id === wanted);
  if (byId) return byId;
  const exact = items.filter((item) => read(item).name === wanted);
  const found =
    exact.length > 0 ? exact : items.filter((item) => read(item).name.toLowerCase() === wanted.toLowerCase());
  if (found.length > 1)
    throw new CliError(
      `There are ${found.length} ${kind}s called "${wanted}"; give the id: ${found.map((item) => read(item).id).join(', ')}.`,
    );
  if (found[0] !== undefined) return found[0];
  const names = items.slice(0, 20).map((item) => `"${read(item).name}"`);
  const known =
    names.length > 0
      ? `There are: ${names.join(', ')}${items.length > 20 ? ' and more' : ''}.`
      : `No ${kind} exists yet.`;
  throw new CliError(`No ${kind} is named "${wanted}". ${known}`);
}

const projectKey = ({ projectId, projectName }: Project) => ({ id: projectId, name: projectName });
const suiteKey = ({ suiteId, suiteName }: Suite) => ({ id: suiteId, name: suiteName });

const listSuites = (client: Client, projectId: string): Promise<Suite[]> =>
  allPages((page) => client.call(apiTestingRoutes.listSuites, { query: { projectId, page, size: pageSize } }));

/** Named items, and the place that contains them. */
interface Placed<Place, Item> {
  place: Place;
  items: Item[];
}

/** Where to look for named items, and their terms in messages. */
export interface PlacedSearch<Place, Item> {
  places: Place[];
  placeKey: (place: Place) => { id: string; name: string };
  list: (place: Place) => Promise<Item[]>;
  itemKey: (item: Item) => { id: string; name: string };
  /** Names or ids. */
  wanted: string[];
  /** Name or id. */
  place: string | undefined;
  /** Such as `suite`, and as `workspace`. */
  words: { item: string; place: string };
}

/** findPlaced finds items by name or id in a named place, or in the only place that has all of them. */
export async function findPlaced<Place, Item>(search: PlacedSearch<Place, Item>): Promise<Placed<Place, Item>> {
  const { places, placeKey, list, itemKey, wanted, words } = search;
  const pick = (items: Item[]) => wanted.map((name) => findNamed(items, name, words.item, itemKey));
  const only = search.place === undefined ? places[0] : findNamed(places, search.place, words.place, placeKey);
  if (only === undefined) throw new CliError(`This user has no ${words.place}. Create one in the product first.`);
  if (search.place !== undefined || places.length === 1) return { place: only, items: pick(await list(only)) };
  const found: Placed<Place, Item>[] = [];
  for (const place of places) {
    const items = await list(place);
    try {
      found.push({ place, items: pick(items) });
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
    }
  }
  const names = (some: Place[]) => some.map((place) => `"${placeKey(place).name}"`).join(', ');
  const things = wanted.map((name) => `"${name}"`).join(' and ');
  if (found.length > 1)
    throw new CliError(
      `Several ${words.place}s have ${things}: ${names(found.map(({ place }) => place))}. Say which with --project.`,
    );
  if (found[0] === undefined)
    throw new CliError(
      `No ${words.place} has ${things}. ${capital(words.place)}s: ${names(places)}. Name one with --project to see its ${words.item}s.`,
    );
  return found[0];
}

const capital = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

/** findSuites finds the workspace and its suites; without a named workspace, the only one that has all the suites. */
export async function findSuites(client: Client, wanted: string[], projectName: string | undefined): Promise<Found> {
  const places = await allPages<Project>((page) =>
    client.call(workspaceRoutes.listProjects, { query: { page, size: pageSize } }),
  );
  const { place, items } = await findPlaced({
    places,
    placeKey: projectKey,
    list: ({ projectId }) => listSuites(client, projectId),
    itemKey: suiteKey,
    wanted,
    place: projectName,
    words: { item: 'suite', place: 'workspace' },
  });
  return { project: place, suites: items };
}

/** findEnvironmentId finds an environment of a workspace by name or id. */
export async function findEnvironmentId(client: Client, projectId: string, wanted: string): Promise<string> {
  const { environments } = await client.call(workspaceRoutes.listEnvironments, { query: { projectId } });
  return findNamed(environments, wanted, 'environment', ({ environmentId, environmentName }) => ({
    id: environmentId,
    name: environmentName,
  })).environmentId;
}
