import { importBruno } from '../core/bruno/import-bruno.ts';
import { importCurl } from '../core/curl/import-curl.ts';
import { importHar } from '../core/har/import-har.ts';
import { importHoppscotch } from '../core/hoppscotch/import-hoppscotch.ts';
import { importInsomnia } from '../core/insomnia/import-insomnia.ts';
import { importJmeter } from '../core/jmeter/import-jmeter.ts';
import { importOpenApiFiles } from '../core/openapi/import-openapi-files.ts';
import { importPostman, importPostmanEnvironment } from '../core/postman/import-postman.ts';
import { importWsdl } from '../core/wsdl/import-wsdl.ts';
import { importExcel } from './import-excel.ts';

/** The importers that a worker can run, by name; values that they take and give can be sent between threads. */
export const importers = {
  openapi: importOpenApiFiles,
  wsdl: importWsdl,
  jmeter: importJmeter,
  excel: importExcel,
  postman: importPostman,
  postmanEnvironment: importPostmanEnvironment,
  curl: importCurl,
  har: importHar,
  insomnia: importInsomnia,
  bruno: importBruno,
  hoppscotch: importHoppscotch,
} as const;

/** Name of an importer that the worker knows. */
export type ImporterName = keyof typeof importers;
