import { randomBytes } from 'node:crypto';
import type { HeaderList } from '@touchstone/engine-assert/core';
import type { Clock } from '@touchstone/kernel';
import type { ReceivedResponse } from '../../core/result.ts';
import type { NtlmLogin } from '../../core/signed-authentication.ts';
import { type RequestAuthenticator, type UnsignedRequest, withHeaders } from './authenticator.ts';
import {
  authenticateMessage,
  type NtlmChallenge,
  type NtlmIdentity,
  negotiateMessage,
  parseChallenge,
} from './ntlm-messages.ts';

/** Stage of a login: what is sent next. */
type Stage =
  | { next: 'negotiate' }
  | { next: 'authenticate'; challenge: NtlmChallenge }
  /** The server requires no login. */
  | { next: 'plain' };

/**
 * NtlmAuthenticator authenticates with NTLM version 2 (MS-NTHT, MS-NLMP): the first request offers it without a body,
 * the server responds with a challenge, the second request proves the password and has the body. Both use one
 * connection, which is authenticated from then on.
 */
export class NtlmAuthenticator implements RequestAuthenticator {
  readonly ownsConnection = true;
  readonly hidesCredentials = true;
  readonly #identity: NtlmIdentity;
  readonly #clock: Clock;
  #stage: Stage = { next: 'negotiate' };
  #sent: Stage['next'] = 'plain';

  constructor(login: NtlmLogin, clock: Clock) {
    this.#identity = identityOf(login);
    this.#clock = clock;
  }

  async sign(request: UnsignedRequest): Promise<UnsignedRequest> {
    const stage = this.#stage;
    this.#stage = { next: 'negotiate' };
    this.#sent = stage.next;
    const lasting = { ...request, headers: without(request.headers, /^connection$/i) };
    if (stage.next === 'plain') return lasting;
    if (stage.next === 'authenticate') {
      const moment = { clientChallenge: randomBytes(8), now: this.#clock.now() };
      return withToken(lasting, authenticateMessage(this.#identity, stage.challenge, moment));
    }
    // The body would be sent in vain: this request is either rejected or repeated.
    const empty: UnsignedRequest = {
      ...lasting,
      headers: without(lasting.headers, /^(content-length|transfer-encoding|expect)$/i),
      body: { kind: 'none' },
    };
    return withToken(empty, negotiateMessage());
  }

  learn({ status, headers }: ReceivedResponse, { body }: UnsignedRequest): boolean {
    if (this.#sent !== 'negotiate') return false;
    if (status !== 401) {
      if (body.kind === 'none') return false;
      this.#stage = { next: 'plain' };
      return true;
    }
    const challenge = challengeOf(headers);
    if (challenge === undefined) return false;
    this.#stage = { next: 'authenticate', challenge };
    return true;
  }
}

/** `DOMAIN\user` includes the domain; `user@domain` is a complete name. */
function identityOf({ username, password, domain = '', workstation = '' }: NtlmLogin): NtlmIdentity {
  const [, ownDomain = '', name = username] = /^([^\\@]+)\\(.+)$/.exec(username) ?? [];
  return domain.trim() === ''
    ? { username: name, password, domain: ownDomain, workstation: workstation.trim() }
    : { username, password, domain: domain.trim(), workstation: workstation.trim() };
}

function challengeOf(headers: HeaderList): NtlmChallenge | undefined {
  for (const [name, value] of headers) {
    if (name.toLowerCase() !== 'www-authenticate') continue;
    const token = /(?:^|,)\s*NTLM\s+([A-Za-z0-9+/]+=*)\s*(?:,|$)/i.exec(value)?.[1];
    const challenge = token === undefined ? undefined : parseChallenge(Buffer.from(token, 'base64'));
    if (challenge !== undefined) return challenge;
  }
  return undefined;
}

const without = (headers: HeaderList, name: RegExp): HeaderList => headers.filter(([key]) => !name.test(key));

const withToken = (request: UnsignedRequest, message: Buffer): UnsignedRequest =>
  withHeaders(request, ['Authorization', `NTLM ${message.toString('base64')}`]);
