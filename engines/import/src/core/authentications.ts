import type { HttpAuthentication, OAuth2Grant } from '@touchstone/engine-http/core';
import type { ProblemList } from './problems.ts';

/** OAuth 2.0 settings of the tools, under one set of names. */
export interface OAuth2Source {
  grant: string;
  token?: string | undefined;
  tokenType?: string | undefined;
  tokenInQuery?: boolean | undefined;
  tokenUrl?: string | undefined;
  clientId?: string | undefined;
  clientSecret?: string | undefined;
  inBody?: boolean | undefined;
  scope?: string | undefined;
  audience?: string | undefined;
  username?: string | undefined;
  password?: string | undefined;
  code?: string | undefined;
  redirectUri?: string | undefined;
  codeVerifier?: string | undefined;
  refreshToken?: string | undefined;
}

const grants: Record<string, OAuth2Grant['grant']> = {
  clientcredentials: 'clientCredentials',
  password: 'password',
  passwordcredentials: 'password',
  authorizationcode: 'authorizationCode',
  authorizationcodewithpkce: 'authorizationCode',
  refreshtoken: 'refreshToken',
};

/** oauth2Of returns the source's token, or the grant that fetches one. */
export function oauth2Of(source: OAuth2Source, place: string, problems: ProblemList): HttpAuthentication {
  const tokenType = source.tokenType?.trim() || 'Bearer';
  if (source.token) {
    if (source.tokenInQuery) return { type: 'apiKey', key: 'access_token', value: source.token, in: 'query' };
    return { type: 'oauth2', token: source.token, tokenType };
  }
  const grant = grants[source.grant.toLowerCase().replace(/[^a-z]/g, '')];
  if (grant === undefined) {
    const reason =
      source.grant === ''
        ? 'The OAuth 2.0 authentication has no token. Enter one, or its grant.'
        : `The OAuth 2.0 grant ${source.grant} needs a browser. Enter a token instead.`;
    problems.add(place, reason);
    return { type: 'oauth2', token: '{{accessToken}}', tokenType };
  }
  if (grant === 'authorizationCode' && !source.code)
    problems.add(
      place,
      'The authorization code is not part of the document. Sign in at the authorization server and enter the code.',
    );
  if (!source.tokenUrl) problems.add(place, 'The OAuth 2.0 authentication has no token URL. Enter it.');
  const optional = {
    clientSecret: source.clientSecret,
    scope: source.scope,
    audience: source.audience,
    username: source.username,
    password: source.password,
    code: source.code,
    redirectUri: source.redirectUri,
    codeVerifier: source.codeVerifier,
    refreshToken: source.refreshToken,
  };
  const given = Object.fromEntries(Object.entries(optional).filter(([, value]) => value !== undefined && value !== ''));
  return {
    type: 'oauth2Grant',
    grant,
    tokenUrl: source.tokenUrl ?? '',
    clientId: source.clientId ?? '',
    ...(source.inBody ? { clientAuthentication: 'body' as const } : {}),
    ...given,
  };
}

/** awsOf omits an empty session token. */
export function awsOf(source: {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string;
  region: string;
  service: string;
}): HttpAuthentication {
  const { sessionToken, ...rest } = source;
  return { type: 'awsV4', ...rest, ...(sessionToken === '' ? {} : { sessionToken }) };
}

/** Reports an authentication type that the engine doesn't support. */
export function unsupported(kind: string, place: string, problems: ProblemList): HttpAuthentication {
  problems.add(place, `The authentication ${kind} is not supported. Choose another one or write its headers by hand.`);
  return { type: 'none' };
}

/** Reads a value of an authentication by name; empty if there is none. */
export type ReadValue = (name: string) => string;

/** basicOf reads a user and a password, for basic and digest authentication. */
export const basicOf = (type: 'basic' | 'digest', get: ReadValue): HttpAuthentication => ({
  type,
  username: get('username'),
  password: get('password'),
});

/** apiKeyOf reads a key; `placement` names the value that says whether it is a query parameter. */
export const apiKeyOf = (get: ReadValue, placement: string): HttpAuthentication => ({
  type: 'apiKey',
  key: get('key'),
  value: get('value'),
  in: /query/i.test(get(placement)) ? 'query' : 'header',
});

/** awsKeysOf reads AWS credentials under their own names. */
export const awsKeysOf = (get: ReadValue): HttpAuthentication =>
  awsOf({
    accessKeyId: get('accessKeyId'),
    secretAccessKey: get('secretAccessKey'),
    sessionToken: get('sessionToken'),
    region: get('region'),
    service: get('service'),
  });
