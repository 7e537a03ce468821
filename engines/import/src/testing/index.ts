export { type FeatureDocument, featureDocuments } from './feature-documents.ts';
