import { openApiValidator } from '@touchstone/engine-mock';
import { type ContractValidator, importMock } from '@touchstone/engine-mock/core';
import type { Platform } from '../../../../platform/platform.ts';
import { openScopes, type SuiteVariables } from '../../../workspaces/index.ts';
import { activeSuites } from '../../domain/active-suites.ts';
import { filesStore } from '../../store/files.store.ts';
import { sourcesStore } from '../../store/sources.store.ts';
import { suitesStore } from '../../store/suites.store.ts';

/** What the stubs of a mock are read with. */
export interface MockSurroundings {
  /** Suites that are switched on, and so are all around them. */
  active: ReadonlySet<string>;
  variables: ReadonlyMap<string, string>;
  /** Values that must never be shown. */
  secrets: readonly string[];
  files: ReadonlyMap<string, Uint8Array>;
  validators: ContractValidator[];
}

/** createReadMock reads what lies around the stubs of a mock: suites, variables, files, and the documents that requests are judged by. */
export function createReadMock({ platform, suiteVariables }: { platform: Platform; suiteVariables: SuiteVariables }) {
  const { sql } = platform.database;

  const variablesOf = async (projectId: string) => {
    const planned = await suiteVariables.plan([projectId]);
    const { scopes, secrets } = openScopes(platform, [planned[projectId] ?? []]);
    return { variables: new Map(Object.entries((scopes[0] ?? {}) as Record<string, string>)), secrets };
  };

  const filesOf = async (organizationId: string, projectId: string): Promise<Map<string, Uint8Array>> => {
    const found = new Map<string, Uint8Array>();
    for (const { fileName, contentId } of await filesStore.listAll(sql, projectId)) {
      const { stream } = await platform.files.open(organizationId, contentId);
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk as Buffer);
      found.set(fileName, Buffer.concat(chunks));
    }
    return found;
  };

  const validatorsOf = async (projectId: string): Promise<ContractValidator[]> => {
    const validators: ContractValidator[] = [];
    for (const { document, title } of await sourcesStore.documents(sql, projectId)) {
      const { api, basePath } = await importMock(document, title);
      if (api) validators.push(openApiValidator(api, basePath));
    }
    return validators;
  };

  return {
    variablesOf,
    async surroundings(organizationId: string, projectId: string): Promise<MockSurroundings> {
      const [suites, variables, files, validators] = await Promise.all([
        suitesStore.list(sql, projectId),
        variablesOf(projectId),
        filesOf(organizationId, projectId),
        validatorsOf(projectId),
      ]);
      return { active: activeSuites(suites), ...variables, files, validators };
    },
  };
}
/** ReadMock reads what lies around the stubs of a mock. */
export type ReadMock = ReturnType<typeof createReadMock>;
