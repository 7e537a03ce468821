import type { ImportPreview } from '@touchstone/contracts/api-testing';
import type { ImportedCollection } from '@touchstone/engine-import';
import { type Actor, freeName } from '../../../workspaces/index.ts';
import { haveCollectionScope, usableVariables } from '../../domain/imports/imported-variables.ts';
import type { ImportProblem } from '../../domain/suites/script-from-step.ts';
import type { ImportNeeds } from './imports.ts';

/** createMakeEnvironments creates environments from a document's variables. */
export function createMakeEnvironments({ environments }: ImportNeeds) {
  return async function makeEnvironments(
    actor: Actor,
    projectId: string,
    { collection, format }: { collection: ImportedCollection; format: ImportPreview['format'] },
    problems: ImportProblem[],
  ) {
    const wanted = [...collection.environments];
    if (collection.variables.length && !haveCollectionScope(format))
      wanted.unshift({ name: collection.title, variables: collection.variables });
    const made: { environmentId: string; environmentName: string }[] = [];
    for (const { name, variables } of wanted) {
      const environmentName = freeName(name.trim() || 'Imported', await environments.namesOf(projectId));
      const { environmentId } = await environments.create(actor, {
        projectId,
        environmentName,
        variables: usableVariables(name, variables, problems),
      });
      made.push({ environmentId, environmentName });
    }
    return made;
  };
}
