import { AppError } from '@touchstone/kernel';
import type { GuardCall, RuledCaller } from '../../../platform/http/call-rules.ts';
import { isSuperRole } from '../../../platform/http/caller.ts';
import { subscriptionErrors } from '../errors.ts';
import type { Licences } from './licences.ts';

/** How long a revoked licence may still be accepted. */
const cacheMs = 5000;
const cacheSize = 10_000;

/**
 * createLicenceGuard rejects calls of a licensed service by users without a licence for it. After the licence has
 * expired, data can still be read and exported, but not changed.
 */
export function createLicenceGuard(licences: Licences, nowMs: () => number): GuardCall {
  const cache = new Map<string, { status: Awaited<ReturnType<Licences['statusFor']>>; untilMs: number }>();
  const statusOf = async (caller: RuledCaller, service: string) => {
    const key = `${caller.userId} ${caller.organizationId} ${service}`;
    const cached = cache.get(key);
    if (cached && cached.untilMs > nowMs()) return cached.status;
    const status = await licences.statusFor(caller.organizationId, caller.userId, service);
    if (cache.size >= cacheSize) cache.clear();
    cache.set(key, { status, untilMs: nowMs() + cacheMs });
    return status;
  };
  return async (route, caller) => {
    if (route.access.kind === 'public' || isSuperRole(caller.role)) return;
    const status = await statusOf(caller, route.service);
    if (status === 'ACTIVE') return;
    if (status === undefined) throw new AppError(subscriptionErrors.noLicence);
    if (route.access.effect === 'write' && !route.access.ignoreExpiry)
      throw new AppError(subscriptionErrors.licenceExpired, { params: { service: route.service } });
  };
}
