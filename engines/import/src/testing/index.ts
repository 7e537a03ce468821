export { type AutomapScore, automapScore } from './automap-score.ts';
export type { FeatureDocument } from './feature-document.ts';
export { featureDocuments } from './feature-documents.ts';
export { labelledApis } from './labelled-apis.ts';
export { zipOf } from './zip-of.ts';
