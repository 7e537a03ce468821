import { subscriptionRoutes as calls } from '@touchstone/contracts/subscription';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { Billing } from '../app/billing.ts';
import type { Infrastructure } from '../app/infrastructure.ts';
import type { Licences } from '../app/licences.ts';
import type { Limits } from '../app/limits.ts';
import type { OutsideLinks } from '../app/outside-links.ts';
import type { Plans } from '../app/plans.ts';
import type { ServiceStore } from '../app/service-store.ts';

export function addPlanRoutes(registrar: Registrar, plans: Plans, limits: Limits): void {
  registrar.add(calls.getPlan, ({ caller }) => plans.get(caller));
  registrar.add(calls.updatePopupStatus, ({ caller, query }) => plans.closePopup(caller, query));
  registrar.add(calls.extendLicensePeriod, ({ caller, query }) => plans.extend(caller, query.date));
  registrar.add(calls.listPrices, async () => plans.prices());
  registrar.add(calls.listOwnLimits, ({ caller }) => limits.list(caller.organizationId));
  registrar.add(calls.findLimits, ({ caller, query }) => limits.find(caller, query.limitName));
  registrar.add(calls.updateUserLimit, ({ caller, body }) => limits.override(caller, body));
  registrar.add(calls.addLimit, ({ caller, body }) => limits.add(caller, body));
}

export function addLicenceRoutes(registrar: Registrar, licences: Licences): void {
  registrar.add(calls.countByService, ({ caller }) => licences.countByService(caller));
  registrar.add(calls.countActiveLicences, ({ caller }) => licences.countAll(caller));
  registrar.add(calls.pageLicencesOfService, ({ caller, query }) => licences.pageOfService(caller, query));
  registrar.add(calls.pageUsersWithoutLicence, ({ caller, query }) => licences.pageUsersWithout(caller, query));
  registrar.add(calls.listLicencesOfSelectedUser, ({ caller, query }) => licences.ofSelectedUser(caller, query.login));
  registrar.add(calls.listOwnLicences, ({ caller }) => licences.own(caller));
  registrar.add(calls.countExpiredLicences, ({ caller }) => licences.countExpired(caller));
  registrar.add(calls.pageExpiredLicences, ({ caller, query }) => licences.pageExpired(caller, query));
  registrar.add(calls.assignLicence, ({ caller, query }) => licences.assign(caller, query.licenseUuid, query.userId));
  registrar.add(calls.unassignLicence, ({ caller, query }) => licences.unassign(caller, query.uuid));
  registrar.add(calls.countLicencesByStatus, ({ query }) => licences.countByStatus(query.organizationId));
}

