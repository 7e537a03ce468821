/** SignedAuthentication is computed from the whole request, or negotiated with the server. Every optional text may be empty. */
export type SignedAuthentication = OAuth1Signature | HawkSignature | NtlmLogin | EdgeGridSignature | AsapToken;

/** Signature methods of OAuth 1.0a: those of RFC 5849 §3.4 and their successors with SHA-2. */
export const oauth1Methods = [
  'HMAC-SHA1',
  'HMAC-SHA256',
  'HMAC-SHA512',
  'RSA-SHA1',
  'RSA-SHA256',
  'RSA-SHA512',
  'PLAINTEXT',
] as const;

/** OAuth1Signature signs a request by OAuth 1.0a (RFC 5849). */
export interface OAuth1Signature {
  type: 'oauth1';
  signatureMethod: (typeof oauth1Methods)[number];
  consumerKey: string;
  consumerSecret?: string;
  token?: string;
  tokenSecret?: string;
  /** PEM text, for the RSA methods. */
  privateKey?: string;
  /** Where the parameters travel; `body` needs a body of the type x-www-form-urlencoded, or none. */
  in: 'header' | 'body' | 'query';
  realm?: string;
  callback?: string;
  verifier?: string;
  /** Seconds since 1970; default: now. */
  timestamp?: string;
  /** Default: a random one for each request. */
  nonce?: string;
  /** Adds `oauth_body_hash` to requests whose body is no form; default false. */
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
  /** Application-specific text. */
  ext?: string;
  app?: string;
  /** Whom the application acts for; only with `app`. */
  dlg?: string;
  /** Seconds since 1970; default: now, corrected by what the server says of its clock. */
  timestamp?: string;
  /** Default: a random one for each request. */
  nonce?: string;
  /** Signs the body too; default false. */
  includePayloadHash?: boolean;
  /** Fails the request where the response has no valid `Server-Authorization`; default false. */
  verifyServer?: boolean;
}

/** NtlmLogin signs in by NTLM version 2 over a connection of its own. */
export interface NtlmLogin {
  type: 'ntlm';
  /** `user`, `DOMAIN\user` or `user@domain`. */
  username: string;
  password: string;
  domain?: string;
  workstation?: string;
}

/** EdgeGridSignature signs a request for the APIs of Akamai (EG1-HMAC-SHA256). */
export interface EdgeGridSignature {
  type: 'edgeGrid';
  accessToken: string;
  clientToken: string;
  clientSecret: string;
  /** Host that is signed; default: that of the request. */
  host?: string;
  /** Names of headers that are signed, separated by commas. */
  headersToSign?: string;
  /** Bytes of the body of a POST that are signed; default 131072. */
  maxBodyBytes?: string;
  /** As in `20140321T19:34:21+0000`; default: now. */
  timestamp?: string;
  /** Default: a random one for each request. */
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

/** AsapToken sends a fresh signed token (JWT) with every request, as Atlassian's services want it (ASAP). */
export interface AsapToken {
  type: 'asap';
  algorithm: (typeof asapAlgorithms)[number];
  keyId: string;
  issuer: string;
  audience: string;
  /** Default: the issuer. */
  subject?: string;
  /** Seconds that the token is valid; default 3600. */
  expiresInSeconds?: string;
  /** A JSON object with further claims; it wins over the fields. */
  claims?: string;
  /** PEM text, or a `data:` address with a key of PKCS #8. */
  privateKey: string;
}
