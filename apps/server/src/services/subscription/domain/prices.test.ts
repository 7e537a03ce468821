import { serviceCatalog } from '@touchstone/contracts/subscription';
import { expect, test } from 'vitest';
import { limitDefinitions } from './limits.ts';
import { browserCents, licenceCents, pricesIn, seatsOfPlan } from './prices.ts';

test('every service has a price in every plan, in hundredths of the currency', () => {
  const prices = pricesIn('CHF');
  expect(prices).toHaveLength(serviceCatalog.length * 3);
  for (const { uuid, serviceName, category } of serviceCatalog) {
    const serviceStore = { uuid, serviceName, category };
    expect(prices.filter((price) => price.serviceStore.uuid === uuid)).toEqual([
      { serviceStore, planType: 'FREE', monthlyCents: 0, currency: 'CHF' },
      { serviceStore, planType: 'PRO', monthlyCents: 2900, currency: 'CHF' },
      { serviceStore, planType: 'ENTERPRISE', monthlyCents: 5900, currency: 'CHF' },
    ]);
  }
  expect([licenceCents.PRO, licenceCents.ENTERPRISE, browserCents]).toEqual([2900, 5900, 3900]);
});

test('a higher plan includes more licences', () => {
  expect(seatsOfPlan).toEqual({ FREE: 5, PRO: 25, ENTERPRISE: 100 });
});

test.each([
  ['EXECUTIONS_PER_DAY', 100, null],
  ['VIRTUAL_USERS', 1000, null],
  ['MAX_TIMESPAN_MINUTES', 5, null],
  ['SHARED_BROWSERS', 1, 10],
  ['SHARED_DEVICES', 1, 10],
])('%s: %s in the free plan, %s in Pro, no limit in Enterprise', (name, free, pro) => {
  expect(limitDefinitions[name]?.byPlan).toEqual({ FREE: free, PRO: pro, ENTERPRISE: null });
  expect(limitDefinitions[name]?.description).not.toBe('');
});
