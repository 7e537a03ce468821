/** A fault of a flow's design, with the affected node, link or port. */
export interface FlowProblem {
  code: string;
  message: string;
  node?: string;
  link?: string;
  port?: string;
}

/** Codes of faults found by the engine itself; kinds of nodes add theirs. */
export type FlowProblemCode =
  | 'NO_START'
  | 'SEVERAL_STARTS'
  | 'DUPLICATE_ID'
  | 'UNKNOWN_NODE'
  | 'UNKNOWN_KIND'
  | 'KIND_UNAVAILABLE'
  | 'CYCLE'
  | 'UNREACHABLE'
  | 'LINK_INTO_START'
  | 'LINK_FROM_STOP'
  | 'LINK_OF_NOTE'
  | 'LINK_NEVER_TAKEN'
  | 'JOIN_NEVER_HOLDS'
  | 'UNKNOWN_PORT'
  | 'INPUT_JOINED_TWICE'
  | 'MISSING_INPUT'
  | 'TYPE_MISMATCH'
  | 'IMPOSSIBLE_CONVERSION'
  | 'CONSTANT_TYPE'
  | 'SOURCE_NOT_BEFORE'
  | 'INVALID_CONDITION'
  | `DELETED_${'SCRIPT' | 'VARIABLE' | 'WORKFLOW' | 'ENVIRONMENT' | 'DATABASE'}`;
