export { baseKinds } from './base-kinds.ts';
export { queryNames } from './data-kinds.ts';
export {
  type Flow,
  type FlowInput,
  type FlowLink,
  type FlowNode,
  flowLimits,
  flowLinkSchema,
  flowNodeSchema,
  flowSchema,
  type Join,
  type Joint,
  joinSchema,
  jointSchema,
  type Port,
  portSchema,
  type ValueType,
  valueTypeSchema,
} from './document.ts';
export { FlowGraph } from './flow-graph.ts';
export { type FlowPlan, type PlannedLink, type PlannedNode, planFlow } from './flow-plan.ts';
export type { FlowProblem, FlowProblemCode } from './flow-problem.ts';
export {
  type FlowDecision,
  type FlowEvent,
  type FlowState,
  type ItemsState,
  type NodeState,
  type NodeStatus,
  newFlowState,
  type RunState,
  type TimerPurpose,
} from './flow-state.ts';
export { type KindProblem, type NodeKind, NodeKinds, type NodeWork, type Reference } from './node-kind.ts';
export { type FlowReader, isLastItem, reduceFlow, type Transition, transition } from './reduce.ts';
export { type ValidateFlowOptions, validateFlow } from './validate-flow.ts';
export { canConvert } from './value-types.ts';
