import { auditEntries, type TestServer } from '@touchstone/testing';

/** auditsOf returns the audit entries of these targets, oldest first. */
export const auditsOf = async (server: TestServer, targets: readonly string[]): Promise<object[]> =>
  (await auditEntries(server, { targets })).map(({ action, target, detail }) => ({ action, target, detail }));
