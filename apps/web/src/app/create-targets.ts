import { apiTestingCreateTarget } from '../features/api-testing/index.ts';
import type { CreateTarget } from '../features/global-create/index.ts';

/** The services in which the global create dialog creates something. */
export const createTargets: readonly CreateTarget[] = [apiTestingCreateTarget];
