import type { HttpAuthentication, HttpBody } from '../plan.ts';
import { asapAlgorithms, hawkAlgorithms, oauth1Methods, type SignedAuthentication } from '../signed-authentication.ts';

/** Reads a value of an authentication by its Postman name; empty if there is none. */
export type ReadPostmanValue = (name: string) => string;

/** Our fields and their Postman names; fields without a counterpart are left out. */
const names: Record<
  SignedAuthentication['type'],
  { type: string; texts: Record<string, string>; flags: Record<string, string> }
> = {
  oauth1: {
    type: 'oauth1',
    texts: {
      signatureMethod: 'signatureMethod',
      consumerKey: 'consumerKey',
      consumerSecret: 'consumerSecret',
      token: 'token',
      tokenSecret: 'tokenSecret',
      privateKey: 'privateKey',
      realm: 'realm',
      callback: 'callback',
      verifier: 'verifier',
      timestamp: 'timestamp',
      nonce: 'nonce',
    },
    flags: { includeBodyHash: 'includeBodyHash' },
  },
  hawk: {
    type: 'hawk',
    texts: {
      keyId: 'authId',
      key: 'authKey',
      algorithm: 'algorithm',
      ext: 'extraData',
      app: 'app',
      dlg: 'delegation',
      timestamp: 'timestamp',
      nonce: 'nonce',
    },
    flags: { includePayloadHash: 'includePayloadHash' },
  },
  ntlm: {
    type: 'ntlm',
    texts: { username: 'username', password: 'password', domain: 'domain', workstation: 'workstation' },
    flags: {},
  },
  edgeGrid: {
    type: 'edgegrid',
    texts: {
      accessToken: 'accessToken',
      clientToken: 'clientToken',
      clientSecret: 'clientSecret',
      host: 'baseURL',
      headersToSign: 'headersToSign',
      maxBodyBytes: 'maxBodySize',
      timestamp: 'timestamp',
      nonce: 'nonce',
    },
    flags: {},
  },
  asap: {
    type: 'asap',
    texts: {
      algorithm: 'alg',
      keyId: 'kid',
      issuer: 'iss',
      audience: 'aud',
      subject: 'sub',
      expiresInSeconds: 'exp',
      claims: 'claims',
      privateKey: 'privateKey',
    },
    flags: {},
  },
};

const needed: Record<SignedAuthentication['type'], readonly string[]> = {
  oauth1: ['consumerKey'],
  hawk: ['keyId', 'key'],
  ntlm: ['username', 'password'],
  edgeGrid: ['accessToken', 'clientToken', 'clientSecret'],
  asap: ['keyId', 'issuer', 'audience', 'privateKey'],
};

/**
 * fromPostmanSignature reads a Postman authentication; undefined if `type` isn't a signature. An unknown algorithm is
 * replaced with the first one; where OAuth 1.0 parameters are sent depends on the request, see `withOAuth1Place`.
 */
export function fromPostmanSignature(type: string, get: ReadPostmanValue): SignedAuthentication | undefined {
  const own = Object.entries(names).find(([, name]) => name.type === type)?.[0] as SignedAuthentication['type'];
  if (own === undefined) return undefined;
  const { texts, flags } = names[own];
  const read = Object.fromEntries(
    Object.entries(texts)
      .map(([field, name]) => [field, get(name)] as const)
      .filter(([field, value]) => value !== '' || needed[own].includes(field)),
  );
  const set = Object.fromEntries(
    Object.entries(flags).flatMap(([field, name]) => (get(name) === 'true' ? [[field, true]] : [])),
  );
  return { type: own, ...read, ...set, ...choices(own, get) } as SignedAuthentication;
}

/** withOAuth1Place sends OAuth 1.0 parameters in the form of a request that has one, unless they are in the header. */
export function withOAuth1Place(
  authentication: HttpAuthentication,
  { method, body }: { method: string; body: HttpBody },
): HttpAuthentication {
  const isQuery = authentication.type === 'oauth1' && authentication.in === 'query';
  const sendsForm = body.type === 'urlencoded' && /^(POST|PUT)$/i.test(method.trim());
  return isQuery && sendsForm ? { ...authentication, in: 'body' } : authentication;
}

/** toPostmanSignature returns the type and the values under their Postman names. */
export function toPostmanSignature(authentication: SignedAuthentication): {
  type: string;
  values: Record<string, string | boolean>;
} {
  const { type, texts, flags } = names[authentication.type];
  const given = authentication as unknown as Record<string, string | boolean | undefined>;
  const values: Record<string, string | boolean> = {};
  for (const [field, name] of Object.entries({ ...texts, ...flags })) {
    const value = given[field];
    if (value !== undefined) values[name] = value;
  }
  if (authentication.type === 'oauth1') values.addParamsToHeader = authentication.in === 'header';
  return { type, values };
}

/** Values selected from a list. */
function choices(type: SignedAuthentication['type'], get: ReadPostmanValue): object {
  switch (type) {
    case 'oauth1':
      return {
        signatureMethod: known(oauth1Methods, get('signatureMethod')),
        in: get('addParamsToHeader') === 'true' ? 'header' : 'query',
      };
    case 'hawk':
      return { algorithm: known(hawkAlgorithms, get('algorithm')) };
    case 'asap':
      return { algorithm: known(asapAlgorithms, get('alg')) };
    default:
      return {};
  }
}

const known = <Name extends string>(list: readonly Name[], written: string): Name =>
  list.find((name) => name.toLowerCase() === written.trim().toLowerCase()) ?? list[0]!;
