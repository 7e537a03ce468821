import {
  type ConnectionTest,
  type DatabaseConfiguration,
  type DatabaseKind,
  databaseChangeSchema,
  databaseInputSchema,
  defaultDatabasePorts,
} from '@touchstone/contracts/workspaces';
import { useState } from 'react';
import { useDatabaseMutations } from '../../api/prerequisites.mutations.ts';
import { type FormProblems, issuesOf, problemsOfError } from '../../model/editor/form-problems.ts';

export const tlsLabels = {
  verify: 'On, certificate verified',
  encrypt: 'On, certificate not verified',
  off: 'Off',
} as const;

const emptyDraft = {
  name: '',
  kind: 'postgresql' as DatabaseKind,
  host: '',
  port: defaultDatabasePorts.postgresql,
  databaseName: '',
  username: '',
  password: '',
  tls: 'verify' as keyof typeof tlsLabels,
  caCertificate: '',
};
export type DatabaseDraft = typeof emptyDraft;

function draftOf(saved: DatabaseConfiguration | undefined): DatabaseDraft {
  if (!saved) return emptyDraft;
  const { name, kind, host, port, databaseName, username, tls, caCertificate } = saved;
  return { name, kind, host, port, databaseName, username, password: '', tls, caCertificate };
}

/** useDatabaseDraft returns the draft of a database configuration, with saving and the connection test. */
export function useDatabaseDraft(projectId: string, saved: DatabaseConfiguration | undefined) {
  const [draft, setDraft] = useState(() => draftOf(saved));
  const [problems, setProblems] = useState<FormProblems>({});
  const [outcome, setOutcome] = useState<ConnectionTest | null>(null);
  const { create, update, test } = useDatabaseMutations();
  const change = (patch: Partial<DatabaseDraft>) => {
    setDraft({ ...draft, ...patch });
    setProblems({});
    setOutcome(null);
  };
  const { password, ...fields } = draft;
  const changed = () =>
    databaseChangeSchema.safeParse({
      databaseConfigurationId: saved?.databaseConfigurationId,
      ...fields,
      ...(password && { password }),
    });
  const added = () => databaseInputSchema.safeParse({ projectId, ...draft });
  const check = (error: Parameters<typeof issuesOf>[0]) => {
    const found = issuesOf(error);
    if (draft.kind !== 'mongodb' && draft.username === '') found.username ??= 'Please enter a user name.';
    setProblems(found);
    setOutcome(null);
    return Object.keys(found).length === 0;
  };
  /** Sends the draft if it is valid; shows server-side errors at their fields. */
  const send = async (
    onChanged: (body: NonNullable<ReturnType<typeof changed>['data']>) => Promise<unknown>,
    onAdded: (body: NonNullable<ReturnType<typeof added>['data']>) => Promise<unknown>,
  ): Promise<boolean> => {
    const parsed = saved ? changed() : added();
    if (!check(parsed.error) || !parsed.data) return false;
    try {
      await ('projectId' in parsed.data ? onAdded(parsed.data) : onChanged(parsed.data));
      return true;
    } catch (error) {
      setProblems(problemsOfError(error));
      return false;
    }
  };
  return {
    draft,
    problems,
    outcome,
    change,
    isTesting: test.isPending,
    isSaving: create.isPending || update.isPending,
    test: () => {
      const ask = async (body: Parameters<typeof test.mutateAsync>[0]) => setOutcome(await test.mutateAsync(body));
      return send(ask, ask);
    },
    /** Returns whether it was saved. */
    save: () => send(update.mutateAsync, create.mutateAsync),
  };
}
