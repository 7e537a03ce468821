import type { AskDatabase } from '@touchstone/engine-browser';
import { AppError } from '@touchstone/kernel';
import { createMask } from '@touchstone/report';
import { platformErrors } from '../../../platform/errors.ts';
import { outageError } from '../../../platform/http/error-handler.ts';
import type { AskDatabases, Databases } from '../../workspaces/index.ts';

/** createAskDatabase lets steps read from the project's databases. No message contains the password. */
export const createAskDatabase =
  ({
    databases,
    askDatabases,
  }: {
    databases: Pick<Databases, 'findByName'>;
    askDatabases: Pick<AskDatabases, 'query'>;
  }) =>
  (scope: { organizationId: string; projectId: string }): AskDatabase =>
  async ({ database, query, values, maxRows, timeoutMs, signal }) => {
    const { target, names } = await databases.findByName(scope, database).catch((error: unknown) => {
      throw outageError(error) ?? new AppError(platformErrors.internal, { cause: error });
    });
    if (!target) throw new Error(`The project has no database "${database}". ${offer(names)}`);
    try {
      return await askDatabases.query(target, { text: query, values, maxRows }, { timeoutMs, signal });
    } catch (error) {
      const mask = createMask(target.password ? [target.password] : []);
      throw new Error(mask(error instanceof Error ? error.message : String(error)));
    }
  };

const offer = (names: readonly string[]): string =>
  names.length === 0 ? 'Add one on the page Databases.' : `It has ${names.slice(0, 10).join(', ')}.`;
