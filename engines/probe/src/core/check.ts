import type { HttpStep } from '@touchstone/engine-http/core';
import type { DayLimits } from './days-left.ts';
import type { RecordMatch } from './match-records.ts';

/** A request with what its response must be; without an assertion about the status, every status below 400 is up. */
export interface HttpCheck
  extends Pick<HttpStep, 'method' | 'url' | 'headers' | 'queryParams' | 'body' | 'authentication' | 'assertions'> {
  kind: 'http';
  followRedirects: boolean;
  maxRedirects: number;
  verifyCertificate: boolean;
}
/** The certificate that a host shows. */
export interface TlsCheck extends DayLimits {
  kind: 'tls';
  host: string;
  port: number;
  /** Name that is asked for; empty: the host. */
  serverName: string;
  verifyChain: boolean;
}
/** A connection, with a text that is sent and one that must come. */
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
  /** Address of a name server, with its port if it is not 53; empty: that of the system. */
  resolver: string;
  expected: string[];
  match: RecordMatch;
}
/** A WebSocket that opens, with a message that is sent and one that must come. */
export interface WebSocketCheck {
  kind: 'websocket';
  url: string;
  headers: { key: string; value: string; enabled?: boolean }[];
  protocols: string[];
  verifyCertificate: boolean;
  send: string;
  expect: string;
}
/** How long a domain is still registered. */
export interface DomainCheck extends DayLimits {
  kind: 'domain';
  domainName: string;
}

/** Check is what one probe looks at, with every variable filled in except those of requests. */
export type Check = HttpCheck | TlsCheck | TcpCheck | DnsCheck | WebSocketCheck | DomainCheck;
