import type { FeatureDocument } from './feature-document.ts';
import { openapiFeatures } from './openapi-features.ts';
import { postmanFeatures } from './postman-features.ts';

/** Documents for each feature, in the formats that support it. */
export const featureDocuments: FeatureDocument[] = [
  ...postmanFeatures.map((entry) => ({ ...entry, format: 'postman' as const })),
  ...openapiFeatures.map((entry) => ({ ...entry, format: 'openapi' as const })),
];
