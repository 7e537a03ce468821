import type { ErrorDefinition } from '@touchstone/kernel';
import type { FastifyInstance } from 'fastify';
import { migrate } from './platform/database/migrate.ts';
import { platformErrors } from './platform/errors.ts';
import type { EventStreams } from './platform/http/event-stream.ts';
import { createRegistrar } from './platform/http/registrar.ts';
import { createHttpServer } from './platform/http/server.ts';
import { addSystemRoutes } from './platform/http/system-routes.ts';
import { addWebApp } from './platform/http/web-app.ts';
import type { Platform } from './platform/platform.ts';
import type { Service } from './platform/service.ts';
import { createIdentity } from './services/identity/index.ts';
import { createUserManagement } from './services/user-management/index.ts';

export const version = '0.1.0';

/** App is one process of the product, composed but not yet listening. */
export interface App {
  http: FastifyInstance;
  streams: EventStreams;
  start(): Promise<void>;
  /** Order: refuse new work, end event streams, finish calls, drain runs, close. */
  stop(): Promise<void>;
}

export const migrationFolder = (service: string) => new URL(`./services/${service}/store/migrations/`, import.meta.url);
