import type { Place } from '../../../shared/testing/place.ts';

export const places: readonly Place[] = [
  {
    name: 'help',
    visitor: 'administrator',
    openTo: 'everybody',
    path: () => '/help',
    ready: (page) => page.getByRole('heading', { name: 'Support' }).waitFor(),
  },
];
