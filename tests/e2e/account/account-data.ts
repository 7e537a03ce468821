import type { Page } from '@playwright/test';
import { chooseOrganization, signInPage } from '../browser-session.ts';
import { control, type Person } from '../control.ts';

const dayMs = 24 * 3600_000;
/** The catalog's id of the service "API Testing". */
export const apiTesting = '01970000-0000-7000-8000-000000000001';

/** endPlan moves the end of an organization's plan and licences, by days from now. */
export async function endPlan(
  { organizationId }: Pick<Person, 'organizationId'>,
  plan: 'FREE' | 'PRO',
  days: number,
): Promise<void> {
  const endsAt = new Date(Date.now() + days * dayMs).toISOString();
  await control('sql', {
    text: 'update user_management.organization set plan = $2, plan_expires_at = $3 where id = $1',
    values: [organizationId, plan, endsAt],
  });
  await control('sql', {
    text: 'update subscription.licence set ends_at = $2 where organization_id = $1',
    values: [organizationId, endsAt],
  });
}

/** endLicences lets the licences expire while the plan is still valid. */
export const endLicences = ({ organizationId }: Person) =>
  control('sql', {
    text: "update subscription.licence set ends_at = now() - interval '1 day' where organization_id = $1",
    values: [organizationId],
  });

/** crowd adds users, each with a licence, and teams. */
export async function crowd({ organizationId }: Person, count: number): Promise<void> {
  await control('sql', {
    text: `with added as (
        insert into user_management."user" (id, organization_id, email, first_name, last_name, role)
        select gen_random_uuid(), $1::uuid, 'crowd-' || n || '-' || $1::uuid::text || '@example.test', 'Crowd', 'Member ' || n, 'ROLE_USER'
        from generate_series(1, $2::int) n returning id
      )
      insert into subscription.licence (id, organization_id, service_id, plan, starts_at, user_id)
      select gen_random_uuid(), $1::uuid, $3::uuid, 'PRO', now(), id from added`,
    values: [organizationId, count, apiTesting],
  });
  await control('sql', {
    text: `insert into user_management.team (id, organization_id, name, description)
      select gen_random_uuid(), $1::uuid, 'Crew ' || n, '' from generate_series(1, $2::int) n`,
    values: [organizationId, count],
  });
}

/** addDevice adds an organization's own device. */
export const addDevice = ({ organizationId }: Person, name: string) =>
  control('sql', {
    text: `insert into subscription.infrastructure_licence
        (id, organization_id, kind, name, operating_system, subscription_type, state, months, ends_at)
      values (gen_random_uuid(), $1, 'DEVICE', $2, 'Android', 'DEDICATED', 'ACTIVE', 1, now() + interval '20 days')`,
    values: [organizationId, name],
  });

/** signInSuperAdmin signs in a super administrator who acts for the person's organization. */
export async function signInSuperAdmin(page: Page, person: Person, origin: string): Promise<void> {
  await signInPage(page, person, origin);
  await chooseOrganization(page, person);
}
