import { defineService } from '../../platform/service.ts';
import { monitoringSettings } from './config.ts';
import { apiMonitoringErrors } from './errors.ts';
import { createApiMonitoring, needs } from './service.ts';

/** apiMonitoringService monitors APIs: projects, monitors, their checks, incidents and reports; see the README. */
export const apiMonitoringService = defineService<undefined, typeof needs, typeof monitoringSettings>({
  name: 'api-monitoring',
  needs,
  config: monitoringSettings,
  errors: apiMonitoringErrors,
  migrations: new URL('./store/migrations/', import.meta.url),
  create: createApiMonitoring,
});
