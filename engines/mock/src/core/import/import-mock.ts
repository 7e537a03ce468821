import { detectFormat, joinOpenApiFiles } from '@touchstone/engine-import/core';
import { importCurlMock, importHarMock, importPostmanMock, importWsdlMock } from './import-collection.ts';
import { importMockoon } from './import-mockoon.ts';
import { importOpenApiMock, type OpenApiMockOptions } from './import-openapi-mock.ts';
import { importWireMock } from './import-wiremock.ts';
import { type ImportedMock, type NamedDocuments, problemsOf } from './imported-mock.ts';

/** MockFormat is a kind of document that a mock can be imported from. */
export type MockFormat = 'wiremock' | 'mockoon' | 'openapi' | 'postman' | 'har' | 'wsdl' | 'curl';

/** detectMockFormat returns the format of a document; undefined if no mock can be made from it. */
export function detectMockFormat(text: string, fileName: string): MockFormat | undefined {
  const content = text.replace(/^\uFEFF/, '').trimStart();
  const ofJson = /^[[{]/.test(content) ? jsonFormat(content, fileName) : undefined;
  if (ofJson !== undefined) return ofJson;
  const { format } = detectFormat(text, fileName);
  return format !== undefined && ofOthers.has(format) ? (format as MockFormat) : undefined;
}

const ofOthers: ReadonlySet<string> = new Set(['openapi', 'postman', 'har', 'wsdl', 'curl']);

function jsonFormat(content: string, fileName: string): MockFormat | undefined {
  try {
    const value: unknown = JSON.parse(content);
    const first: unknown = Array.isArray(value) ? value[0] : value;
    if (typeof first !== 'object' || first === null) return undefined;
    if (Array.isArray((first as { mappings?: unknown }).mappings)) return 'wiremock';
    if ('routes' in first && ('endpointPrefix' in first || 'lastMigration' in first)) return 'mockoon';
    return 'request' in first && 'response' in first && !('log' in first) ? 'wiremock' : undefined;
  } catch {
    return fileName.includes('mappings/') ? 'wiremock' : undefined;
  }
}

/**
 * importMock makes a mock from a document in any of these formats. It never throws; anything that could not be read is
 * in `problems`.
 */
export async function importMock(
  text: string,
  fileName: string,
  options: OpenApiMockOptions & NamedDocuments = {},
): Promise<ImportedMock> {
  const format = detectMockFormat(text, fileName);
  switch (format) {
    case 'wiremock':
      return importWireMock(text, fileName);
    case 'mockoon':
      return importMockoon(text);
    case 'openapi':
      return importOpenApiFilesMock(text, options);
    case 'postman':
      return importPostmanMock(text);
    case 'har':
      return importHarMock(text);
    case 'wsdl':
      return importWsdlMock(text, options);
    case 'curl':
      return importCurlMock(text);
    default:
      return {
        title: fileName,
        stubs: [],
        resources: [],
        problems: [
          {
            path: fileName,
            message:
              'This is not a document that a mock can be made of. Give WireMock mappings, OpenAPI, Postman, HAR, Mockoon, WSDL or curl commands.',
          },
        ],
      };
  }
}

async function importOpenApiFilesMock(
  text: string,
  { location = '', resolve, ...options }: OpenApiMockOptions & NamedDocuments,
): Promise<ImportedMock> {
  if (resolve === undefined) return importOpenApiMock(text, options);
  const joined = await joinOpenApiFiles(text, { location, resolve });
  const mock = importOpenApiMock(joined.text, options);
  return { ...mock, problems: [...problemsOf(joined.problems), ...mock.problems] };
}
