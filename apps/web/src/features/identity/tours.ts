import type { TourPage } from '../guided-tours/index.ts';

/** The security of the own account has a tour. */
export const identityTours: readonly TourPage[] = [
  {
    path: /^\/account\/security$/,
    tourIds: ['security'],
    load: async () => (await import('./model/security-tours.ts')).securityTours,
  },
];
