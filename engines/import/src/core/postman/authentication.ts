import { fromPostmanSignature, type HttpAuthentication, toPostmanSignature } from '@touchstone/engine-http/core';
import { apiKeyOf, awsOf, basicOf, oauth2Of, unsupported } from '../authentications.ts';
import { scalarText } from '../document/scalar-text.ts';
import type { DocumentedCredential } from '../documentation.ts';
import { isObject, type JsonObject, listOf } from '../json-values.ts';
import type { ProblemList } from '../problems.ts';

type Attributes = (name: string) => string;

/** Authentication defined at one level of a collection. */
export interface ReadAuthentication {
  authentication: HttpAuthentication;
  /** OAuth 2.0 URLs and scopes that the authentication itself can't represent. */
  security?: DocumentedCredential[][];
}

/**
 * readAuthentication reads `auth` of all formats: attributes as a list of rows (2.1, 1) or as an object (2.0).
 * Undefined means inherited.
 */
export function readAuthentication(
  auth: unknown,
  place: string,
  problems: ProblemList,
): ReadAuthentication | undefined {
  if (!isObject(auth)) return undefined;
  const type = typeof auth.type === 'string' ? auth.type.toLowerCase() : '';
  if (type === '' || type === 'inherit') return undefined;
  return readKind(type, attributesOf(auth[String(auth.type)]), place, problems);
}

function readKind(kind: string, get: Attributes, place: string, problems: ProblemList): ReadAuthentication {
  const authentication = authenticationOf(kind, get, place, problems);
  const flow = kind === 'oauth2' ? oauthFlow(get) : undefined;
  const isWhole = authentication.type === 'oauth2Grant' && get('authUrl') === '';
  if (flow === undefined || isWhole) return { authentication };
  return { authentication, security: [[flow]] };
}

const helpers: Record<string, string> = {
  basicauth: 'basic',
  bearerauth: 'bearer',
  digestauth: 'digest',
  oauth2: 'oauth2',
  awssigv4: 'awsv4',
  oauth1: 'oauth1',
  hawkauth: 'hawk',
  ntlmauth: 'ntlm',
  apikeyauth: 'apikey',
};

/** readHelper reads `currentHelper` and `helperAttributes`, the older form in format 1. */
export function readHelper(request: JsonObject, place: string, problems: ProblemList): ReadAuthentication | undefined {
  const helper = request.currentHelper;
  if (typeof helper !== 'string' || helper === '') return undefined;
  if (helper === 'normal' || helper === 'noauth') return { authentication: { type: 'none' } };
  const kind = helpers[helper.toLowerCase()] ?? helper;
  return readKind(kind, attributesOf(request.helperAttributes), place, problems);
}

function attributesOf(source: unknown): Attributes {
  const values = new Map<string, string>();
  if (isObject(source)) for (const [key, value] of Object.entries(source)) values.set(key, scalarText(value));
  for (const entry of listOf(source)) if (isObject(entry)) values.set(scalarText(entry.key), scalarText(entry.value));
  return (name) => values.get(name) ?? '';
}

function authenticationOf(kind: string, get: Attributes, place: string, problems: ProblemList): HttpAuthentication {
  switch (kind) {
    case 'noauth':
    case 'none':
      return { type: 'none' };
    case 'basic':
    case 'digest':
      return basicOf(kind, get);
    case 'bearer':
      return { type: 'bearer', token: get('token') };
    case 'apikey':
      return apiKeyOf(get, 'in');
    case 'awsv4':
      return awsOf({
        accessKeyId: get('accessKey'),
        secretAccessKey: get('secretKey'),
        sessionToken: get('sessionToken'),
        region: get('region'),
        service: get('service') || get('serviceName'),
      });
    case 'oauth2':
      return oauth2(get, place, problems);
    default:
      return signature(kind, get, place, problems) ?? unsupported(kind, place, problems);
  }
}

function signature(
  kind: string,
  get: Attributes,
  place: string,
  problems: ProblemList,
): HttpAuthentication | undefined {
  const read = fromPostmanSignature(kind, get);
  if (read === undefined) return undefined;
  const { values } = toPostmanSignature(read);
  for (const name of ['signatureMethod', 'algorithm', 'alg']) {
    const [written, taken] = [get(name).trim(), values[name]];
    if (taken !== undefined && written !== '' && written.toLowerCase() !== String(taken).toLowerCase())
      problems.add(place, `The algorithm ${written} of the authentication is not supported; ${taken} is chosen.`);
  }
  return read;
}

const oauth2 = (get: Attributes, place: string, problems: ProblemList): HttpAuthentication =>
  oauth2Of(
    {
      grant: get('grant_type'),
      token: get('accessToken'),
      tokenType: get('headerPrefix') || get('tokenType'),
      tokenInQuery: /query|url/i.test(get('addTokenTo')),
      tokenUrl: get('accessTokenUrl'),
      clientId: get('clientId'),
      clientSecret: get('clientSecret'),
      inBody: get('client_authentication') === 'body',
      scope: get('scope'),
      audience: get('audience'),
      username: get('username'),
      password: get('password'),
      code: get('code'),
      redirectUri: get('redirect_uri') || get('redirectUri'),
      codeVerifier: get('code_verifier'),
      refreshToken: get('refreshToken'),
    },
    place,
    problems,
  );

const flows: Record<string, string> = {
  implicit: 'implicit',
  authorization_code: 'authorizationCode',
  authorization_code_with_pkce: 'authorizationCode',
  password_credentials: 'password',
  client_credentials: 'clientCredentials',
};

/** oauthFlow returns the flow as described by OpenAPI; undefined if the source has none of its URLs. */
function oauthFlow(get: Attributes): DocumentedCredential | undefined {
  const name = flows[get('grant_type')] ?? (get('authUrl') === '' ? undefined : 'authorizationCode');
  if (name === undefined || (get('authUrl') === '' && get('accessTokenUrl') === '')) return undefined;
  const scopes = get('scope').split(/\s+/).filter(Boolean);
  const flow = {
    ...(get('authUrl') === '' ? {} : { authorizationUrl: get('authUrl') }),
    ...(get('accessTokenUrl') === '' ? {} : { tokenUrl: get('accessTokenUrl') }),
    ...(get('refreshTokenUrl') === '' ? {} : { refreshUrl: get('refreshTokenUrl') }),
    scopes: Object.fromEntries(scopes.map((scope) => [scope, ''])),
  };
  const scheme = { type: 'oauth2', flows: { [name]: flow } };
  return { name: 'oauth2', scheme, ...(scopes.length === 0 ? {} : { scopes }) };
}
