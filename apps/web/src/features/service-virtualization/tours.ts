import type { TourPage } from '../../shared/tours/tour.ts';

const load = async () => await import('./model/virtualization-tours.ts');

/** Pages of service virtualization with a tour. */
export const virtualizationTours: readonly TourPage[] = [
  {
    path: /^\/service-virtualization$/,
    tourIds: ['service-virtualization', 'service-virtualization-without-data'],
    load: async () => (await load()).overviewTours,
  },
  {
    path: /^\/service-virtualization\/asset$/,
    tourIds: ['service-virtualization-asset'],
    load: async () => (await load()).assetTours,
  },
  {
    path: /^\/service-virtualization\/journal$/,
    tourIds: ['service-virtualization-journal'],
    load: async () => (await load()).journalTours,
  },
  {
    path: /^\/service-virtualization\/recording$/,
    tourIds: ['service-virtualization-recording'],
    load: async () => (await load()).recordingTours,
  },
  {
    path: /^\/service-virtualization\/drift$/,
    tourIds: ['service-virtualization-drift'],
    load: async () => (await load()).driftTours,
  },
];
