import type { QualifiedName } from '../document/xml-document.ts';

/** Facets added by one restriction; a value must satisfy every step. */
export interface FacetStep {
  enumeration?: string[];
  /** A value must match one of them. */
  patterns?: string[];
  whiteSpace?: 'preserve' | 'replace' | 'collapse';
  length?: number;
  minLength?: number;
  maxLength?: number;
  totalDigits?: number;
  fractionDigits?: number;
  minInclusive?: string;
  maxInclusive?: string;
  minExclusive?: string;
  maxExclusive?: string;
}

/** A simple type: a built-in type, a list, or a union, with its facets. */
export type SimpleModel = { facets: FacetStep[] } & (
  | { kind: 'atomic'; base: string }
  | { kind: 'list'; item: SimpleModel }
  | { kind: 'union'; members: SimpleModel[] }
);

/** A particle of a content model; `most` is undefined if unbounded. Numbers are indexes into the `SchemaModel`. */
export type Particle = { least: number; most: number | undefined } & (
  | { kind: 'element'; element: number }
  | { kind: 'any'; allowed: string; target: string; isStrict: boolean; isSkipped: boolean }
  | { kind: 'group'; model: number }
  | { kind: 'sequence' | 'choice' | 'all'; items: Particle[] }
);

export interface AttributeModel {
  name: QualifiedName;
  isRequired: boolean;
  fixed: string | undefined;
  value: SimpleModel;
}

export interface ElementModel {
  name: QualifiedName;
  type: number;
  isNillable: boolean;
  isAbstract: boolean;
  fixed: string | undefined;
  /** Elements that may substitute it. */
  substitutes: number[];
}

export interface TypeModel {
  /** Its name in messages; empty for an anonymous type. */
  name: string;
  kind: 'any' | 'simple' | 'complex';
  isAbstract: boolean;
  isMixed: boolean;
  /** The type of the text, for simple content. */
  value: SimpleModel | undefined;
  /** The children; undefined if there are none. */
  content: Particle | undefined;
  attributes: AttributeModel[];
  /** Whether unlisted attributes are allowed. */
  isOpen: boolean;
  /** Index of its base type. */
  base: number | undefined;
}

/** SchemaModel is a set of schemas as plain data that can be sent to another thread. */
export interface SchemaModel {
  elements: ElementModel[];
  /** The first is `xs:anyType`, which also stands for unknown types. */
  types: TypeModel[];
  models: Particle[];
  /** Global elements and named types by `{namespace}name`. */
  globals: Map<string, number>;
  typeNames: Map<string, number>;
}