export function addInfrastructureRoutes(registrar: Registrar, infrastructure: Infrastructure): void {
  registrar.add(calls.listBrowserSubscriptions, ({ caller, params }) =>
    infrastructure.ofTeam(caller, 'BROWSER', params.teamId),
  );
  registrar.add(calls.listActiveBrowserSubscriptions, async ({ caller, params }) =>
    (await infrastructure.ofTeam(caller, 'BROWSER', params.teamId)).filter(
      ({ subscriptionStatus }) => subscriptionStatus === 'ACTIVE',
    ),
  );
  registrar.add(calls.addBrowserSubscriptions, ({ caller, body }) => infrastructure.orderBrowsers(caller, body));
  registrar.add(calls.listDeviceSubscriptionsOfTeam, ({ caller, query }) =>
    infrastructure.ofTeam(caller, 'DEVICE', query.teamId),
  );
  registrar.add(calls.listDeviceSubscriptions, ({ caller }) => infrastructure.all(caller, 'DEVICE'));
  registrar.add(calls.listBrowserLicences, ({ caller }) => infrastructure.all(caller, 'BROWSER'));
  registrar.add(calls.listDedicatedBrowsers, ({ caller }) => infrastructure.all(caller, 'BROWSER', 'DEDICATED'));
  registrar.add(calls.listDedicatedDevices, ({ caller }) => infrastructure.all(caller, 'DEVICE', 'DEDICATED'));
  registrar.add(calls.listActiveSharedDevices, async ({ caller }) =>
    (await infrastructure.all(caller, 'DEVICE', 'SHARED')).filter(
      ({ subscriptionStatus }) => subscriptionStatus === 'ACTIVE',
    ),
  );
  registrar.add(calls.listActiveBrowsers, () => infrastructure.offered());
  registrar.add(calls.listBrowserVersions, () => infrastructure.versions());
  registrar.add(calls.listBrowsersByOperatingSystem, async ({ query }) =>
    (await infrastructure.offered()).filter(({ operatingSystem }) => operatingSystem === query.operatingSystem),
  );
  registrar.add(calls.getSharedConcurrencyLimit, ({ caller }) =>
    infrastructure.concurrencyLimit(caller.organizationId),
  );
  registrar.add(calls.cancelSubscription, ({ caller, params }) => infrastructure.cancel(caller, params.id));
  registrar.add(calls.cancelConcurrency, ({ caller, query }) => infrastructure.cancelConcurrency(caller, query.type));
  registrar.add(calls.assignInfrastructureLicence, ({ caller, query }) =>
    infrastructure.assign(caller, 'BROWSER', query.uuid, query.teamId),
  );
  registrar.add(calls.assignDeviceLicence, ({ caller, query }) =>
    infrastructure.assign(caller, 'DEVICE', query.uuid, query.teamId),
  );
  registrar.add(calls.unassignInfrastructureLicence, ({ caller, query }) =>
    infrastructure.unassign(caller, 'BROWSER', query.uuid),
  );
  registrar.add(calls.unassignDeviceLicence, ({ caller, query }) =>
    infrastructure.unassign(caller, 'DEVICE', query.uuid),
  );
}

export function addServiceStoreRoutes(registrar: Registrar, store: ServiceStore, links: OutsideLinks): void {
  registrar.add(calls.listServices, ({ caller }) => store.list(caller));
  registrar.add(calls.listExternalApplications, async () => links.externalApplications());
  registrar.add(calls.getOutsideLinks, async () => ({
    insightDashboard: links.insightDashboard(),
    downloads: links.downloads(),
  }));
  registrar.add(calls.getService, ({ caller, params }) => store.get(caller, params.id));
  registrar.add(calls.addServicesToTeam, ({ caller, body }) => store.setOfTeam(caller, body.teamId, body.serviceIds));
  registrar.add(calls.addService, ({ caller, body }) => store.add(caller, body.serviceId));
  registrar.add(calls.selectService, ({ caller, body }) => store.select(caller, body.serviceId, body.teamId));
  registrar.add(calls.listTeamsWithServices, ({ caller, query }) => store.teamsWithServices(caller, query.teamId));
}

export function addBillingRoutes(registrar: Registrar, billing: Billing): void {
  registrar.add(calls.getBillingInformation, ({ caller }) => billing.get(caller));
  registrar.add(calls.saveBillingInformation, ({ caller, body }) => billing.save(caller, body));
  registrar.add(calls.saveBillingInformationOnboarding, ({ caller, body }) => billing.save(caller, body));
  registrar.add(calls.confirmBillingInformation, ({ caller, query }) =>
    billing.confirm(caller, query.billingInformationId),
  );
  registrar.add(calls.renewLicences, ({ caller, body }) => billing.orderRenewal(caller, body));
  registrar.add(calls.pageInvoices, ({ caller, query }) => billing.page(caller, query));
  registrar.add(calls.confirmInvoice, ({ caller, query }) => billing.confirmPayment(caller, query.invoiceId));
  registrar.add(calls.downloadInvoice, async ({ caller, params, reply }) => {
    const { fileName, content } = await billing.pdf(caller, params.id);
    return reply
      .type('application/pdf')
      .header('content-disposition', `attachment; filename="${fileName}"`)
      .send(content);
  });
}
