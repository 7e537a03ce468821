import type { HttpStep } from '@touchstone/engine-http/core';
import type { ImportProblem } from './problems.ts';

export interface ImportedVariable {
  name: string;
  value: string;
  /** The source marks the value as secret. */
  isSecret: boolean;
}

/** What every importer gives: requests in the order of the source, and whatever else it held. */
export interface ImportedCollection {
  title: string;
  /** Addresses that the source names, the preferred first; may be relative. */
  servers: string[];
  /** `group` is the folder of the request, levels joined by ` / `; empty at the top. */
  steps: HttpStep[];
  /** Variables of the whole collection. */
  variables: ImportedVariable[];
  environments: { name: string; variables: ImportedVariable[] }[];
  /** What could not be imported, with place and reason. */
  problems: ImportProblem[];
}
