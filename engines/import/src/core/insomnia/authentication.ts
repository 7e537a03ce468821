import type { HttpAuthentication } from '@touchstone/engine-http/core';
import { apiKeyOf, awsKeysOf, basicOf, oauth2Of, type ReadValue, unsupported } from '../authentications.ts';
import { mapTexts } from '../client-parts.ts';
import { scalarText } from '../document/scalar-text.ts';
import { isObject, type JsonObject, objectOf } from '../json-values.ts';
import type { ProblemList } from '../problems.ts';
import { asapOf, hawkOf, ntlmOf, oauth1Of } from '../signed-authentications.ts';
import { convertTemplates } from './templates.ts';

/** Before format 4 there was only Basic, without a type. */
const typeOf = ({ type, _type, username }: JsonObject): string =>
  scalarText(type ?? _type ?? (username === undefined ? '' : 'basic'));

/** readAuthentication returns undefined if the authentication is inherited from the folder. */
export function readAuthentication(
  source: unknown,
  place: string,
  problems: ProblemList,
): HttpAuthentication | undefined {
  if (!isObject(source)) return undefined;
  const type = typeOf(source);
  if (type === '') return undefined;
  if (source.disabled === true || type === 'none') return { type: 'none' };
  const values = objectOf(mapTexts(source, (text) => convertTemplates(text, place, problems)));
  const get = (name: string) => scalarText(values[name]);
  switch (type) {
    case 'basic':
    case 'digest':
      return basicOf(type, get);
    case 'bearer':
    case 'singleToken': {
      const prefix = get('prefix').trim();
      if (prefix === '' || prefix === 'Bearer') return { type: 'bearer', token: get('token') };
      return { type: 'oauth2', token: get('token'), tokenType: prefix };
    }
    case 'apikey':
      if (get('addTo') === 'cookie')
        return { type: 'apiKey', key: 'Cookie', value: `${get('key')}=${get('value')}`, in: 'header' };
      return apiKeyOf(get, 'addTo');
    case 'iam':
      return awsKeysOf(get);
    case 'oauth2':
      return oauth2Of(
        {
          grant: get('grantType'),
          token: get('accessToken'),
          tokenType: get('tokenPrefix'),
          tokenUrl: get('accessTokenUrl'),
          clientId: get('clientId'),
          clientSecret: get('clientSecret'),
          inBody: source.credentialsInBody === true,
          scope: get('scope'),
          audience: get('audience'),
          username: get('username'),
          password: get('password'),
          code: get('code'),
          redirectUri: get('redirectUrl'),
          refreshToken: get('refreshToken'),
        },
        place,
        problems,
      );
    default:
      return signed(type, get, place, problems) ?? unsupported(type, place, problems);
  }
}

function signed(type: string, get: ReadValue, place: string, problems: ProblemList): HttpAuthentication | undefined {
  switch (type) {
    case 'ntlm':
      return ntlmOf({ username: get('username'), password: get('password') });
    case 'hawk':
      return hawkOf(
        {
          keyId: get('id'),
          key: get('key'),
          algorithm: get('algorithm'),
          ext: get('ext'),
          includePayloadHash: get('validatePayload') === 'true',
        },
        place,
        problems,
      );
    case 'asap':
      return asapOf(
        {
          algorithm: 'RS256',
          keyId: get('keyId'),
          issuer: get('issuer'),
          audience: get('audience'),
          subject: get('subject'),
          claims: get('additionalClaims'),
          privateKey: get('privateKey'),
        },
        place,
        problems,
      );
    case 'oauth1':
      return oauth1Of(
        {
          signatureMethod: get('signatureMethod'),
          consumerKey: get('consumerKey'),
          placement: 'header',
          consumerSecret: get('consumerSecret'),
          token: get('tokenKey'),
          tokenSecret: get('tokenSecret'),
          privateKey: get('privateKey'),
          realm: get('realm'),
          callback: get('callback'),
          verifier: get('verifier'),
          timestamp: get('timestamp'),
          nonce: get('nonce'),
          includeBodyHash: get('includeBodyHash') === 'true',
        },
        place,
        problems,
      );
    default:
      return undefined;
  }
}
