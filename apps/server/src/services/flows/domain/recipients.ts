import type { FlowNode } from '@touchstone/engine-flow/core';

/** recipientsOf gives the addresses to which a node writes, in lower case. */
export const recipientsOf = ({ settings: { to } }: FlowNode): string[] =>
  Array.isArray(to)
    ? to
        .filter((one) => typeof one === 'string')
        .map((one) => one.trim().toLowerCase())
        .filter(Boolean)
    : [];
