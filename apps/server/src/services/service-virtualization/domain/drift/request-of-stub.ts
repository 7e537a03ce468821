import type { RecordedRequest } from '@touchstone/engine-mock/core';
import type { JsonObject } from '../asset-content.ts';

/** A request that a stub would match. */
export interface StubRequest {
  method: string;
  /** Path and query. */
  url: string;
  headers: [name: string, value: string][];
  body: Uint8Array;
}
/** Methods that change nothing in a service. */
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);
export const isSafe = (method: string): boolean => safeMethods.has(method);

/** The method used to request a stub. */
export const askedMethod = ({ request }: JsonObject): string => {
  const { method } = objectOf(request);
  return typeof method === 'string' && method !== 'ANY' ? method.toUpperCase() : 'GET';
};

/**
 * requestOfStub builds a request that a stub matches, from its pattern and the recorded request; returns the reason if
 * that is impossible.
 */
export function requestOfStub(stub: JsonObject): StubRequest | string {
  const response = objectOf(stub.response);
  if (typeof response.fault === 'string') return 'Its answer is a fault.';
  if (typeof response.proxyBaseUrl === 'string') return 'It asks another service itself.';
  const request = objectOf(stub.request);
  const recorded = objectOf(objectOf(stub.metadata).recorded) as Partial<RecordedRequest>;
  if (recorded.bodyLeftOut === 'credentials') return 'The body of its request had credentials, which were not kept.';
  if (recorded.bodyLeftOut === 'multipart') return 'The body of its request was a form of parts, which is not kept.';
  const url = recorded.url ?? addressOf(request);
  if (url === undefined) return 'Its address is a pattern: no address to ask is known.';
  if (url.includes('***')) return 'Its address had credentials, which were not kept.';
  const body = bodyOf(request);
  if (typeof body === 'string') return body;
  return { method: askedMethod(stub), url, headers: headersOf(request, recorded), body };
}

const objectOf = (value: unknown): JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : {};
const equalTo = (pattern: unknown): string | undefined => {
  const { equalTo: value } = objectOf(pattern);
  return typeof value === 'string' ? value : undefined;
};

/** The address, if it is a literal one. */
function addressOf(request: JsonObject): string | undefined {
  const { url, urlPath, urlPathTemplate } = request;
  if (typeof url === 'string') return url;
  const path = typeof urlPath === 'string' ? urlPath : filled(urlPathTemplate, objectOf(request.pathParameters));
  if (path === undefined) return undefined;
  const query = new URLSearchParams();
  for (const [name, pattern] of Object.entries(objectOf(request.queryParameters))) {
    if (objectOf(pattern).absent === true) continue;
    const value = equalTo(pattern);
    if (value === undefined) return undefined;
    query.append(name, value);
  }
  return query.size > 0 ? `${path}?${query.toString()}` : path;
}

function filled(template: unknown, parameters: JsonObject): string | undefined {
  if (typeof template !== 'string') return undefined;
  let isKnown = true;
  const path = template.replace(/\{([^{}]+)\}/g, (_whole, name: string) => {
    const value = equalTo(parameters[name]);
    if (value === undefined) isKnown = false;
    return encodeURIComponent(value ?? '');
  });
  return isKnown ? path : undefined;
}

function headersOf(request: JsonObject, recorded: Partial<RecordedRequest>): [string, string][] {
  const headers = new Map<string, [string, string]>();
  for (const [name, value] of recorded.headers ?? [])
    if (!value.includes('***')) headers.set(name.toLowerCase(), [name, value]);
  for (const [name, pattern] of Object.entries(objectOf(request.headers))) {
    const value = equalTo(pattern);
    if (value !== undefined) headers.set(name.toLowerCase(), [name, value]);
  }
  return [...headers.values()];
}

function bodyOf(request: JsonObject): Uint8Array | string {
  const patterns = Array.isArray(request.bodyPatterns) ? request.bodyPatterns.map(objectOf) : [];
  const [pattern] = patterns;
  if (pattern === undefined) return new Uint8Array();
  const { equalTo: text, equalToJson: json, equalToXml: xml, binaryEqualTo: binary } = pattern;
  if (typeof binary === 'string') return Buffer.from(binary, 'base64');
  if (json !== undefined) return Buffer.from(typeof json === 'string' ? json : JSON.stringify(json));
  const given = text ?? xml;
  return typeof given === 'string' ? Buffer.from(given) : 'Its body is a pattern: no body to send is known.';
}
