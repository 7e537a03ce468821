import { LandPlot } from 'lucide-react';
import { defineFeature, type EntryGuard } from '../../shared/feature/feature.ts';
import { superRoles } from '../../shared/organization/chosen-organization.ts';
import { enterChosenOrganization } from '../../shared/organization/enter-organization.ts';
import { organizationPaths } from './paths.ts';

/** Administrators of all organizations choose one before they enter its pages. */
const askForOrganization: EntryGuard = async ({ scope }) =>
  (await enterChosenOrganization()) || scope !== 'organization' ? undefined : organizationPaths.dashboard;

export const organizationsFeature = defineFeature({
  id: 'organizations',
  scope: 'installation',
  routes: [
    {
      path: organizationPaths.dashboard,
      roles: superRoles,
      lazy: async () => ({ Component: (await import('./pages/organizations.page.tsx')).OrganizationsPage }),
    },
    {
      path: organizationPaths.limits,
      roles: superRoles,
      lazy: async () => ({ Component: (await import('./pages/limits.page.tsx')).LimitsPage }),
    },
  ],
  menus: [{ menus: ['profile'], label: 'Organization Dashboard', icon: LandPlot, path: organizationPaths.dashboard }],
  guards: [askForOrganization],
  tours: async () => (await import('./tours.ts')).organizationTours,
});
