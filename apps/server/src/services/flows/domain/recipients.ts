import type { FlowNode } from '@touchstone/engine-flow/core';

/** recipientsOf returns the recipients of a node's mails, in lower case. */
export const recipientsOf = ({ settings: { to } }: FlowNode): string[] =>
  Array.isArray(to)
    ? to
        .filter((one) => typeof one === 'string')
        .map((one) => one.trim().toLowerCase())
        .filter(Boolean)
    : [];
