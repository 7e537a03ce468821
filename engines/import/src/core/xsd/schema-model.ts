import type { QualifiedName } from '../xml-document.ts';

/** What a restriction adds to a simple type; a value must satisfy every step. */
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

/** A simple type: a type of XML Schema itself, a list, or a choice of types, each with its facets. */
export type SimpleModel = { facets: FacetStep[] } & (
  | { kind: 'atomic'; base: string }
  | { kind: 'list'; item: SimpleModel }
  | { kind: 'union'; members: SimpleModel[] }
);

/** A part of a content model; `most` is undefined where there is no end. Numbers stand for entries of the `SchemaModel`. */
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
  /** Elements that may stand in its place. */
  substitutes: number[];
}

export interface TypeModel {
  /** What messages call it; empty where it has no name. */
  name: string;
  kind: 'any' | 'simple' | 'complex';
  isAbstract: boolean;
  isMixed: boolean;
  /** The text, where the content is simple. */
  value: SimpleModel | undefined;
  /** The children; undefined where there are none. */
  content: Particle | undefined;
  attributes: AttributeModel[];
  /** Whether attributes that are not listed are allowed. */
  isOpen: boolean;
  /** The type that it is derived from. */
  base: number | undefined;
}

/** SchemaModel is a set of schemas as plain data, which can be sent to another thread. */
export interface SchemaModel {
  elements: ElementModel[];
  /** The first is `xs:anyType`, which also stands for what is not known. */
  types: TypeModel[];
  models: Particle[];
  /** Global elements and named types by `{namespace}name`. */
  globals: Map<string, number>;
  typeNames: Map<string, number>;
}
