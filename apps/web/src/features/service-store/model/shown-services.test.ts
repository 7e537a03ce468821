import { pageFlags } from '@touchstone/contracts/feature-flags';
import { expect, test } from 'vitest';
import { shownServices } from './shown-services.ts';

test('the Desktop category is shown only with its flag [service-store-6]', () => {
  const services = [{ category: 'API_TESTING' }, { category: 'DESKTOP_TESTING' }];
  expect(shownServices(services, { ...pageFlags, isDesktopTestingEnabled: false })).toEqual([
    { category: 'API_TESTING' },
  ]);
  expect(shownServices(services, { ...pageFlags, isDesktopTestingEnabled: true })).toEqual(services);
});
