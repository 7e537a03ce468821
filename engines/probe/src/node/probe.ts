import type { HttpSessionOptions } from '@touchstone/engine-http';
import { toHttpError } from '@touchstone/engine-http';
import type { Check } from '../core/check.ts';
import { failureOutcome, type ProbeOutcome } from '../core/outcome.ts';
import { checkDns } from './check-dns.ts';
import { checkDomain, type DomainServers } from './check-domain.ts';
import { checkHttp } from './check-http.ts';
import { checkTcp } from './check-tcp.ts';
import { checkTls } from './check-tls.ts';
import { checkWebSocket } from './check-web-socket.ts';

/** Resources and time limit of a check. */
export interface ProbeOptions {
  /** Of the whole check, in milliseconds. */
  timeoutMs: number;
  /** Ends the check early, with the code CANCELLED. */
  signal?: AbortSignal;
  /** As for any request: scopes, address policy, client certificates, mark, files. */
  session: Omit<HttpSessionOptions, 'connections' | 'cookies'>;
  /** Servers for registration data; default: IANA's list of RDAP servers and its WHOIS server. */
  domainServers?: DomainServers;
  /** Maximum bytes of a response before it is truncated; default 10 MB. */
  maxDownloadBytes?: number;
}

/** probe runs one check. It never throws and never takes much longer than its timeout. */
export async function probe(check: Check, options: ProbeOptions): Promise<ProbeOutcome> {
  const startedAt = performance.now();
  const found = await perform(check, options).catch((error: unknown) => {
    const target = { host: 'host' in check ? check.host : '', port: 'port' in check ? check.port : 0, secure: false };
    return failureOutcome(toHttpError(error, target).toFailure());
  });
  return { ...found, durationMs: found.durationMs ?? performance.now() - startedAt };
}

function perform(check: Check, options: ProbeOptions): Promise<ProbeOutcome> {
  switch (check.kind) {
    case 'http':
      return checkHttp(check, options);
    case 'tls':
      return checkTls(check, options);
    case 'tcp':
      return checkTcp(check, options);
    case 'dns':
      return checkDns(check, options);
    case 'websocket':
      return checkWebSocket(check, options);
    case 'domain':
      return checkDomain(check, options);
  }
}
