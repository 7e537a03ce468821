import type { TourPage } from '../../shared/tours/tour.ts';

/** Pages with a tour for administrators of all organizations. */
export const organizationTours: readonly TourPage[] = [
  {
    path: /^\/organization-dashboard$/,
    tourIds: ['organization-dashboard'],
    load: async () => (await import('./model/organization-tours.ts')).organizationPageTours,
  },
  {
    path: /^\/organization-dashboard\/limits$/,
    tourIds: ['organization-limits'],
    load: async () => (await import('./model/organization-tours.ts')).limitTours,
  },
];
