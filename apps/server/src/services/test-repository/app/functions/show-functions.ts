import type { RepositoryFunction } from '@touchstone/contracts/test-repository';
import { AppError } from '@touchstone/kernel';
import { isUniqueViolation } from '../../../../platform/database/conditions.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { stepProblems } from '../../domain/step-problems.ts';
import { repositoryErrors } from '../../errors.ts';
import type { FunctionRow } from '../../store/functions.store.ts';
import { scriptsStore } from '../../store/scripts.store.ts';
import { functionsOf } from '../steps.ts';

/** createShowFunctions returns functions as callers see them: with their problems and callers. */
export function createShowFunctions({ database: { sql } }: Platform) {
  const show = async (projectId: string, rows: readonly FunctionRow[]): Promise<RepositoryFunction[]> => {
    const [functions, callers] = await Promise.all([
      functionsOf(sql, projectId),
      scriptsStore.listCalling(sql, projectId),
    ]);
    return rows.map((row) => ({
      ...toFunction(row),
      problems: stepProblems(row.steps, functions),
      calledBy: callers
        .filter(({ calls }) => calls.includes(row.name))
        .map(({ id, name }) => ({ uuid: id, testScriptName: name })),
    }));
  };
  const showOne = async (row: FunctionRow): Promise<RepositoryFunction> =>
    (await show(row.projectId, [row]))[0] as RepositoryFunction;
  return { show, showOne };
}
/** ShowFunctions returns functions as callers see them. */
export type ShowFunctions = ReturnType<typeof createShowFunctions>;

const toFunction = (row: FunctionRow): Omit<RepositoryFunction, 'problems' | 'calledBy'> => ({
  uuid: row.id,
  functionName: row.name,
  description: row.description,
  projectUUID: row.projectId,
  inputs: row.inputs,
  outputs: row.outputs,
  steps: row.steps,
  revision: row.revision,
  createdBy: row.createdByName,
  createdDate: row.createdAt.toISOString(),
  modifiedBy: row.updatedByName,
  modifiedDate: row.updatedAt.toISOString(),
});

/** named converts a unique violation to "function name taken". */
export const named = <T>(name: string, work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    if (isUniqueViolation(error, 'test_function_name'))
      throw new AppError(repositoryErrors.functionNameTaken, { params: { name } });
    throw error;
  });
