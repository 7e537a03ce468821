import type { EventStreams } from '../../platform/http/event-stream.ts';
import type { Service } from '../../platform/service.ts';
import type { ApiTesting } from '../api-testing/index.ts';
import type { Runs } from '../runs/index.ts';
import { addNotificationRoutes } from './routes/notifications.routes.ts';

/** createNotifications serves the event streams of runs. */
export function createNotifications(dependencies: {
  runs: Runs;
  apiTesting: Pick<ApiTesting, 'executions'>;
  streams: EventStreams;
}): Service {
  return { name: 'notifications', errors: {}, routes: (registrar) => addNotificationRoutes(registrar, dependencies) };
}
