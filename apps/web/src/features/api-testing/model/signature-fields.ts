import type { ScriptAuthentication } from '@touchstone/contracts/api-testing';
import type { AuthenticationField } from './authentication-field.ts';

type Signed = Extract<ScriptAuthentication, { type: 'oauth1' | 'hawk' | 'ntlm' | 'edgeGrid' | 'asap' }>;

const choices = (...values: string[]) => values.map((value) => ({ value, label: value }));

const moment = (placeholder: string): AuthenticationField[] => [
  {
    key: 'timestamp',
    label: 'Timestamp',
    optional: true,
    placeholder,
    description: 'Default: the time of the request.',
  },
  { key: 'nonce', label: 'Nonce', optional: true, description: 'Default: a new one for each request.' },
];
const seconds = moment('1767225600');

const privateKey: AuthenticationField = {
  key: 'privateKey',
  label: 'Private key',
  secret: true,
  placeholder: '-----BEGIN PRIVATE KEY-----',
  description: 'PEM text, without a pass phrase.',
};

const hmacSecrets: AuthenticationField[] = [
  { key: 'consumerSecret', label: 'Consumer secret', secret: true, optional: true },
  { key: 'tokenSecret', label: 'Token secret', secret: true, optional: true },
];

function oauth1({ signatureMethod }: Extract<Signed, { type: 'oauth1' }>): AuthenticationField[] {
  const isRsa = signatureMethod.startsWith('RSA-');
  return [
    {
      key: 'signatureMethod',
      label: 'Signature method',
      options: choices('HMAC-SHA1', 'HMAC-SHA256', 'HMAC-SHA512', 'RSA-SHA1', 'RSA-SHA256', 'RSA-SHA512', 'PLAINTEXT'),
    },
    { key: 'consumerKey', label: 'Consumer key' },
    { key: 'token', label: 'Token', secret: true, optional: true },
    ...(isRsa ? [{ ...privateKey, leaveOut: true as const }] : hmacSecrets),
    {
      key: 'in',
      label: 'Send in',
      options: [
        { value: 'header', label: 'Header' },
        { value: 'body', label: 'Form body' },
        { value: 'query', label: 'Query' },
      ],
    },
    { key: 'realm', label: 'Realm', optional: true },
    { key: 'callback', label: 'Callback', optional: true, placeholder: 'https://host/callback' },
    { key: 'verifier', label: 'Verifier', optional: true, secret: true },
    ...seconds,
    {
      key: 'includeBodyHash',
      label: 'Sign the body',
      flag: true,
      description: 'Adds a hash of bodies that aren’t a form.',
    },
  ];
}

/** signatureFields returns the fields of the kinds that sign each request. */
export function signatureFields(auth: Signed): AuthenticationField[] {
  switch (auth.type) {
    case 'oauth1':
      return oauth1(auth);
    case 'hawk':
      return [
        { key: 'keyId', label: 'Key id' },
        { key: 'key', label: 'Key', secret: true },
        { key: 'algorithm', label: 'Algorithm', options: choices('sha256', 'sha1') },
        { key: 'ext', label: 'Extra data (ext)', optional: true },
        { key: 'app', label: 'Application (app)', optional: true },
        { key: 'dlg', label: 'Delegated by (dlg)', optional: true },
        ...seconds,
        { key: 'includePayloadHash', label: 'Sign the body', flag: true },
        {
          key: 'verifyServer',
          label: 'Check the server’s signature',
          flag: true,
          description: 'Fails the request if the response has no valid Server-Authorization header.',
        },
      ];
    case 'ntlm':
      return [
        { key: 'username', label: 'Username' },
        { key: 'password', label: 'Password', secret: true },
        { key: 'domain', label: 'Domain', optional: true },
        { key: 'workstation', label: 'Workstation', optional: true },
      ];
    case 'edgeGrid':
      return [
        { key: 'accessToken', label: 'Access token', secret: true },
        { key: 'clientToken', label: 'Client token' },
        { key: 'clientSecret', label: 'Client secret', secret: true },
        { key: 'host', label: 'Host', optional: true, description: 'Default: the host of the request.' },
        { key: 'headersToSign', label: 'Signed headers', optional: true, placeholder: 'X-One, X-Two' },
        { key: 'maxBodyBytes', label: 'Signed bytes of the body', optional: true, placeholder: '131072' },
        ...moment('20260101T00:00:00+0000'),
      ];
    case 'asap':
      return [
        {
          key: 'algorithm',
          label: 'Algorithm',
          options: choices('RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512'),
        },
        { key: 'keyId', label: 'Key id (kid)', placeholder: 'issuer/key-1' },
        { key: 'issuer', label: 'Issuer (iss)' },
        { key: 'audience', label: 'Audience (aud)' },
        { key: 'subject', label: 'Subject (sub)', optional: true, description: 'Default: the issuer.' },
        { key: 'expiresInSeconds', label: 'Expires after (seconds)', optional: true, placeholder: '3600' },
        {
          key: 'claims',
          label: 'Additional claims',
          optional: true,
          multiline: true,
          placeholder: '{"role": "reader"}',
        },
        privateKey,
      ];
  }
}
