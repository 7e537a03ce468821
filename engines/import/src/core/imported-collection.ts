import type { HttpStep } from '@touchstone/engine-http/core';
import type { SavedExample, StepDocumentation } from './documentation.ts';
import type { ImportProblem } from './problems.ts';

/** A variable of an imported document. */
export interface ImportedVariable {
  name: string;
  value: string;
  /** The source marks the value as secret. */
  isSecret: boolean;
  /** A variable that is switched off has no effect; default true. */
  enabled?: boolean;
  description?: string;
}

/** ImportedStep is a request with what the source says about it; nothing here changes what is sent. */
export interface ImportedStep extends HttpStep {
  /** Markdown. */
  description?: string;
  documentation?: StepDocumentation;
  /** Responses that were saved beside the request, in the order of the source. */
  examples?: SavedExample[];
}

/** A folder with its levels joined by ` / `. Folders without requests are folders, too. */
export interface ImportedFolder {
  path: string;
  /** Markdown. */
  description?: string;
}

/** What every importer gives: requests in the order of the source, and whatever else it held. */
export interface ImportedCollection {
  title: string;
  /** Markdown. */
  description?: string;
  /** Further facts about the API as OpenAPI names them: version, contact, license, termsOfService. */
  about?: Record<string, unknown>;
  /** Addresses that the source names, the preferred first; may be relative. */
  servers: string[];
  /** Folders of the source in its order; absent where it has none of its own. */
  folders?: ImportedFolder[];
  /** `group` is the folder of the request, levels joined by ` / `; empty at the top. */
  steps: ImportedStep[];
  /** Variables of the whole collection. */
  variables: ImportedVariable[];
  environments: { name: string; variables: ImportedVariable[] }[];
  /** What could not be imported, with place and reason. */
  problems: ImportProblem[];
}
