/** FeatureDocument exercises one documentation feature beyond the request itself. */
export interface FeatureDocument {
  feature: string;
  format: 'postman' | 'openapi';
  document: object;
  /**
   * A string in the document that must occur in the import, so that the comparison is never between two empty results.
   */
  holds: string;
}
