import { serviceCatalog } from '@touchstone/contracts/subscription';
import type { GivenPlan } from './limits.ts';

/** Price of one licence of one service for a month, in hundredths of the currency. */
export const licenceCents: Readonly<Record<GivenPlan, number>> = { FREE: 0, PRO: 2900, ENTERPRISE: 5900 };

/** Price of a dedicated browser for a month, in hundredths of the currency. */
export const browserCents = 3900;

/** Licences of each service included in a plan. */
export const seatsOfPlan: Readonly<Record<GivenPlan, number>> = { FREE: 5, PRO: 25, ENTERPRISE: 100 };

/** pricesIn lists the prices of all services and plans in a currency. */
export const pricesIn = (currency: string) =>
  serviceCatalog.flatMap(({ uuid, serviceName, category }) =>
    (Object.entries(licenceCents) as [GivenPlan, number][]).map(([planType, monthlyCents]) => ({
      serviceStore: { uuid, serviceName, category },
      planType,
      monthlyCents,
      currency,
    })),
  );
