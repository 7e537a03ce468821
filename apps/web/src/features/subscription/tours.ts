import type { TourPage } from '../../shared/tours/tour.ts';

const texts = async () => await import('./model/licence-tours.ts');

/** Pages of licences and billing with a tour; the licences have one for administrators and one for others. */
export const subscriptionTours: readonly TourPage[] = [
  {
    path: /^\/account\/subscriptions\/list$/,
    tourIds: ['licences', 'own-licences'],
    load: async () => (await texts()).licenceTours,
  },
  {
    path: /^\/account\/subscriptions\/renew$/,
    tourIds: ['renewal'],
    load: async () => (await texts()).renewalTours,
  },
  { path: /^\/billing-summary$/, tourIds: ['billing-summary'], load: async () => (await texts()).summaryTours },
  {
    path: /^\/api-testing\/billing-history$/,
    tourIds: ['billing-history'],
    load: async () => (await texts()).historyTours,
  },
];
