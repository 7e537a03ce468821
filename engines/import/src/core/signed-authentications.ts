import {
  asapAlgorithms,
  type HttpAuthentication,
  hawkAlgorithms,
  oauth1Methods,
  type SignedAuthentication,
} from '@touchstone/engine-http/core';
import type { ProblemList } from './problems.ts';

/** Values of an authentication as written in a document; empty and disabled ones are left out. */
type Values = Record<string, string | boolean | undefined>;

const given = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== undefined && value !== '' && value !== false),
  );

/** knownAlgorithm returns the named algorithm; an unknown one is reported, and the first in the list is used. */
export function knownAlgorithm<Name extends string>(
  list: readonly Name[],
  written: string,
  place: string,
  problems: ProblemList,
): Name {
  const found = list.find((name) => name.toLowerCase() === written.trim().toLowerCase());
  if (found === undefined && written.trim() !== '')
    problems.add(
      place,
      `The algorithm ${written.trim()} of the authentication is not supported; ${list[0]} is chosen.`,
    );
  return found ?? list[0]!;
}

/** oauth1Of reads OAuth 1.0; `place` of the parameters is a word such as `header`, `request_body` or `query_param`. */
export function oauth1Of(
  source: Values & { signatureMethod: string; consumerKey: string; placement: string },
  place: string,
  problems: ProblemList,
): HttpAuthentication {
  const { signatureMethod, consumerKey, placement, ...optional } = source;
  return {
    type: 'oauth1',
    signatureMethod: knownAlgorithm(oauth1Methods, signatureMethod, place, problems),
    consumerKey,
    in: /body/i.test(placement) ? 'body' : /query/i.test(placement) ? 'query' : 'header',
    ...given(optional),
  };
}

/** hawkOf reads Hawk. */
export function hawkOf(
  source: Values & { keyId: string; key: string; algorithm: string },
  place: string,
  problems: ProblemList,
): HttpAuthentication {
  const { keyId, key, algorithm, ...optional } = source;
  return {
    type: 'hawk',
    keyId,
    key,
    algorithm: knownAlgorithm(hawkAlgorithms, algorithm, place, problems),
    ...given(optional),
  };
}

/** ntlmOf reads NTLM. */
export const ntlmOf = (source: {
  username: string;
  password: string;
  domain?: string;
  workstation?: string;
}): HttpAuthentication => {
  const { username, password, ...optional } = source;
  return { type: 'ntlm', username, password, ...given(optional) };
};

/** edgeGridOf reads Akamai's signature. */
export function edgeGridOf(
  source: Values & { accessToken: string; clientToken: string; clientSecret: string },
): HttpAuthentication {
  const { accessToken, clientToken, clientSecret, ...optional } = source;
  return { type: 'edgeGrid', accessToken, clientToken, clientSecret, ...given(optional) };
}

/** asapOf reads Atlassian's tokens. */
export function asapOf(
  source: Values & { algorithm: string; keyId: string; issuer: string; audience: string; privateKey: string },
  place: string,
  problems: ProblemList,
): HttpAuthentication {
  const { algorithm, keyId, issuer, audience, privateKey, ...optional } = source;
  return {
    type: 'asap',
    keyId,
    issuer,
    audience,
    privateKey,
    algorithm: knownAlgorithm(asapAlgorithms, algorithm, place, problems),
    ...given(optional),
  };
}

/** isSigned returns whether an authentication is computed from the whole request. */
export const isSigned = (authentication: HttpAuthentication): authentication is SignedAuthentication =>
  /^(oauth1|hawk|ntlm|edgeGrid|asap)$/.test(authentication.type);
