import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { api } from '../../../shared/api.ts';

/** openSampleWorkspace gives the workspace that tests the sample API; it is made where the user sees none. */
export const openSampleWorkspace = () => api.call(apiTestingRoutes.openSampleWorkspace, {});
