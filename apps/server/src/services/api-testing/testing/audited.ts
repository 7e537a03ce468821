import { auditEntries, type TestServer, type TestUser } from '@touchstone/testing';

/** auditedBy returns a user's recorded actions, oldest first, without sign-ins and created projects. */
export const auditedBy = async (
  server: TestServer,
  { userId }: TestUser,
): Promise<{ action: string; target: string; detail: unknown }[]> =>
  (await auditEntries(server, { userId })).flatMap(({ action, target, detail }) =>
    action.startsWith('identity.') || action === 'project.created' ? [] : [{ action, target, detail }],
  );
