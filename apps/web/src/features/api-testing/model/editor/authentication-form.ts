import type { ScriptAuthentication } from '@touchstone/contracts/api-testing';
import type { AuthenticationField } from '../authentication-field.ts';
import { signatureFields } from '../signature-fields.ts';

export type AuthenticationType = ScriptAuthentication['type'];
export type OAuthGrant = Extract<ScriptAuthentication, { type: 'oauth2Grant' }>['grant'];

export const authenticationLabels: Record<AuthenticationType, string> = {
  none: 'None',
  basic: 'Basic Auth',
  bearer: 'Bearer token',
  oauth2: 'OAuth 2.0',
  oauth2Grant: 'OAuth 2.0 grant',
  apiKey: 'API key',
  digest: 'Digest',
  awsV4: 'AWS Signature v4',
  oauth1: 'OAuth 1.0a',
  hawk: 'Hawk',
  ntlm: 'NTLM',
  edgeGrid: 'Akamai EdgeGrid',
  asap: 'ASAP (Atlassian)',
};

const empty: Record<AuthenticationType, ScriptAuthentication> = {
  none: { type: 'none' },
  basic: { type: 'basic', username: '', password: '' },
  bearer: { type: 'bearer', token: '' },
  oauth2: { type: 'oauth2', token: '', tokenType: 'Bearer' },
  apiKey: { type: 'apiKey', key: '', value: '', in: 'header' },
  digest: { type: 'digest', username: '', password: '' },
  oauth2Grant: {
    type: 'oauth2Grant',
    grant: 'clientCredentials',
    tokenUrl: '',
    clientId: '',
    clientAuthentication: 'header',
  },
  awsV4: { type: 'awsV4', accessKeyId: '', secretAccessKey: '', region: '', service: '' },
  oauth1: { type: 'oauth1', signatureMethod: 'HMAC-SHA1', consumerKey: '', in: 'header' },
  hawk: { type: 'hawk', keyId: '', key: '', algorithm: 'sha256' },
  ntlm: { type: 'ntlm', username: '', password: '' },
  edgeGrid: { type: 'edgeGrid', accessToken: '', clientToken: '', clientSecret: '' },
  asap: { type: 'asap', algorithm: 'RS256', keyId: '', issuer: '', audience: '', privateKey: '' },
};

const user: AuthenticationField[] = [
  { key: 'username', label: 'Username' },
  { key: 'password', label: 'Password', secret: true },
];

export const grantLabels: Record<OAuthGrant, string> = {
  clientCredentials: 'Client credentials',
  password: 'Password',
  authorizationCode: 'Authorization code',
  refreshToken: 'Refresh token',
};

const ofGrant: Record<OAuthGrant, AuthenticationField[]> = {
  clientCredentials: [],
  password: user.map((field) => ({ ...field, leaveOut: true as const })),
  authorizationCode: [
    { key: 'code', label: 'Code', leaveOut: true, secret: true, description: 'The code that the sign-in page gave.' },
    { key: 'redirectUri', label: 'Redirect URI', optional: true, placeholder: 'https://host/callback' },
    {
      key: 'codeVerifier',
      label: 'Code verifier',
      optional: true,
      secret: true,
      description: 'Only for PKCE: the text whose hash the sign-in was started with.',
    },
  ],
  refreshToken: [{ key: 'refreshToken', label: 'Refresh token', leaveOut: true, secret: true }],
};

const grantFields = (grant: OAuthGrant): AuthenticationField[] => [
  {
    key: 'grant',
    label: 'Grant',
    options: Object.entries(grantLabels).map(([value, label]) => ({ value, label })),
  },
  { key: 'tokenUrl', label: 'Token URL', placeholder: 'https://host/oauth/token' },
  { key: 'clientId', label: 'Client id' },
  { key: 'clientSecret', label: 'Client secret', secret: true, optional: true },
  {
    key: 'clientAuthentication',
    label: 'Send the client’s credentials',
    options: [
      { value: 'header', label: 'As Basic Auth header' },
      { value: 'body', label: 'In the body' },
    ],
  },
  ...ofGrant[grant],
  { key: 'scope', label: 'Scope', optional: true, placeholder: 'read write' },
  { key: 'audience', label: 'Audience', optional: true },
];

