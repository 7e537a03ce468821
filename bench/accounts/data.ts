import { serviceCatalog } from '@touchstone/contracts/subscription';

/** The amounts of data. The large organization has its own share of everything, the others divide the rest. */
export const amounts = {
  organizations: 2000,
  users: 100_000,
  teams: 5000,
  usersOfLargest: 20_000,
  teamsOfLargest: 1000,
  workspaces: 300,
  runs: 20_000,
};

/**
 * statementsFor returns the statements that fill a database in bulk; the organization becomes the largest. Both ids
 * come from the database itself.
 */
export const statementsFor = ({ organizationId, adminId }: { organizationId: string; adminId: string }): string[] => [
  `insert into user_management.organization (id, name, plan, plan_expires_at, created_at)
   select gen_random_uuid(), 'Company ' || n, (array['FREE', 'PRO', 'ENTERPRISE'])[1 + n % 3],
     case when n % 4 = 0 then null else now() + (n % 400 - 100) * interval '1 day' end, now() - n * interval '1 hour'
   from generate_series(1, ${amounts.organizations - 1}) n`,
  `with place as (select id, row_number() over (order by created_at desc) - 1 as place from user_management.organization where id <> '${organizationId}'::uuid),
   spread as (
     select n, case when n <= ${amounts.usersOfLargest - 1} then '${organizationId}'::uuid end as largest, n % ${amounts.organizations - 1} as place
     from generate_series(1, ${amounts.users - 1}) n
   )
   insert into user_management."user" (id, organization_id, email, first_name, last_name, role, active, activated_at, last_login_at)
   select gen_random_uuid(), coalesce(s.largest, p.id), 'person-' || s.n || '@company.test',
     (array['Ada', 'Grace', 'Alan', 'Edsger', 'Barbara', 'Donald', 'Radia', 'Leslie', 'Niklaus', 'Frances'])[1 + s.n % 10], 'Member ' || s.n,
     case when s.n % 50 = 0 then 'ROLE_ADMIN' when s.n % 20 = 0 then 'ROLE_GUEST' else 'ROLE_USER' end,
     s.n % 100 <> 1, case when s.n % 30 = 0 then null else now() end, now() - (s.n % 90) * interval '1 day'
   from spread s join place p using (place)`,
  `with place as (select id, row_number() over (order by created_at desc) - 1 as place from user_management.organization where id <> '${organizationId}'::uuid)
   insert into user_management.team (id, organization_id, name, created_at)
   select gen_random_uuid(), case when n <= ${amounts.teamsOfLargest} then '${organizationId}'::uuid else p.id end, 'Crew ' || n, now() - n * interval '1 minute'
   from generate_series(1, ${amounts.teams - 1}) n join place p on p.place = n % ${amounts.organizations - 1}`,
  `with members as (select id, organization_id, row_number() over (partition by organization_id order by id) as place from user_management."user"),
   crews as (
     select id, organization_id, row_number() over (partition by organization_id order by id) - 1 as place, count(*) over (partition by organization_id) as total
     from user_management.team
   )
   insert into user_management.team_member (team_id, user_id)
   select c.id, m.id from members m join crews c on c.organization_id = m.organization_id and c.place = m.place % c.total on conflict do nothing`,
  // A tenth of the large organization's licences is free; some of the others have expired.
  `insert into subscription.licence_grant (organization_id)
   select id from user_management.organization on conflict do nothing`,
  `insert into subscription.licence (id, organization_id, service_id, plan, starts_at, ends_at, user_id)
   select gen_random_uuid(), organization_id, '${serviceCatalog[0]?.uuid}', 'PRO', now() - interval '90 days',
     case when place % 7 = 0 then now() - interval '1 day' else now() + interval '200 days' end, case when place % 10 <> 0 then id end
   from (select id, organization_id, row_number() over (order by id) as place from user_management."user" where id <> '${adminId}'::uuid) u`,
  `insert into subscription.seat_offer (user_id)
   select id from user_management."user" where id <> '${adminId}'::uuid on conflict do nothing`,
  `with crews as (select id, row_number() over (order by created_at) as place from user_management.team where organization_id = '${organizationId}'::uuid)
   insert into workspaces.project (id, organization_id, team_id, name, workspace_type, workspace_plan, created_by, created_at, updated_at)
   select gen_random_uuid(), '${organizationId}'::uuid, id, 'Workspace ' || place, 'PRIVATE', 'PRO', '${adminId}'::uuid, now() - place * interval '1 hour', now()
   from crews where place <= ${amounts.workspaces}`,
  // A plan of a kilobyte, as runs have: makes reading rows instead of an index noticeable.
  `with places as (select id, row_number() over (order by created_at) - 1 as place from workspaces.project where organization_id = '${organizationId}'::uuid),
   people as (select id, row_number() over (order by id) - 1 as place from user_management."user" where organization_id = '${organizationId}'::uuid)
   insert into runs.run (id, organization_id, project_id, kind, name, status, plan, label, total, created_by, created_by_name, created_at, started_at, finished_at)
   select gen_random_uuid(), '${organizationId}'::uuid, p.id, case when n % 8 = 0 then 'api-performance' else 'api-functional' end, 'Run ' || n,
     (array['passed', 'passed', 'passed', 'failed', 'error'])[1 + n % 5], jsonb_build_object('variables', repeat(md5(n::text), 32)), '{}', 1, u.id, 'Somebody',
     t.at, t.at + interval '1 second', t.at + interval '40 seconds'
   from generate_series(1, ${amounts.runs}) n
   cross join lateral (select now() - n * interval '6 minutes' as at) t
   join places p on p.place = n % (select count(*) from places)
   join people u on u.place = n % (select count(*) from people)`,
];
