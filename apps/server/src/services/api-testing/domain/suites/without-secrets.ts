import type { ScriptAuthentication } from '@touchstone/contracts/api-testing';

/** The fields of each kind of authentication that only the sender should see. */
const secretFields: Record<ScriptAuthentication['type'], readonly string[]> = {
  none: [],
  basic: ['password'],
  bearer: ['token'],
  apiKey: ['value'],
  oauth2: ['token'],
  digest: ['password'],
  oauth2Grant: ['clientSecret', 'password', 'code', 'codeVerifier', 'refreshToken'],
  awsV4: ['secretAccessKey', 'sessionToken'],
  oauth1: ['consumerSecret', 'token', 'tokenSecret', 'privateKey', 'verifier'],
  hawk: ['key'],
  ntlm: ['password'],
  edgeGrid: ['accessToken', 'clientSecret'],
  asap: ['privateKey'],
};

const isLiteral = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && !value.includes('{{');

/** isSecretField returns whether a field of an authentication is a credential. */
export const isSecretField = (type: ScriptAuthentication['type'], field: string): boolean =>
  secretFields[type].includes(field);

/** secretsOf returns the literal credentials of an authentication; a `{{variable}}` is masked by its own rule. */
export function secretsOf(authentication: ScriptAuthentication): string[] {
  const values = Object.entries(authentication).flatMap(([field, value]) =>
    isSecretField(authentication.type, field) && isLiteral(value) ? [value] : [],
  );
  if (authentication.type !== 'basic') return values;
  const pair = `${authentication.username}:${authentication.password}`;
  return isLiteral(pair) ? [...values, Buffer.from(pair).toString('base64')] : values;
}

/**
 * withoutSecrets replaces every literal credential with a variable or another text, so that an export can be shared.
 */
export function withoutSecrets(
  authentication: ScriptAuthentication,
  standIn: (field: string) => string = (field) => `{{${field}}}`,
): ScriptAuthentication {
  const entries = Object.entries(authentication).map(([field, value]) => {
    const hidden = isSecretField(authentication.type, field) && isLiteral(value);
    return [field, hidden ? standIn(field) : value];
  });
  return Object.fromEntries(entries) as ScriptAuthentication;
}
