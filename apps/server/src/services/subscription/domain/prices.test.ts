import { serviceCatalog } from '@touchstone/contracts/subscription';
import { expect, test } from 'vitest';
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
