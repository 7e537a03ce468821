import type { ErrorDefinition } from '@touchstone/kernel';
import type { FastifyInstance } from 'fastify';
import { composeServices } from './platform/compose-services.ts';
import { platformErrors } from './platform/errors.ts';
import { openToTests } from './platform/http/engine-mark.ts';
import { createRegistrar, type Registrar } from './platform/http/registrar.ts';
import { createHttpServer } from './platform/http/server.ts';
import { addSystemRoutes, createOperationsServer } from './platform/http/system-routes.ts';
import { addWebApp } from './platform/http/web-app.ts';
import type { Platform } from './platform/platform.ts';
import { addProcessRoutes } from './platform/processes/process-routes.ts';
import type { AnyService, DoorOf, NewAccount } from './platform/service.ts';
import { services as allServices } from './services/manifest.ts';
import { version } from './version.ts';

/**
 * App is one composed process of the product; `start` begins the work of its roles, `http` is ready to listen or to be
 * injected.
 */
export interface App {
  http: FastifyInstance;
  /** Health, metrics and calls from other processes, in a process without the role api. */
  operations: FastifyInstance | undefined;
  registrar: Registrar;
  errors: Record<string, Readonly<Record<string, ErrorDefinition>>>;
  /** A service's public interface. */
  door<Service extends AnyService>(service: Service): DoorOf<Service>;
  /** Starts queue, runner and schedules according to the configured roles. */
  start(): Promise<void>;
  /** Creates whatever a start needs and doesn't exist yet; returns how the created accounts sign in. */
  seed(): Promise<NewAccount[]>;
  /** Ends event streams, finishes calls, drains runs. The caller of `createApp` closes the platform. */
  stop(): Promise<void>;
}

/** createApp composes the services. Every route is registered here; a route without an access rule throws. */
export async function createApp(platform: Platform, services: readonly AnyService[] = allServices): Promise<App> {
  const { config } = platform;
  const { parts, errors, access, door, seed } = await composeServices(platform, services);
  platform.callRules.use(access.guard);
  const http = await createHttpServer(
    platform,
    parts.flatMap(({ rewrite }) => rewrite ?? []),
  );
  const registrar = createRegistrar(http, access.authenticate, access.visitOrganization, access.guard);
  const state = { draining: false, version };
  openToTests(
    http,
    parts.flatMap((service) => service.openToTests ?? []),
  );
  for (const service of parts) {
    service.routes?.(registrar);
    await service.http?.(http);
  }
  addSystemRoutes(http, platform, registrar, state);
  await addProcessRoutes(http, platform);
  await addWebApp(http);
  const operations = config.roles.includes('api') ? undefined : await createOperationsServer(platform, state);
  if (operations) await addProcessRoutes(operations, platform);
  return {
    http,
    operations,
    registrar,
    errors: { platform: platformErrors, ...errors },
    door,
    async start() {
      const address = (operations?.server.listening ? operations : http).server.address();
      await platform.processes.announce(typeof address === 'object' ? address?.port : undefined);
      await platform.jobs.start({ working: config.roles.includes('scheduler') });
      for (const service of parts) await service.start?.();
    },
    seed: async () => (await seed()).accounts,
    async stop() {
      state.draining = true;
      platform.streams.endAll();
      const graceMs = config.RUNNER_DRAIN_SECONDS * 1000;
      await Promise.all([http.close(), operations?.close(), ...parts.map((service) => service.stop?.(graceMs))]);
      await platform.processes.leave();
    },
  };
}
