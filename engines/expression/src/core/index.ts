export type { CheckOptions } from './check.ts';
export { type Evaluation, evaluateExpression, type FindVariable } from './evaluate.ts';
export { type Comparison, type Expression, type Logical, type Presence, variablesOf } from './expression.ts';
export { type Fault, type FaultCode, faultMessages, type Span } from './fault.ts';
export { expressionLimits } from './limits.ts';
export type { ExpressionValue } from './literal.ts';
export { formatExpression, type ReadExpression, readExpression, readTree } from './read-expression.ts';
export type { ComparisonOperator, LogicalSpelling, PresenceOperator, ValueForm, ValueText } from './token.ts';
export { type ConditionTree, expressionToTree, type OperandKind } from './tree.ts';
