export type { FeatureDocument } from './feature-document.ts';
export { featureDocuments } from './feature-documents.ts';
