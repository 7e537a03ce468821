import { Libraries, type LibraryHost, ownModules } from './libraries.ts';

/** A list of postman-collection, as far as the sandbox itself uses it. */
export interface PropertyList {
  all(): Record<string, unknown>[];
  each(visit: (item: Record<string, unknown>) => void): void;
  get(name: unknown): unknown;
  one(name: unknown): { value?: unknown } | undefined;
  toObject(...options: boolean[]): Record<string, unknown>;
}

/** A variable scope of postman-collection. */
export interface VariableScope {
  values: PropertyList;
  get(name: unknown): unknown;
  has(name: unknown): boolean;
  set(name: unknown, value: unknown): void;
  unset(name: unknown): void;
  clear(): void;
  toObject(): Record<string, unknown>;
  replaceIn(template: unknown): unknown;
}

/** A request of postman-collection. */
export interface SdkRequest {
  method: string;
  url: { toString(): string };
  headers: PropertyList;
  body?: Record<string, unknown> & { mode?: string; toJSON(): Record<string, unknown>; isEmpty(): boolean };
  auth?: { toJSON(): unknown };
}

/** A response of postman-collection. */
export interface SdkResponse {
  code: number;
  status: string;
  responseTime: number;
  headers: PropertyList;
  details(): Record<string, unknown>;
  text(): string | undefined;
}

interface Type<T> {
  new (...input: unknown[]): T;
}

/** The parts of postman-collection that `pm` consists of. */
export interface Sdk {
  VariableScope: Type<VariableScope>;
  Request: Type<SdkRequest> & { isRequest(value: unknown): boolean };
  Response: Type<SdkResponse> & { isResponse(value: unknown): boolean };
  Cookie: Type<object>;
  CookieList: Type<PropertyList>;
  Url: Type<{ toString(): string }>;
  Property: { replaceSubstitutionsIn: (template: unknown, variables: unknown) => unknown };
}

/** Kit is what every script needs of the libraries, loaded before any script. */
export interface Kit {
  libraries: Libraries;
  sdk: Sdk;
  expect: { (subject: unknown, note?: unknown): { to: unknown }; fail(message?: unknown): never };
  /** Values of names such as `$guid`, set before a script starts. */
  dynamicValues: Record<string, string>;
}

type ChaiPlugin = (sdk: Sdk, lodash: unknown, ajv: unknown) => unknown;

/** Loads the kit and defines the library globals, each loaded on first use. */
export function loadKit(host: LibraryHost): Kit {
  Object.assign(globalThis, { crypto: { getRandomValues } });
  const libraries = new Libraries(host, ownModules());
  for (const [name, library] of Object.entries(globalLibraries)) lazyGlobal(name, () => libraries.require(library));
  lazyGlobal('Buffer', () => (libraries.require('buffer') as { Buffer: unknown }).Buffer);
  const sdk = libraries.require('postman-collection') as Sdk;
  const chai = libraries.require('chai') as { expect: Kit['expect']; use(plugin: unknown): void };
  const Ajv = function Ajv(options: unknown) {
    return Reflect.construct(libraries.require('ajv') as new () => object, [options]);
  };
  chai.use((libraries.require('chai-postman') as ChaiPlugin)(sdk, libraries.require('lodash'), Ajv));
  const dynamicValues: Record<string, string> = {};
  const replace = sdk.Property.replaceSubstitutionsIn;
  sdk.Property.replaceSubstitutionsIn = (template, variables) => {
    const all = Array.isArray(variables) ? [...variables, dynamicValues] : variables;
    return Reflect.apply(replace, sdk.Property, [template, all]);
  };
  return { libraries, sdk, expect: chai.expect, dynamicValues };
}

/** Library globals of older scripts. */
const globalLibraries: Record<string, string> = {
  _: 'lodash3',
  CryptoJS: 'crypto-js',
  tv4: 'tv4',
  cheerio: 'cheerio',
  Backbone: 'backbone',
};

function lazyGlobal(name: string, load: () => unknown): void {
  const define = (value: unknown) =>
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false });
  Object.defineProperty(globalThis, name, {
    configurable: true,
    enumerable: false,
    get: () => {
      const value = load();
      define(value);
      return value;
    },
    set: define,
  });
}

/** A script's randomness comes from outside with every start; see `random.ts`. */
function getRandomValues<T extends ArrayBufferView & ArrayLike<number>>(array: T): T {
  const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = Math.floor(Math.random() * 256);
  return array;
}
