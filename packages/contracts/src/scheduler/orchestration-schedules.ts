import { z } from 'zod';
import { canRead, route } from '../route.ts';
import { idSchema, pageOf, pageQuery, searchTerm } from '../shared.ts';
import { schedulerJobSchema } from './job.ts';

/** A schedule of a workflow, with its project. */
export const orchestrationScheduleSchema = schedulerJobSchema.extend({ projectName: z.string() });
/** A schedule of a workflow, with its project. */
export type OrchestrationSchedule = z.infer<typeof orchestrationScheduleSchema>;

/** Schedules as shown in test orchestration: across all its projects, for holders of its licence. */
export const orchestrationScheduleRoutes = {
  listSchedules: route({
    service: 'orchestration',
    method: 'GET',
    path: '/api/schedules',
    summary: 'Schedules of workflows over all projects that the caller may open, the one that starts next first',
    access: canRead,
    query: z.strictObject({
      projectId: idSchema.optional().describe('Only of this project'),
      searchTerm,
      state: z.enum(['upcoming', 'completed']).default('upcoming'),
      ...pageQuery,
    }),
    response: pageOf(orchestrationScheduleSchema),
  }),
};
