import type { DescribedApi, DescribedSoap, ResolveDocument } from '@touchstone/engine-import/core';
import type { ResourceDefinition } from '../resources/resource.ts';
import type { MockProblem } from '../stub.ts';

/** ImportedMock is what a document becomes: stubs as JSON, in the order in which they are added (the last is tried first). */
export interface ImportedMock {
  title: string;
  stubs: Record<string, unknown>[];
  resources: ResourceDefinition[];
  /** The description that requests can be judged by, where the document is one. */
  api?: DescribedApi;
  /** Path that `api` begins at. */
  basePath?: string;
  /** The description that envelopes can be judged by, where the document is one of a SOAP service. */
  soap?: DescribedSoap | undefined;
  /** What could not be imported, with place and reason. */
  problems: MockProblem[];
}

/** Where a document comes from and who reads what it names. */
export interface NamedDocuments {
  /** Locations in the document are relative to this. */
  location?: string | undefined;
  /** Reads documents that an OpenAPI document or a WSDL names; without it they are left out, which the problems say. */
  resolve?: ResolveDocument | undefined;
}

/** problemsOf writes the problems of another import as those of a mock. */
export const problemsOf = (problems: readonly { place: string; reason: string }[]): MockProblem[] =>
  problems.map(({ place, reason }) => ({ path: place, message: reason }));

/** A stable id from the parts of a document, so that reading it again gives the same stubs. */
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
