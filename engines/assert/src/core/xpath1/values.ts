import type { Expression } from './parse-xpath1.ts';
import type { TableNode } from './xml-table.ts';

/** NodeSet contains positions of nodes in document order, without duplicates. */
export class NodeSet {
  readonly places: readonly number[];

  constructor(places: readonly number[]) {
    this.places = places;
  }
}

/** Value of an expression: §1 of the recommendation has no other types. */
export type Value = NodeSet | string | number | boolean;

/** Where an expression is evaluated. */
export interface Context {
  place: number;
  position: number;
  size: number;
}

/** Evaluation is the part of the evaluator that functions use. */
export interface Evaluation {
  readonly table: readonly TableNode[];
  evaluate(expression: Expression, context: Context): Value;
  boolean(value: Value): boolean;
  number(value: Value): number;
  string(value: Value): string;
  /** The string-value of a node. */
  stringOf(place: number): string;
  /** The nodes of a value; throws if it has none, naming `user`. */
  nodes(value: Value, user: string): NodeSet;
  /** Counts work done elsewhere. */
  charge(steps: number): void;
  /** Counts the characters of a text that is created or searched, and returns it. */
  counted(text: string): string;
}
