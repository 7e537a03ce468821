import type { ErrorDefinition } from '@touchstone/kernel';
import type { FastifyInstance } from 'fastify';
import type { Registrar } from './http/registrar.ts';

/** Service is what a service's front door gives to the app: its tables, its errors, its routes, its life. */
export interface Service {
  /** Room name, also the schema of its tables. */
  name: string;
  errors: Record<string, ErrorDefinition>;
  /** Binds the declared routes. */
  routes?(registrar: Registrar): void;
  /** Anything that is no declared route (an issuer, a sample API). */
  http?(app: FastifyInstance): Promise<void> | void;
  /** First data, made once; runs after the migrations, in one process at a time. */
  seed?(): Promise<void>;
}
