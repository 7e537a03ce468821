import type { ScriptAuthentication } from '@touchstone/contracts';

/** Fields of an authentication that nobody but the sender should see. */
const secretFields = [
  'password',
  'token',
  'value',
  'clientSecret',
  'code',
  'codeVerifier',
  'refreshToken',
  'secretAccessKey',
  'sessionToken',
];

/** isSecretField tells whether a field of an authentication is a credential. */
export const isSecretField = (field: string): boolean => secretFields.includes(field);

/** withoutSecrets puts a variable in the place of every literal credential, so that an export can be handed on. */
export function withoutSecrets(authentication: ScriptAuthentication): ScriptAuthentication {
  const entries = Object.entries(authentication).map(([field, value]) => {
    const literal = isSecretField(field) && typeof value === 'string' && value !== '' && !value.includes('{{');
    return [field, literal ? `{{${field}}}` : value];
  });
  return Object.fromEntries(entries) as ScriptAuthentication;
}
