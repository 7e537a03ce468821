import { headingOf, type Place } from '../../../shared/testing/place.ts';

export const places: readonly Place[] = [
  {
    name: 'api monitoring',
    visitor: 'administrator',
    openTo: 'everybody',
    path: () => '/api-monitoring',
    ready: (page) => headingOf(page, 'API monitoring'),
  },
];
