/** FeatureDocument exercises one thing that documents hold beyond the request itself. */
export interface FeatureDocument {
  feature: string;
  format: 'postman' | 'openapi';
  document: object;
  /** A text of the document that must be found in what was imported, so that the comparison is not of two empty things. */
  holds: string;
}
