import { administrators } from '@touchstone/contracts';
import { userManagementRoutes } from '@touchstone/contracts/user-management';
import { UserRound } from 'lucide-react';
import { api } from '../../../shared/api.ts';
import type { Search } from '../../../shared/feature/search.ts';
import { userManagementPaths } from '../paths.ts';

const size = 8;

/** searchPeople searches users of the organization, for roles that administer them. */
export const searchPeople: Search = async ({ text, access: { role } }) => {
  if (!text || !administrators.some((known) => known === role)) return [];
  const { content } = await api.call(userManagementRoutes.pageUserNames, { query: { searchTerm: text, size } });
  return [
    {
      title: 'People',
      hits: content.map(({ userId, login, name }) => ({
        id: userId,
        label: name,
        description: login,
        icon: UserRound,
        path: `${userManagementPaths.users}?q=${encodeURIComponent(login)}`,
      })),
    },
  ];
};
