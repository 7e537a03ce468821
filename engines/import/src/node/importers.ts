/**
 * An importer that is loaded on first use: a worker runs only one, and loading all of them takes longer than most
 * imports.
 */
const loaded =
  <Input extends unknown[], Result>(load: () => Promise<(...input: Input) => Result>) =>
  async (...input: Input): Promise<Awaited<Result>> =>
    await (await load())(...input);

/** The importers that a worker can run, by name; their arguments and results can be sent between threads. */
export const importers = {
  openapi: loaded(async () => (await import('../core/openapi/import-openapi-files.ts')).importOpenApiFiles),
  wsdl: loaded(async () => (await import('../core/wsdl/import-wsdl.ts')).importWsdl),
  jmeter: loaded(async () => (await import('../core/jmeter/import-jmeter.ts')).importJmeter),
  excel: loaded(async () => (await import('./import-excel.ts')).importExcel),
  postman: loaded(async () => (await import('../core/postman/import-postman.ts')).importPostman),
  postmanEnvironment: loaded(async () => (await import('../core/postman/import-postman.ts')).importPostmanEnvironment),
  curl: loaded(async () => (await import('../core/curl/import-curl.ts')).importCurl),
  har: loaded(async () => (await import('../core/har/import-har.ts')).importHar),
  insomnia: loaded(async () => (await import('../core/insomnia/import-insomnia.ts')).importInsomnia),
  bruno: loaded(async () => (await import('../core/bruno/import-bruno.ts')).importBruno),
  hoppscotch: loaded(async () => (await import('../core/hoppscotch/import-hoppscotch.ts')).importHoppscotch),
} as const;

/** Name of an importer that the worker knows. */
export type ImporterName = keyof typeof importers;
