import { newId } from '@touchstone/kernel';
import type { Sql } from '../../../../platform/database/pool.ts';
import { storedOf } from '../../../../platform/database/reads/kept-rows.ts';
import { type DeletedRow, deletedStore } from '../../store/deleted.store.ts';
import { environmentsStore } from '../../store/environments.store.ts';
import type { DeletedContent } from '../../store/tables.ts';
import { type VariableRow, variablesStore } from '../../store/variables.store.ts';
import type { Actor } from '../actor.ts';

/** Who deletes, and the id of the click; without one, the caller offers no undo. */
export interface Deletion {
  actor: Actor;
  now: Date;
  trashId: string | undefined;
}

/** keepEnvironment moves an environment with its variables to the trash, in the transaction that deletes it. */
export async function keepEnvironment(sql: Sql, environmentId: string, deletion: Deletion): Promise<void> {
  const { organizationId } = deletion.actor;
  const row = await environmentsStore.find(sql, organizationId, environmentId);
  if (!row) return;
  const { environment } = row;
  const variables = (await variablesStore.list(sql, { projectId: environment.projectId, environmentId })).map(storedOf);
  const { name, projectId } = environment;
  const of = { kind: 'environment' as const, name, projectId, environmentId, suiteId: null, environmentName: null };
  await deletedStore.insert(sql, [itemOf(deletion, of, { environment: storedOf(environment), variables })]);
}

/** keepVariables moves rows just deleted by the transaction to the trash, each as an item of its own. */
export async function keepVariables(sql: Sql, rows: readonly VariableRow[], deletion: Deletion): Promise<void> {
  const { trashId = newId() } = deletion;
  const names = new Map<string, string>();
  for (const { projectId } of rows.slice(0, 1))
    for (const { environment } of await environmentsStore.list(sql, projectId))
      names.set(environment.id, environment.name);
  const items = rows.map((row) => {
    const { name, projectId, environmentId, suiteId } = row;
    const environmentName = names.get(environmentId ?? '') ?? null;
    const of = { kind: 'variable' as const, name, projectId, environmentId, suiteId, environmentName };
    return itemOf({ ...deletion, trashId }, of, { variables: [storedOf(row)] });
  });
  await deletedStore.insert(sql, items);
}

const itemOf = (
  { actor, now, trashId = newId() }: Deletion,
  of: Pick<DeletedRow, 'kind' | 'name' | 'projectId' | 'environmentId' | 'suiteId' | 'environmentName'>,
  content: DeletedContent,
): DeletedRow => ({
  id: newId(),
  trashId,
  organizationId: actor.organizationId,
  ...of,
  content,
  deletedBy: actor.userId,
  deletedByName: actor.name,
  deletedAt: now,
});
