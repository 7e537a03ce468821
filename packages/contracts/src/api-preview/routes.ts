import { previewRoutes } from '../api-testing/index.ts';

/** The editor's Send, which is a service of its own. */
export const apiPreviewRoutes = previewRoutes;
