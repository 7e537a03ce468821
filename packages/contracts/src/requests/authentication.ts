import { z } from 'zod';

const noLeadingSpace = (name: string) =>
  z.string().min(1, `Please enter ${name}.`).max(8192).regex(/^\S/, `${name} must not start with whitespace.`);
const optionalText = z.string().max(8192).optional();
/** A private key of up to 8,192 bits, or a text of that length. */
const optionalKey = z.string().max(16_384).optional();

/** How a request authenticates; every text may contain `{{variables}}`. */
export const authenticationSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('none') }),
  z.strictObject({
    type: z.literal('basic'),
    username: noLeadingSpace('username'),
    password: z.string().min(1, 'Please enter password.').max(8192),
  }),
  z.strictObject({ type: z.literal('bearer'), token: noLeadingSpace('token') }),
  z.strictObject({
    type: z.literal('apiKey'),
    key: noLeadingSpace('key'),
    value: z.string().max(8192),
    in: z.enum(['header', 'query']).default('header'),
  }),
  z.strictObject({
    type: z.literal('oauth2'),
    token: noLeadingSpace('auth token'),
    tokenType: noLeadingSpace('token type').default('Bearer'),
  }),
  z.strictObject({
    type: z.literal('digest'),
    username: noLeadingSpace('username'),
    password: z.string().min(1, 'Please enter password.').max(8192),
  }),
  z.strictObject({
    type: z.literal('oauth2Grant'),
    grant: z.enum(['clientCredentials', 'password', 'authorizationCode', 'refreshToken']),
    tokenUrl: noLeadingSpace('token URL'),
    clientId: noLeadingSpace('client id'),
    clientSecret: optionalText,
    clientAuthentication: z.enum(['header', 'body']).default('header'),
    scope: optionalText,
    audience: optionalText,
    username: optionalText,
    password: optionalText,
    code: optionalText,
    redirectUri: optionalText,
    codeVerifier: optionalText,
    refreshToken: optionalText,
  }),
  z.strictObject({
    type: z.literal('awsV4'),
    accessKeyId: noLeadingSpace('access key id'),
    secretAccessKey: noLeadingSpace('secret access key'),
    sessionToken: optionalText,
    region: noLeadingSpace('region'),
    service: noLeadingSpace('service'),
  }),
  z.strictObject({
    type: z.literal('oauth1'),
    signatureMethod: z
      .enum(['HMAC-SHA1', 'HMAC-SHA256', 'HMAC-SHA512', 'RSA-SHA1', 'RSA-SHA256', 'RSA-SHA512', 'PLAINTEXT'])
      .default('HMAC-SHA1'),
    consumerKey: noLeadingSpace('consumer key'),
    consumerSecret: optionalText,
    token: optionalText,
    tokenSecret: optionalText,
    privateKey: optionalKey.describe('PEM text; needed by the RSA methods.'),
    in: z.enum(['header', 'body', 'query']).default('header').describe('Where the OAuth parameters travel.'),
    realm: optionalText,
    callback: optionalText,
    verifier: optionalText,
    timestamp: optionalText.describe('Seconds since 1970; default: the time of the request.'),
    nonce: optionalText.describe('Default: a new one for each request.'),
    includeBodyHash: z.boolean().optional().describe('Signs bodies that are no form by their hash; default false.'),
  }),
  z.strictObject({
    type: z.literal('hawk'),
    keyId: noLeadingSpace('key id'),
    key: z.string().min(1, 'Please enter key.').max(8192),
    algorithm: z.enum(['sha256', 'sha1']).default('sha256'),
    ext: optionalText,
    app: optionalText,
    dlg: optionalText,
    timestamp: optionalText.describe('Seconds since 1970; default: the time of the request.'),
    nonce: optionalText.describe('Default: a new one for each request.'),
    includePayloadHash: z.boolean().optional().describe('Signs the body too; default false.'),
    verifyServer: z
      .boolean()
      .optional()
      .describe('Fails the request where the response has no valid Server-Authorization; default false.'),
  }),
  z.strictObject({
    type: z.literal('ntlm'),
    username: noLeadingSpace('username'),
    password: z.string().min(1, 'Please enter password.').max(8192),
    domain: optionalText,
    workstation: optionalText,
  }),
  z.strictObject({
    type: z.literal('edgeGrid'),
    accessToken: noLeadingSpace('access token'),
    clientToken: noLeadingSpace('client token'),
    clientSecret: noLeadingSpace('client secret'),
    host: optionalText.describe('Host that is signed; default: that of the request.'),
    headersToSign: optionalText.describe('Names of headers, separated by commas.'),
    maxBodyBytes: optionalText.describe('Bytes of the body of a POST that are signed; default 131072.'),
    timestamp: optionalText.describe('As in 20140321T19:34:21+0000; default: the time of the request.'),
    nonce: optionalText.describe('Default: a new one for each request.'),
  }),
  z.strictObject({
    type: z.literal('asap'),
    algorithm: z
      .enum(['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512'])
      .default('RS256'),
    keyId: noLeadingSpace('key id'),
    issuer: noLeadingSpace('issuer'),
    audience: noLeadingSpace('audience'),
    subject: optionalText.describe('Default: the issuer.'),
    expiresInSeconds: optionalText.describe('Life of each token; default 3600.'),
    claims: optionalKey.describe('JSON object with further claims; it wins over the fields.'),
    privateKey: z
      .string()
      .min(1, 'Please enter private key.')
      .max(16_384)
      .describe('PEM text, or a data: address with a key of PKCS #8.'),
  }),
]);
export type ScriptAuthentication = z.infer<typeof authenticationSchema>;
