export { applyLinks } from './automap/apply-links.ts';
export { type Automap, type AutomapLink, automap } from './automap/automap.ts';
export type { ConsumedPlace } from './automap/consumed-values.ts';
export { type BrunoFile, importBruno } from './bruno/import-bruno.ts';
export { importCurl } from './curl/import-curl.ts';
export { type DetectedFormat, detectFormat, type ImportFormat } from './detect-format.ts';
export type {
  DocumentedContent,
  DocumentedCredential,
  DocumentedParameter,
  DocumentedResponse,
  ExampleRequest,
  SavedExample,
  StepDocumentation,
} from './documentation.ts';
export { type CurlOptions, exportCurl } from './export/export-curl.ts';
export { exportHar } from './export/export-har.ts';
export type { ExportSource } from './export/export-source.ts';
export { type ExportFormat, type ExportLoss, exportCollection, lossesOf } from './export/losses.ts';
export { exportOpenApi } from './export/openapi/export-openapi.ts';
export { exportPostman } from './export/postman/export-postman.ts';
export { type SnippetLanguage, snippet, snippetLanguages, snippets } from './export/snippets.ts';
export { decodeText, type GivenFile, GivenFiles, mainFile } from './given-files.ts';
export { type HarOptions, importHar } from './har/import-har.ts';
export { importHoppscotch } from './hoppscotch/import-hoppscotch.ts';
export { importAny } from './import-any.ts';
export type { ImportedCollection, ImportedFolder, ImportedStep, ImportedVariable } from './imported-collection.ts';
export { importInsomnia } from './insomnia/import-insomnia.ts';
export { importJmeter } from './jmeter/import-jmeter.ts';
export type { RequestPart } from './merge/merge-parts.ts';
export {
  type MergedRequest,
  mergePieces,
  mergeReimport,
  type ReimportChoices,
  type ReimportMerge,
} from './merge/merge-reimport.ts';
export type { FileOptions, NamedFiles } from './named-files.ts';
export {
  type DescribedAnswer,
  type DescribedApi,
  type DescribedInput,
  type DescribedOperation,
  describeOpenApi,
} from './openapi/describe-openapi.ts';
export { type ImportedApi, importOpenApi } from './openapi/import-openapi.ts';
export { importOpenApiFiles } from './openapi/import-openapi-files.ts';
export { joinOpenApiFiles } from './openapi/openapi-files.ts';
export { importPostman, importPostmanEnvironment } from './postman/import-postman.ts';
export type { ImportProblem } from './problems.ts';
export type { DescribedSoap, SoapOperation } from './wsdl/describe-soap.ts';
export { importWsdl, type WsdlOptions } from './wsdl/import-wsdl.ts';
export { SoapJudge, versionOf } from './wsdl/judge-soap.ts';
export { joinLocation, type ResolveDocument } from './wsdl/wsdl-documents.ts';
