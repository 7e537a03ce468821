export { createIdentity, type Identity } from './app/identity.ts';
export { identityErrors } from './errors.ts';
