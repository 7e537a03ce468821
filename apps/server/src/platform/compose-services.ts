import { existsSync } from 'node:fs';
import type { ErrorDefinition } from '@touchstone/kernel';
import type { MigrationSet } from './database/migrate/migration-files.ts';
import type { Platform } from './platform.ts';
import type { AccessRules, AnyService, DoorOf, SeedContext, ServiceParts } from './service.ts';
import { fillSlots } from './slots.ts';

/** An arbitrary constant: one process at a time creates initial data. */
const seedLock = 7_700_002;

/**
 * orderServices orders services after those they need, otherwise as listed. Throws if a name occurs twice, a needed
 * service isn't listed, or services depend on each other in a cycle.
 */
export function orderServices(services: readonly AnyService[]): AnyService[] {
  const byName = new Map<string, AnyService>();
  for (const service of services) {
    if (byName.has(service.name))
      throw new Error(
        `Two services are named ${service.name}; the name is also the schema of their tables. Rename one.`,
      );
    byName.set(service.name, service);
  }
  const ordered = new Set<AnyService>();
  const visit = (service: AnyService, path: readonly AnyService[]): void => {
    if (ordered.has(service)) return;
    if (path.includes(service)) {
      const circle = [...path.slice(path.indexOf(service)), service].map(({ name }) => name).join(' → ');
      throw new Error(`Services need each other in a circle: ${circle}. Let one of them publish an event instead.`);
    }
    for (const [key, needed] of Object.entries(service.needs)) {
      if (!needed || byName.get(needed.name) !== needed)
        throw new Error(
          `The service ${service.name} needs ${needed?.name ?? key}, which is not listed. Add it to services/manifest.ts.`,
        );
      visit(needed, [...path, service]);
    }
    ordered.add(service);
  };
  for (const service of services) visit(service, []);
  return [...ordered];
}

/** migrationsOf returns the migrations in start order. Throws if a service's folder is missing. */
export function migrationsOf(services: readonly AnyService[]): MigrationSet[] {
  return orderServices(services).flatMap(({ name, migrations }) => {
    if (!migrations) return [];
    if (!existsSync(migrations))
      throw new Error(
        `The migrations of ${name} are missing: ${migrations.pathname}. Restore the folder, or reinstall.`,
      );
    return [{ service: name, folder: migrations }];
  });
}

/** Composition contains the running services of a process. */
export interface Composition {
  /** In start order. */
  parts: ServiceParts<unknown>[];
  errors: Record<string, Readonly<Record<string, ErrorDefinition>>>;
  access: AccessRules;
  /** The door of a service: what others may use. */
  door<Service extends AnyService>(service: Service): DoorOf<Service>;
  seed(): Promise<SeedContext>;
}

/**
 * composeServices creates every service after those it needs, subscribes their event handlers, and fills their slots.
 */
export async function composeServices(platform: Platform, services: readonly AnyService[]): Promise<Composition> {
  const made = new Map<string, ServiceParts<unknown>>();
  const ordered = orderServices(services);
  for (const service of ordered) {
    const doors = Object.entries(service.needs).map(([key, needed]) => [key, made.get(needed.name)?.door]);
    const names = Object.keys(service.config ?? {});
    const config = Object.fromEntries(names.map((name) => [name, platform.config.ofServices[name]]));
    const parts = await service.create(platform, Object.fromEntries(doors) as never, config as never);
    for (const handler of parts.on ?? []) platform.events.subscribe(service.name, handler);
    made.set(service.name, parts);
  }
  fillSlots(made);
  const parts = [...made.values()];
  return {
    parts,
    errors: Object.fromEntries(ordered.map(({ name, errors }) => [name, errors])),
    access: {
      authenticate: only(made, 'authenticate'),
      visitOrganization: only(made, 'visitOrganization'),
      guard: only(made, 'guard'),
    },
    door<Service extends AnyService>(service: Service) {
      const found = made.get(service.name);
      if (!found) throw new Error(`The service ${service.name} is not listed in services/manifest.ts.`);
      return found.door as DoorOf<Service>;
    },
    seed: () => seedAll(platform, parts),
  };
}

function only<Rule extends keyof AccessRules>(
  made: ReadonlyMap<string, ServiceParts<unknown>>,
  rule: Rule,
): AccessRules[Rule] {
  const givers = [...made].filter(([, { access }]) => access?.[rule]);
  const [first, second] = givers;
  if (!first) throw new Error(`No service gives the access rule "${rule}"; without it every call would be refused.`);
  if (second) throw new Error(`${first[0]} and ${second[0]} both give the access rule "${rule}"; exactly one may.`);
  return first[1].access?.[rule] as AccessRules[Rule];
}

async function seedAll({ database }: Platform, parts: readonly ServiceParts<unknown>[]): Promise<SeedContext> {
  const context: SeedContext = { accounts: [] };
  const client = await database.pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [seedLock]);
    for (const { seed } of parts) await seed?.(context);
    return context;
  } finally {
    await client.query('select pg_advisory_unlock($1)', [seedLock]).catch(() => undefined);
    client.release();
  }
}
