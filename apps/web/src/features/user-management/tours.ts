import type { TourPage } from '../../shared/tours/tour.ts';

/** Pages of users and teams, and the user's profile, with a tour. */
export const userManagementTours: readonly TourPage[] = [
  {
    path: /^\/account\/users$/,
    tourIds: ['account-users', 'account-teams'],
    load: async () => (await import('./model/account-tours.ts')).userTours,
  },
  {
    path: /^\/profile$/,
    tourIds: ['profile'],
    load: async () => (await import('./model/account-tours.ts')).profileTours,
  },
];
