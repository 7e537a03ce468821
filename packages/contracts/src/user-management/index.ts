import { z } from 'zod';
import { canRead, route } from '../route.ts';
import { okSchema } from '../shared.ts';

const service = 'user-management';
export const teamSchema = z.object({
  teamId: z.string(),
  teamUuid: z.string(),
  teamName: z.string(),
  teamDescription: z.string(),
});
export type Team = z.infer<typeof teamSchema>;

export const userManagementRoutes = {
  listTeams: route({
    service,
    method: 'GET',
    path: '/api/team-list',
    access: canRead,
    summary: 'Teams of the caller',
    response: z.array(teamSchema),
  }),
  updateDarkMode: route({
    service,
    method: 'PUT',
    path: '/api/update-dark-mode',
    access: canRead,
    summary: 'Keep the colour scheme of the caller',
    query: z.strictObject({ mode: z.enum(['light', 'dark', 'auto']), login: z.string().optional() }),
    response: okSchema,
  }),
};
