/** Conditions of links use the language of the `expression` engine. */
export {
  type Expression,
  type ExpressionValue,
  evaluateExpression,
  readExpression,
  variablesOf,
} from '@touchstone/engine-expression/core';
