import type { DescribedApi, DescribedSoap, ResolveDocument } from '@touchstone/engine-import/core';
import type { ResourceDefinition } from '../resources/resource.ts';
import type { MockProblem } from '../stub.ts';

/**
 * ImportedMock is the result of an import: stubs as JSON, in the order in which they are added (the last is tried
 * first).
 */
export interface ImportedMock {
  title: string;
  stubs: Record<string, unknown>[];
  resources: ResourceDefinition[];
  /** The description that requests are validated against, if the document is one. */
  api?: DescribedApi;
  /** Path prefix of `api`. */
  basePath?: string;
  /** The description that envelopes are validated against, if the document describes a SOAP service. */
  soap?: DescribedSoap | undefined;
  /** What could not be imported, with place and reason. */
  problems: MockProblem[];
}

/** Where a document comes from, and how the documents it references are read. */
export interface NamedDocuments {
  /** Base of the relative locations in the document. */
  location?: string | undefined;
  /**
   * Reads documents referenced by an OpenAPI document or a WSDL; without it they are left out and reported in the
   * problems.
   */
  resolve?: ResolveDocument | undefined;
}

/** problemsOf converts the problems of another import to those of a mock. */
export const problemsOf = (problems: readonly { place: string; reason: string }[]): MockProblem[] =>
  problems.map(({ place, reason }) => ({ path: place, message: reason }));

/** A stable id derived from parts of a document, so that importing it again gives the same stubs. */
export function stableId(...parts: string[]): string {
  const text = parts.join('\u0000');
  const words = [0, 1, 2, 3].map((salt) => hash(text, salt).toString(16).padStart(8, '0')).join('');
  return `${words.slice(0, 8)}-${words.slice(8, 12)}-8${words.slice(13, 16)}-a${words.slice(17, 20)}-${words.slice(20)}`;
}

/** FNV-1a, with a salt. */
function hash(text: string, salt: number): number {
  let value = (0x811c9dc5 ^ Math.imul(salt + 1, 0x9e3779b1)) >>> 0;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193) >>> 0;
  return value;
}