/** authenticationFields returns the fields of an authentication kind; for a grant only those that it needs. */
export function authenticationFields(auth: ScriptAuthentication): AuthenticationField[] {
  switch (auth.type) {
    case 'none':
      return [];
    case 'basic':
    case 'digest':
      return user;
    case 'bearer':
      return [{ key: 'token', label: 'Token', secret: true }];
    case 'oauth2':
      return [
        { key: 'token', label: 'Auth token', secret: true },
        { key: 'tokenType', label: 'Token type' },
      ];
    case 'apiKey':
      return [
        { key: 'key', label: 'Key' },
        { key: 'value', label: 'Value', secret: true },
        {
          key: 'in',
          label: 'Send in',
          options: [
            { value: 'header', label: 'Header' },
            { value: 'query', label: 'Query' },
          ],
        },
      ];
    case 'oauth2Grant':
      return grantFields(auth.grant);
    case 'awsV4':
      return [
        { key: 'accessKeyId', label: 'Access key id' },
        { key: 'secretAccessKey', label: 'Secret access key', secret: true },
        { key: 'sessionToken', label: 'Session token', secret: true, optional: true },
        { key: 'region', label: 'Region', placeholder: 'eu-central-1' },
        { key: 'service', label: 'Service', placeholder: 'execute-api' },
      ];
    default:
      return signatureFields(auth);
  }
}

/** authenticationValue returns the text of a field; `true` or empty for a flag. */
export const authenticationValue = (auth: ScriptAuthentication, key: string): string => {
  const value = (auth as Record<string, string | boolean | undefined>)[key];
  return typeof value === 'boolean' ? (value ? 'true' : '') : (value ?? '');
};

/** withAuthenticationValue sets a field; an empty optional field is removed from the script. */
export function withAuthenticationValue(
  auth: ScriptAuthentication,
  field: AuthenticationField,
  value: string,
): ScriptAuthentication {
  const next: Record<string, string | boolean | undefined> = { ...auth, [field.key]: field.flag ? true : value };
  if ((field.optional || field.leaveOut || field.flag) && value === '') delete next[field.key];
  return next as ScriptAuthentication;
}

/** withAuthenticationType changes the kind and keeps fields that both kinds have, such as username and password. */
export function withAuthenticationType(auth: ScriptAuthentication, type: AuthenticationType): ScriptAuthentication {
  const start = empty[type] as Record<string, string>;
  const before = auth as Record<string, string | boolean | undefined>;
  // Fields selected from a list have other choices in another kind.
  const kept = Object.keys(start).filter((key) => key !== 'type' && start[key] === '' && before[key]);
  return { ...start, ...Object.fromEntries(kept.map((key) => [key, before[key]])) } as ScriptAuthentication;
}

const needed: Partial<Record<OAuthGrant, Record<string, string>>> = {
  password: { username: 'Please enter username.', password: 'Please enter password.' },
  authorizationCode: { code: 'Please enter code.' },
  refreshToken: { refreshToken: 'Please enter refresh token.' },
};

/**
 * checkAuthentication reports fields that a grant or signature method requires; the contract leaves them optional
 * because they depend on it.
 */
export function checkAuthentication(auth: ScriptAuthentication): Record<string, string> {
  if (auth.type === 'oauth1' && auth.signatureMethod.startsWith('RSA-') && !auth.privateKey)
    return { privateKey: 'Please enter private key.' };
  if (auth.type !== 'oauth2Grant') return {};
  return Object.fromEntries(
    Object.entries(needed[auth.grant] ?? {}).filter(([key]) => authenticationValue(auth, key) === ''),
  );
}
