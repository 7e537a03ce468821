import { importBruno } from './bruno/import-bruno.ts';
import { importCurl } from './curl/import-curl.ts';
import { type DetectedFormat, detectFormat, type ImportFormat } from './detect-format.ts';
import { importHar } from './har/import-har.ts';
import { importHoppscotch } from './hoppscotch/import-hoppscotch.ts';
import type { ImportedCollection } from './imported-collection.ts';
import { importInsomnia } from './insomnia/import-insomnia.ts';
import { importJmeter } from './jmeter/import-jmeter.ts';
import { importOpenApi } from './openapi/import-openapi.ts';
import { importPostman, importPostmanEnvironment } from './postman/import-postman.ts';
import { importWsdl } from './wsdl/import-wsdl.ts';

const importers: Partial<Record<ImportFormat, (text: string) => ImportedCollection | Promise<ImportedCollection>>> = {
  openapi: (text) => importOpenApi(text),
  postman: importPostman,
  postmanEnvironment: importPostmanEnvironment,
  curl: importCurl,
  har: (text) => importHar(text),
  insomnia: importInsomnia,
  bruno: importBruno,
  hoppscotch: importHoppscotch,
  wsdl: (text) => importWsdl(text),
  jmeter: (text) => importJmeter(text),
};

/**
 * importAny detects the format of a text and imports it. It never throws: an unknown format results in a collection
 * without requests and the reason as its problem. Excel workbooks are binary and have an import function of their own.
 */
export async function importAny(
  text: string,
  fileName?: string,
): Promise<ImportedCollection & { detected: DetectedFormat }> {
  const detected = detectFormat(text, fileName);
  const read = detected.format === undefined ? undefined : importers[detected.format];
  if (read !== undefined) return { ...(await read(text)), detected };
  const hint =
    detected.format === 'excel'
      ? 'Import an Excel workbook as a file.'
      : 'Give an OpenAPI, Postman, WSDL, curl, HAR, Insomnia, Bruno, Hoppscotch or JMeter document.';
  return {
    title: '',
    servers: [],
    steps: [],
    variables: [],
    environments: [],
    problems: [{ place: 'document', reason: `${detected.reason} ${hint}` }],
    detected,
  };
}
