import type { HttpStep } from '@touchstone/engine-http/core';
import type { DayLimits } from './days-left.ts';
import type { RecordMatch } from './match-records.ts';

/**
 * A request and the assertions on its response; without an assertion about the status, every status below 400 is up.
 */
export interface HttpCheck
  extends Pick<HttpStep, 'method' | 'url' | 'headers' | 'queryParams' | 'body' | 'authentication' | 'assertions'> {
  kind: 'http';
  followRedirects: boolean;
  maxRedirects: number;
  verifyCertificate: boolean;
}
/** A host's certificate. */
export interface TlsCheck extends DayLimits {
  kind: 'tls';
  host: string;
  port: number;
  /** Requested server name (SNI); empty: the host. */
  serverName: string;
  verifyChain: boolean;
}
/** A connection, with a text to send and one to expect. */
export interface TcpCheck {
  kind: 'tcp';
  host: string;
  port: number;
  send: string;
  expect: string;
}
/** The records of a name. */
export interface DnsCheck {
  kind: 'dns';
  hostName: string;
  recordType: 'A' | 'AAAA' | 'CNAME' | 'MX' | 'NS' | 'TXT' | 'SRV' | 'CAA' | 'PTR' | 'SOA';
  /** Address of a name server, with its port if it isn't 53; empty: the system's. */
  resolver: string;
  expected: string[];
  match: RecordMatch;
}
/** A WebSocket that opens, with a message to send and one to expect. */
export interface WebSocketCheck {
  kind: 'websocket';
  url: string;
  headers: { key: string; value: string; enabled?: boolean }[];
  protocols: string[];
  verifyCertificate: boolean;
  send: string;
  expect: string;
}
/** The remaining registration of a domain. */
export interface DomainCheck extends DayLimits {
  kind: 'domain';
  domainName: string;
}

/** Check is the subject of one probe, with every variable filled in except those of requests. */
export type Check = HttpCheck | TlsCheck | TcpCheck | DnsCheck | WebSocketCheck | DomainCheck;
