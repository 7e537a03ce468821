import { globSync } from 'node:fs';
import { join } from 'node:path';
import { type AnyRoute, routePrefix } from '@touchstone/contracts';
import type { Example, Expectation, ServiceCalls } from './expectation.ts';

/** Each service has its own file or folder. */
const folder = join(import.meta.dirname, 'services');
const files = globSync('**/*.ts', { cwd: folder }).sort();
const services = await Promise.all(
  files.map(async (file) => ((await import(join(folder, file))) as { calls: ServiceCalls }).calls),
);

const keyOf = (line: string) => line.trim().replace(' ', ' /services/');
const byKey = <T>(record: Readonly<Record<string, T>>): [key: string, value: T][] =>
  Object.entries(record).map(([line, value]) => [keyOf(line), value]);

/** The expectation of each call, such as `GET /services/runs/api/runs`. */
export const expectations: Record<string, Expectation> = Object.fromEntries(
  services.flatMap((service) => byKey(service.expectations)),
);

/** Each call with its audience's name. */
export const audienceLines: [key: string, audience: string][] = services.flatMap(({ audiences }) =>
  Object.entries(audiences).flatMap(([name, list]) =>
    list
      .trim()
      .split('\n')
      .map((line): [string, string] => [keyOf(line), name]),
  ),
);

export const endlessStreams: readonly string[] = services.flatMap((service) => service.endlessStreams ?? []).map(keyOf);

/** Which service has an example of a call, and under which key: with thousands of calls, only the owner is asked. */
const exampleHomes = new Map(
  services.flatMap((service) =>
    Object.keys(service.examples?.({}) ?? {}).map((line) => [keyOf(line), { service, line }] as const),
  ),
);

/** exampleOf returns a well-formed call that refers to the owner's sample. */
export function exampleOf(route: AnyRoute, ids: Record<string, string>): Example {
  const home = exampleHomes.get(`${route.method} ${routePrefix(route.service)}${route.path}`);
  const names = Object.keys((route.query as { shape?: Record<string, unknown> } | undefined)?.shape ?? {});
  const query: Record<string, string> = {};
  for (const name of names) if (ids[name]) query[name] = ids[name];
  return { params: { id: ids.headerId ?? '' }, query, ...home?.service.examples?.(ids)[home.line] };
}
