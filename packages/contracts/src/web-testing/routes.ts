import { repositoryCalls } from '../test-repository/index.ts';

/** Every call of web testing. */
export const webTestingRoutes = repositoryCalls('web-testing');
