/**
 * SignedAuthentication is computed from the whole request, or negotiated with the server. Every optional string may be
 * empty.
 */
export type SignedAuthentication = OAuth1Signature | HawkSignature | NtlmLogin | EdgeGridSignature | AsapToken;

/** Signature methods of OAuth 1.0a: those of RFC 5849 §3.4 and their SHA-2 successors. */
export const oauth1Methods = [
  'HMAC-SHA1',
  'HMAC-SHA256',
  'HMAC-SHA512',
  'RSA-SHA1',
  'RSA-SHA256',
  'RSA-SHA512',
  'PLAINTEXT',
] as const;

/** OAuth1Signature signs a request with OAuth 1.0a (RFC 5849). */
export interface OAuth1Signature {
  type: 'oauth1';
  signatureMethod: (typeof oauth1Methods)[number];
  consumerKey: string;
  consumerSecret?: string;
  token?: string;
  tokenSecret?: string;
  /** PEM text, for the RSA methods. */
  privateKey?: string;
  /** Where the parameters are sent; `body` requires an x-www-form-urlencoded body, or none. */
  in: 'header' | 'body' | 'query';
  realm?: string;
  callback?: string;
  verifier?: string;
  /** Seconds since 1970; default: now. */
  timestamp?: string;
  /** Default: random for each request. */
  nonce?: string;
  /** Adds `oauth_body_hash` to requests whose body isn't a form; default false. */
  includeBodyHash?: boolean;
}

/** Hash algorithms of Hawk. */
export const hawkAlgorithms = ['sha256', 'sha1'] as const;

/** HawkSignature signs a request with a shared key (Hawk 1.1). */
export interface HawkSignature {
  type: 'hawk';
  keyId: string;
  key: string;
  algorithm: (typeof hawkAlgorithms)[number];
  /** Application-specific string. */
  ext?: string;
  app?: string;
  /** On whose behalf the application acts; only with `app`. */
  dlg?: string;
  /** Seconds since 1970; default: now, corrected by the server's clock. */
  timestamp?: string;
  /** Default: random for each request. */
  nonce?: string;
  /** Signs the body too; default false. */
  includePayloadHash?: boolean;
  /** Fails the request if the response has no valid `Server-Authorization`; default false. */
  verifyServer?: boolean;
}

/** NtlmLogin authenticates with NTLM version 2 over its own connection. */
export interface NtlmLogin {
  type: 'ntlm';
  /** `user`, `DOMAIN\user` or `user@domain`. */
  username: string;
  password: string;
  domain?: string;
  workstation?: string;
}

/** EdgeGridSignature signs a request for Akamai's APIs (EG1-HMAC-SHA256). */
export interface EdgeGridSignature {
  type: 'edgeGrid';
  accessToken: string;
  clientToken: string;
  clientSecret: string;
  /** Signed host; default: the request's. */
  host?: string;
  /** Names of signed headers, separated by commas. */
  headersToSign?: string;
  /** Number of signed bytes of a POST body; default 131072. */
  maxBodyBytes?: string;
  /** For example `20140321T19:34:21+0000`; default: now. */
  timestamp?: string;
  /** Default: random for each request. */
  nonce?: string;
}

/** Signature algorithms of ASAP: no shared keys. */
export const asapAlgorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
] as const;

/** AsapToken sends a new signed token (JWT) with every request, as required by Atlassian's services (ASAP). */
export interface AsapToken {
  type: 'asap';
  algorithm: (typeof asapAlgorithms)[number];
  keyId: string;
  issuer: string;
  audience: string;
  /** Default: the issuer. */
  subject?: string;
  /** Lifetime of the token in seconds; default 3600. */
  expiresInSeconds?: string;
  /** A JSON object with additional claims; takes precedence over the fields. */
  claims?: string;
  /** PEM text, or a `data:` URL with a PKCS #8 key. */
  privateKey: string;
}
