import { sharedWorkPool, WorkStopped } from '@touchstone/engine-assert';
import { openApiValidator, soapValidator } from '@touchstone/engine-mock';
import type { ContractValidator } from '@touchstone/engine-mock/core';
import type { Platform } from '../../../../platform/platform.ts';
import { openScopes, type SuiteVariables } from '../../../workspaces/index.ts';
import { activeSuites } from '../../domain/active-suites.ts';
import type { ApiDescription } from '../../domain/imports/read-description.ts';
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

interface MockPlace {
  organizationId: string;
  projectId: string;
}

const readLimitMs = 30_000;

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

  /** A document that takes too long judges nothing; when it came in, it was read under the same limit. */
  const descriptionOf = async (place: MockPlace, input: { text: string; title: string }) => {
    const module = new URL('../../domain/imports/read-description.ts', import.meta.url).href;
    const order = { module, name: 'readDescription', input, limitMs: readLimitMs, subject: 'Reading the document' };
    try {
      return await sharedWorkPool.run<ApiDescription>({
        ...order,
        owner: { ...place, userId: place.projectId },
      });
    } catch (error) {
      if (!(error instanceof WorkStopped)) throw error;
      platform.log.warn({ err: error, ...place }, 'the document of a mock was not read');
      return {};
    }
  };
  const validatorsOf = async (place: MockPlace): Promise<ContractValidator[]> => {
    const documents = await sourcesStore.documents(sql, place.projectId);
    const found = await Promise.all(
      documents.map(({ document, title }) => descriptionOf(place, { text: document, title })),
    );
    return found.flatMap(({ api, basePath, soap }) => [
      ...(api === undefined ? [] : [openApiValidator(api, basePath)]),
      ...(soap === undefined ? [] : [soapValidator(soap)]),
    ]);
  };

  return {
    variablesOf,
    async surroundings(organizationId: string, projectId: string): Promise<MockSurroundings> {
      const [suites, variables, files, validators] = await Promise.all([
        suitesStore.list(sql, projectId),
        variablesOf(projectId),
        filesOf(organizationId, projectId),
        validatorsOf({ organizationId, projectId }),
      ]);
      return { active: activeSuites(suites), ...variables, files, validators };
    },
  };
}
/** ReadMock reads what lies around the stubs of a mock. */
export type ReadMock = ReturnType<typeof createReadMock>;
