export { importExcel } from './import-excel.ts';
export { importInWorker, type WorkerLimits } from './import-in-worker.ts';
export type { ImporterName } from './importers.ts';
export { unpackZip } from './unpack-zip.ts';
