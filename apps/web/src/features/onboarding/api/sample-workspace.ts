import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { api } from '../../../shared/api.ts';

/** openSampleWorkspace returns the workspace that tests the sample API, creating it if the user has none. */
export const openSampleWorkspace = () => api.call(apiTestingRoutes.openSampleWorkspace, {});
