export * from './core/index.ts';
export { type AddressPolicy, type AddressPolicyOptions, createAddressPolicy } from './node/address-policy.ts';
export type { Resolver } from './node/checked-lookup.ts';
export { type ClientCertificate, keyMaterial } from './node/client-certificates.ts';
export type { TlsOptions } from './node/connections.ts';
export type { FileSource, OpenedFile } from './node/file-source.ts';
export { createHttpSession, type HttpSessionOptions } from './node/http-session.ts';
export type { ProxyOptions } from './node/proxy.ts';
