import type { ErrorDefinition } from '@touchstone/kernel';
import type { FastifyInstance } from 'fastify';
import type { EventHandler } from './events.ts';
import type { GuardCall } from './http/call-rules.ts';
import type { Authenticate, Caller, VisitOrganization } from './http/caller.ts';
import type { Registrar } from './http/registrar.ts';
import type { Platform } from './platform.ts';
import type { ConfigCheck, SettingList, ValuesOf } from './settings.ts';
import type { Addition, Taking } from './slots.ts';

/** NewAccount is the sign-in of an account created at the start; `password` only if it was generated. */
export interface NewAccount {
  email: string;
  /** The setting that defines the password. */
  passwordSetting: string;
  password: string | undefined;
}

/** SeedContext is passed from service to service while initial data is created, in start order. */
export interface SeedContext {
  /** Accounts created by this start. */
  accounts: NewAccount[];
  /** The first administrator, if this start created the first organization. */
  founder?: Omit<Caller, 'sessionId' | 'organizationName'>;
}

/** Who may call: each member is provided by exactly one service. */
export interface AccessRules {
  authenticate: Authenticate;
  visitOrganization: VisitOrganization;
  guard: GuardCall;
}

/** ServiceParts is a running service: its door, its routes, its lifecycle. */
export interface ServiceParts<Door> {
  /** What services that need this one may use. */
  door: Door;
  /** Its part in deciding who may call. */
  access?: Partial<AccessRules>;
  /** Handlers of events; see `on`. Events are delivered at least once, so handlers must be idempotent. */
  on?: readonly EventHandler[];
  /** Its additions to slots of other services, such as its kinds of run; see `add`. */
  adds?: readonly Addition[];
  /** What it does with additions to its own slots; see `take`. */
  takes?: readonly Taking[];
  /** Binds the declared routes. */
  routes?(registrar: Registrar): void;
  /** Adds anything that isn't a declared route (an issuer, a sample API). */
  http?(app: FastifyInstance): Promise<void> | void;
  /** Path prefixes that engines may call, because users test what is there. */
  openToTests?: readonly string[];
  /** The path that handles a call addressed in another way, such as by host name; undefined if it stays unchanged. */
  rewrite?(call: { url: string; host: string | undefined }): string | undefined;
  /** Creates missing initial data; runs after the migrations, in one process at a time. */
  seed?(context: SeedContext): Promise<void>;
  /** Starts its own background work, such as runners, depending on the process's roles. */
  start?(): Promise<void>;
  /** Stops that work within `graceMs` milliseconds. */
  stop?(graceMs: number): Promise<void>;
}

/** AnyService is a service of any type, as the manifest lists it. */
export interface AnyService {
  readonly name: string;
  readonly errors: Readonly<Record<string, ErrorDefinition>>;
  readonly migrations?: URL | undefined;
  readonly needs: Readonly<Record<string, AnyService>>;
  /** The settings that only this service uses. */
  readonly config?: SettingList | undefined;
  /** Finds valid settings of its own that contradict each other. */
  readonly checkConfig?: ConfigCheck | undefined;
  create(platform: Platform, needs: never, config: never): ServiceParts<unknown> | Promise<ServiceParts<unknown>>;
}

/** DoorOf is what other services may use of a service. */
export type DoorOf<Service extends AnyService> = Awaited<ReturnType<Service['create']>>['door'];

type Doors<Needs extends Readonly<Record<string, AnyService>>> = { [Name in keyof Needs]: DoorOf<Needs[Name]> };

/** ServiceDefinition is everything that a service provides. */
export interface ServiceDefinition<
  Needs extends Readonly<Record<string, AnyService>>,
  Door,
  Settings extends SettingList = Record<never, never>,
> extends AnyService {
  readonly needs: Needs;
  create(
    platform: Platform,
    needs: Doors<Needs>,
    config: ValuesOf<Settings>,
  ): ServiceParts<Door> | Promise<ServiceParts<Door>>;
}

/**
 * defineService declares a service: its name (also the schema of its tables), the services whose doors it uses, its
 * migrations folder, its errors, its own settings, and how it is created. Services start after those they need;
 * `services/manifest.ts` lists them all.
 */
export function defineService<
  Door,
  Needs extends Readonly<Record<string, AnyService>> = Record<never, never>,
  Settings extends SettingList = Record<never, never>,
>(definition: {
  name: string;
  needs?: Needs;
  config?: Settings;
  checkConfig?: (values: ValuesOf<Settings>) => string[];
  migrations?: URL;
  errors?: Readonly<Record<string, ErrorDefinition>>;
  create(
    platform: Platform,
    needs: Doors<Needs>,
    config: ValuesOf<Settings>,
  ): ServiceParts<Door> | Promise<ServiceParts<Door>>;
}): ServiceDefinition<Needs, Door, Settings> {
  return { errors: {}, ...definition, needs: definition.needs ?? ({} as Needs) };
}
