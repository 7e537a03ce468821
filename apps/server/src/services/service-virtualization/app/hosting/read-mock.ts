import { sharedWorkPool, WorkStopped } from '@touchstone/engine-assert';
import { openApiNegotiation, openApiValidator, soapValidator } from '@touchstone/engine-mock';
import type { ContractValidator } from '@touchstone/engine-mock/core';
import type { Platform } from '../../../../platform/platform.ts';
import { openScopes, type SuiteVariables } from '../../../workspaces/index.ts';
import { activeSuites } from '../../domain/active-suites.ts';
import type { ApiDescription, readDescription } from '../../domain/imports/read-description.ts';
import { filesStore } from '../../store/files.store.ts';
import { sourcesStore } from '../../store/sources.store.ts';
import { suitesStore } from '../../store/suites.store.ts';

/** The surroundings of a mock's stubs. */
export interface MockSurroundings {
  /** Suites that are enabled together with all their ancestors. */
  active: ReadonlySet<string>;
  variables: ReadonlyMap<string, string>;
  /** Values that must never be shown. */
  secrets: readonly string[];
  files: ReadonlyMap<string, Uint8Array>;
  validators: ContractValidator[];
  /** What files and validators were built from; they are reused while it is unchanged. */
  readFrom: { contents: ReadonlyMap<string, string>; documents: ReadonlyMap<string, ContractValidator[]> };
}

interface MockPlace {
  organizationId: string;
  projectId: string;
}

const readLimitMs = 30_000;

/**
 * createReadMock reads the surroundings of a mock's stubs: suites, variables, files, and the documents that requests
 * are validated against.
 */
export function createReadMock({ platform, suiteVariables }: { platform: Platform; suiteVariables: SuiteVariables }) {
  const { sql } = platform.database;

  const variablesOf = async (projectId: string) => {
    const planned = await suiteVariables.plan([projectId]);
    const { scopes, secrets } = openScopes(platform, [planned[projectId] ?? []]);
    return { variables: new Map(Object.entries((scopes[0] ?? {}) as Record<string, string>)), secrets };
  };

  const filesOf = async ({ organizationId, projectId }: MockPlace, before: MockSurroundings | undefined) => {
    const files = new Map<string, Uint8Array>();
    const contents = new Map<string, string>();
    for (const { fileName, contentId } of await filesStore.listAll(sql, projectId)) {
      contents.set(fileName, contentId);
      const known = before?.readFrom.contents.get(fileName) === contentId ? before.files.get(fileName) : undefined;
      if (known) {
        files.set(fileName, known);
        continue;
      }
      const { stream } = await platform.files.open(organizationId, contentId);
      const chunks: Buffer[] = [];
      for await (const chunk of stream) chunks.push(chunk as Buffer);
      files.set(fileName, Buffer.concat(chunks));
    }
    return { files, contents };
  };

  /** A document that takes too long validates nothing; its import had the same time limit. */
  const descriptionOf = async (place: MockPlace, input: Parameters<typeof readDescription>[0]) => {
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
  const validatorsOf = async (place: MockPlace, sourceId: string): Promise<ContractValidator[]> => {
    const source = await sourcesStore.find(sql, place.projectId, sourceId);
    if (!source?.document) return [];
    const { api, basePath, soap } = await descriptionOf(place, {
      text: source.document,
      title: source.title,
      named: source.named,
    });
    return [
      ...(api === undefined ? [] : [openApiNegotiation(api, basePath), openApiValidator(api, basePath)]),
      ...(soap === undefined ? [] : [soapValidator(soap)]),
    ];
  };
  const documentsOf = async (place: MockPlace, before: MockSurroundings | undefined) => {
    const found = await sourcesStore.listDocuments(sql, place.projectId);
    return new Map(
      await Promise.all(
        found.map(async ({ id, importedAt }) => {
          const mark = `${id} ${importedAt.getTime()}`;
          return [mark, before?.readFrom.documents.get(mark) ?? (await validatorsOf(place, id))] as const;
        }),
      ),
    );
  };

  return {
    variablesOf,
    /** Reads the current surroundings; unchanged files and documents are taken from `before`. */
    async surroundings(place: MockPlace, before?: MockSurroundings): Promise<MockSurroundings> {
      const [suites, variables, { files, contents }, documents] = await Promise.all([
        suitesStore.list(sql, place.projectId),
        variablesOf(place.projectId),
        filesOf(place, before),
        documentsOf(place, before),
      ]);
      const validators = [...documents.values()].flat();
      return { active: activeSuites(suites), ...variables, files, validators, readFrom: { contents, documents } };
    },
  };
}
/** ReadMock reads the surroundings of a mock's stubs. */
export type ReadMock = ReturnType<typeof createReadMock>;
