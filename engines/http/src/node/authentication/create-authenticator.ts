import type { Clock } from '@touchstone/kernel';
import type { HttpAuthentication } from '../../core/plan.ts';
import type { FileSource } from '../body/file-source.ts';
import { AsapAuthenticator } from './asap.ts';
import type { RequestAuthenticator } from './authenticator.ts';
import { AwsV4Authenticator } from './aws-v4.ts';
import { DigestAuthenticator, type DigestNonces } from './digest.ts';
import { EdgeGridAuthenticator } from './edge-grid.ts';
import { HawkAuthenticator } from './hawk.ts';
import { NtlmAuthenticator } from './ntlm.ts';
import { OAuth1Authenticator } from './oauth1.ts';
import { OAuth2Authenticator, type PostForm, type TokenStore } from './oauth2-tokens.ts';

/** SignInMemory is what a session remembers about its logins, so that later requests need fewer round trips. */
export interface SignInMemory {
  nonces: DigestNonces;
  tokens: TokenStore;
  /** How far a server's clock is ahead of ours, by origin. */
  clockOffsetsMs: Map<string, number>;
}

/** createAuthenticator returns the authenticator for the requests of one step; undefined if none is needed. */
export function createAuthenticator(
  authentication: HttpAuthentication,
  context: { clock: Clock; files: FileSource | undefined; memory: SignInMemory; postForm: PostForm },
): RequestAuthenticator | undefined {
  const { clock, files, memory, postForm } = context;
  switch (authentication.type) {
    case 'digest':
      return new DigestAuthenticator(authentication, memory.nonces, files);
    case 'awsV4':
      return new AwsV4Authenticator(authentication, clock, files);
    case 'oauth2Grant':
      return new OAuth2Authenticator(authentication, memory.tokens, postForm);
    case 'oauth1':
      return new OAuth1Authenticator(authentication, clock, files);
    case 'hawk':
      return new HawkAuthenticator(authentication, { clock, files, clockOffsetsMs: memory.clockOffsetsMs });
    case 'ntlm':
      return new NtlmAuthenticator(authentication, clock);
    case 'edgeGrid':
      return new EdgeGridAuthenticator(authentication, clock, files);
    case 'asap':
      return new AsapAuthenticator(authentication, clock);
    default:
      return undefined;
  }
}
