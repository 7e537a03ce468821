/** Conditions of links are written in the language of the engine `expression`. */
export {
  type Expression,
  type ExpressionValue,
  evaluateExpression,
  readExpression,
  variablesOf,
} from '@touchstone/engine-expression/core';
