import { importJmeter } from '../core/import-jmeter.ts';
import { importOpenApi } from '../core/import-openapi.ts';
import { importWsdl } from '../core/import-wsdl.ts';
import { importExcel } from './import-excel.ts';

/** The importers that a worker can run, by name; values that they take and give can be sent between threads. */
export const importers = {
  openapi: importOpenApi,
  wsdl: importWsdl,
  jmeter: importJmeter,
  excel: importExcel,
} as const;

export type ImporterName = keyof typeof importers;
