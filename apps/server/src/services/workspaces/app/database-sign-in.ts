import { AppError, type ErrorDefinition } from '@touchstone/kernel';
import type { SecretBox } from '../../../platform/secrets.ts';
import type { DatabaseTarget } from '../clients/database/database-link.ts';
import { sendsPasswordElsewhere } from '../domain/database-access.ts';
import { workspaceErrors } from '../errors.ts';
import type { DatabaseRow } from '../store/databases.store.ts';

export type DatabaseFields = Omit<DatabaseTarget, 'password'> & { name: string };

/** Passwords are sealed for the location where they were first stored. */
const placeOf = (id: string) => `api_testing.database_configuration.password:${id}`;

export const sealPassword = (secrets: SecretBox, id: string, password: string): string | null =>
  password === '' ? null : secrets.seal(password, placeOf(id));

export const openPassword = (secrets: SecretBox, { id, password }: Pick<DatabaseRow, 'id' | 'password'>): string =>
  password === null ? '' : secrets.open(password, placeOf(id));

const refuse = (definition: ErrorDefinition, path: string) =>
  new AppError(definition, { details: [{ path, message: definition.message }] });

export function assertSignIn({ kind, username }: Pick<DatabaseFields, 'kind' | 'username'>): void {
  if (kind !== 'mongodb' && username === '') throw refuse(workspaceErrors.databaseUserRequired, 'username');
}

/**
 * assertPassword throws if a stored password would be sent anywhere but its original destination: editors must not be
 * able to send it to their own server.
 */
export function assertPassword(row: DatabaseRow, input: DatabaseFields & { password?: string }): void {
  if (row.password !== null && input.password === undefined && sendsPasswordElsewhere(row, input))
    throw refuse(workspaceErrors.databasePasswordNeeded, 'password');
}
