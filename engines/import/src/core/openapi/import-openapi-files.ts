import type { ResolveDocument } from '../wsdl/wsdl-documents.ts';
import { type ImportedApi, importOpenApi } from './import-openapi.ts';
import { joinOpenApiFiles } from './openapi-files.ts';

/**
 * importOpenApiFiles is `importOpenApi` for a document that references other files, which are read through `resolve`.
 */
export async function importOpenApiFiles(
  text: string,
  options: { baseUrl?: string; location?: string; resolve?: ResolveDocument } = {},
): Promise<ImportedApi> {
  const { resolve, ...rest } = options;
  if (resolve === undefined) return importOpenApi(text, rest);
  const joined = await joinOpenApiFiles(text, { resolve, location: rest.location ?? '' });
  const api = importOpenApi(joined.text, rest);
  return { ...api, problems: [...joined.problems, ...api.problems] };
}
