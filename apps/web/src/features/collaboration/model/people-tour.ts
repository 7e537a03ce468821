import { type Tour, tourOf } from '../../../shared/tours/tour.ts';

const table = 'main table[aria-label="People of the workspace"]';

export const peopleTours: readonly Tour[] = [
  tourOf({
    id: 'people',
    name: 'People',
    needs: `${table} tbody [data-row]`,
    steps: [
      {
        id: 'access',
        title: 'Who opens this workspace',
        text: 'Members of the team edit a shared workspace. A private one opens only for the people listed here, and for administrators.',
        attachTo: { element: 'main [data-tour="workspace-facts"]', side: 'bottom' },
      },
      {
        id: 'role',
        title: 'Roles',
        text: 'Owners invite and remove people, editors change tests, viewers only read.',
        attachTo: { element: `${table} td[data-header="Role"]`, side: 'bottom' },
      },
      {
        id: 'active',
        title: 'Who is here now',
        text: '“Here now” marks people who have the workspace open. What they change appears on your page by itself.',
        attachTo: { element: `${table} td[data-header="Last active"]`, side: 'left' },
      },
      {
        id: 'invite',
        title: 'Invite people',
        text: 'Each person gets a link by e-mail. It is valid for seven days.',
        attachTo: { element: 'main [data-tour="page-actions"]:not(:empty)', side: 'bottom' },
        isOptional: true,
      },
    ],
  }),
];
