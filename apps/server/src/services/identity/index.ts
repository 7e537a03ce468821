export { createIdentity, type Identity } from './app/identity.ts';
export { assertPasswordAcceptable } from './app/passwords.ts';
export type { IdentityFlags } from './app/settings.ts';
export { identityErrors } from './errors.ts';
