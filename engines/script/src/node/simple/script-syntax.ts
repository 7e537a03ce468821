/** Thrown if a script, or a value that it meets, isn't supported outside the sandbox. */
export class NeedsSandbox extends Error {}

/** A statement of a simple script; empty statements are left out. */
export type Statement = Declaration | { readonly type: 'Expression'; readonly expression: Expression };

/** One `const`, `let` or `var` with all of its variables. */
export interface Declaration {
  readonly type: 'Declaration';
  readonly variables: readonly Variable[];
}

/** A variable; `place` tells it from others of its name in the same script. */
export interface Variable {
  readonly name: string;
  readonly place: number;
  readonly value: Expression;
}

/** A call; nothing in it is spread. */
export interface Call {
  readonly type: 'Call';
  readonly callee: Expression;
  readonly input: readonly Expression[];
}

/** `object.name`, or `object["name"]` if it is computed. */
export interface Member {
  readonly type: 'Member';
  readonly object: Expression;
  readonly name: string | number;
  readonly isComputed: boolean;
}

/** A function without a name and without parameters, with its statements or, as an arrow, its only expression. */
export interface FunctionExpression {
  readonly type: 'Function';
  readonly body: readonly Statement[] | Expression;
}

/** What a simple script may compute with. A literal is also a template without expressions, or a negative number. */
export type Expression =
  | { readonly type: 'Literal'; readonly value: string | number | boolean | null }
  | { readonly type: 'Name'; readonly name: string }
  | { readonly type: 'List'; readonly items: readonly Expression[] }
  | { readonly type: 'Record'; readonly entries: readonly (readonly [name: string, value: Expression])[] }
  | Member
  | Call
  | FunctionExpression;
