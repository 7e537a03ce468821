import type { FailureKind } from '@touchstone/engine-load/core';

const words: Record<FailureKind, string> = {
  assertion: 'Assertion failed',
  status: 'Status 400 or above',
  timeout: 'No answer in time',
  connection: 'Connection failed',
  dns: 'Name not found',
  tls: 'TLS failed',
  protocol: 'Broken answer',
  refused: 'Address not allowed',
  variable: 'Variable without a value',
  script: 'Script failed',
  other: 'Other',
};

/** failureText describes why requests failed. */
export const failureText = (kind: string): string => words[kind as FailureKind] ?? kind;
