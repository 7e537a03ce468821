import type { ErrorDefinition } from '@touchstone/kernel';
import type { FastifyInstance } from 'fastify';
import type { EventHandler } from './events.ts';
import type { GuardCall } from './http/call-rules.ts';
import type { Authenticate, Caller, VisitOrganization } from './http/caller.ts';
import type { Registrar } from './http/registrar.ts';
import type { Platform } from './platform.ts';
import type { ConfigCheck, SettingList, ValuesOf } from './settings.ts';
import type { Addition, Taking } from './slots.ts';

/** NewAccount is how a person signs in whom the start has made; `password` only where it was generated. */
export interface NewAccount {
  email: string;
  /** The setting that gives the password. */
  passwordSetting: string;
  password: string | undefined;
}

/** SeedContext is what services pass on while the first data is made, in the order in which they start. */
export interface SeedContext {
  /** Accounts made by this start. */
  accounts: NewAccount[];
  /** The first administrator, where this start made the first organization. */
  founder?: Omit<Caller, 'sessionId' | 'organizationName'>;
}

/** Who may call: each member is given by exactly one service. */
export interface AccessRules {
  authenticate: Authenticate;
  visitOrganization: VisitOrganization;
  guard: GuardCall;
}

/** ServiceParts is a service at work: what others use of it, its routes, its life. */
export interface ServiceParts<Door> {
  /** What services that need this one may use. */
  door: Door;
  /** Its share in deciding who may call. */
  access?: Partial<AccessRules>;
  /** Handlers of events; see `on`. An event is delivered at least once, so a handler does the same thing twice without harm. */
  on?: readonly EventHandler[];
  /** What it adds to slots of other services, such as its kinds of run; see `add`. */
  adds?: readonly Addition[];
  /** What it does with what others add to its own slots; see `take`. */
  takes?: readonly Taking[];
  /** Binds the declared routes. */
  routes?(registrar: Registrar): void;
  /** Anything that is no declared route (an issuer, a sample API). */
  http?(app: FastifyInstance): Promise<void> | void;
  /** Beginnings of paths that engines may call, because users test what is there. */
  openToTests?: readonly string[];
  /** The path at which a call is answered that is meant for another one, such as by its host name; undefined where it is as it came. */
  rewrite?(call: { url: string; host: string | undefined }): string | undefined;
  /** Makes first data that is not there yet; runs after the migrations, in one process at a time. */
  seed?(context: SeedContext): Promise<void>;
  /** Begins work of its own, such as runners, by the roles of the process. */
  start?(): Promise<void>;
  /** Ends that work within `graceMs` milliseconds. */
  stop?(graceMs: number): Promise<void>;
}

/** AnyService is a service as the list of all sees it. */
export interface AnyService {
  readonly name: string;
  readonly errors: Readonly<Record<string, ErrorDefinition>>;
  readonly migrations?: URL | undefined;
  readonly needs: Readonly<Record<string, AnyService>>;
  /** The settings that it alone reads. */
  readonly config?: SettingList | undefined;
  /** Finds valid settings of its own that contradict each other. */
  readonly checkConfig?: ConfigCheck | undefined;
  create(platform: Platform, needs: never, config: never): ServiceParts<unknown> | Promise<ServiceParts<unknown>>;
}

/** DoorOf is what other services may use of a service. */
export type DoorOf<Service extends AnyService> = Awaited<ReturnType<Service['create']>>['door'];

type Doors<Needs extends Readonly<Record<string, AnyService>>> = { [Name in keyof Needs]: DoorOf<Needs[Name]> };

/** ServiceDefinition says everything that a service brings. */
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
 * defineService declares a service: its name (also the schema of its tables), the services whose doors it uses, the folder of its
 * migrations, its errors, the settings that it alone reads, and how it is made. Services start after those that they need; `services/manifest.ts` lists them all.
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
