import type { HttpStep } from '@touchstone/engine-http/core';
import type { SavedExample, StepDocumentation } from './documentation.ts';
import type { ImportProblem } from './problems.ts';

/** A variable of an imported document. */
export interface ImportedVariable {
  name: string;
  value: string;
  /** Whether the source marks the value as secret. */
  isSecret: boolean;
  /** A disabled variable has no effect; default true. */
  enabled?: boolean;
  description?: string;
}

/** ImportedStep is a request with additional information from its source that doesn't affect what is sent. */
export interface ImportedStep extends HttpStep {
  /** Markdown. */
  description?: string;
  documentation?: StepDocumentation;
  /** Responses saved with the request, in the order of the source. */
  examples?: SavedExample[];
}

/** A folder, possibly empty, with its levels joined by ` / `. */
export interface ImportedFolder {
  path: string;
  /** Markdown. */
  description?: string;
}

/** The result of every importer: requests in the order of the source, and its other content. */
export interface ImportedCollection {
  title: string;
  /** Markdown. */
  description?: string;
  /** Further information about the API, named as in OpenAPI: version, contact, license, termsOfService. */
  about?: Record<string, unknown>;
  /** Servers named by the source, preferred first; may be relative. */
  servers: string[];
  /** Folders of the source in order; absent if it has no folder list. */
  folders?: ImportedFolder[];
  /** `group` is the folder of the request, with levels joined by ` / `; empty at the top. */
  steps: ImportedStep[];
  /** Variables of the whole collection. */
  variables: ImportedVariable[];
  environments: { name: string; variables: ImportedVariable[] }[];
  /** What could not be imported, with place and reason. */
  problems: ImportProblem[];
}
