import type { Expression } from './parse-xpath1.ts';
import type { TableNode } from './xml-table.ts';

/** NodeSet holds places of nodes in document order, each once. */
export class NodeSet {
  readonly places: readonly number[];

  constructor(places: readonly number[]) {
    this.places = places;
  }
}

/** Value of an expression: §1 of the recommendation knows no other type. */
export type Value = NodeSet | string | number | boolean;

/** Where an expression is evaluated. */
export interface Context {
  place: number;
  position: number;
  size: number;
}

/** Evaluation is what functions need of the evaluator that calls them. */
export interface Evaluation {
  readonly table: readonly TableNode[];
  evaluate(expression: Expression, context: Context): Value;
  boolean(value: Value): boolean;
  number(value: Value): number;
  string(value: Value): string;
  /** The string-value of a node. */
  stringOf(place: number): string;
  /** The nodes of a value; throws where it has none, naming `user`. */
  nodes(value: Value, user: string): NodeSet;
  /** Counts work that is done elsewhere. */
  charge(steps: number): void;
  /** Counts a text that is made or looked through, and gives it back. */
  counted(text: string): string;
}
