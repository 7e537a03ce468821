-- Licences that differ from the plan of their organization get its type, end and number, as a change of the plan does now.
-- Where users hold more of them than the plan includes, nothing changes: nobody loses access, and the licence page says how many to unassign.
create temporary table plan_step on commit drop as
select organization_id, service_id, plan, ends_at, total, assigned, is_apart,
  case
    when rank_after > rank_before then greatest(total, seats)
    when rank_after = rank_before then total
    else seats
  end as after
from (
  select licence.organization_id, licence.service_id, organization.plan, organization.plan_expires_at as ends_at,
    count(*)::int as total,
    count(licence.user_id)::int as assigned,
    bool_or(licence.plan <> organization.plan or licence.ends_at is distinct from organization.plan_expires_at) as is_apart,
    max(array_position(array['FREE', 'PRO', 'ENTERPRISE'], licence.plan)) as rank_before,
    array_position(array['FREE', 'PRO', 'ENTERPRISE'], organization.plan) as rank_after,
    (array[5, 25, 100])[array_position(array['FREE', 'PRO', 'ENTERPRISE'], organization.plan)] as seats
  from subscription.licence
  join user_management.organization on organization.id = licence.organization_id
  where organization.plan in ('FREE', 'PRO', 'ENTERPRISE')
  group by licence.organization_id, licence.service_id, organization.plan, organization.plan_expires_at
) as service;
--> statement-breakpoint
delete from plan_step
where not is_apart
  or organization_id in (select organization_id from plan_step where assigned > after);
--> statement-breakpoint
update subscription.licence
set plan = plan_step.plan,
  ends_at = plan_step.ends_at,
  starts_at = case when licence.plan = plan_step.plan then licence.starts_at else now() end
from plan_step
where licence.organization_id = plan_step.organization_id and licence.service_id = plan_step.service_id;
--> statement-breakpoint
delete from subscription.licence
where id in (
  select placed.id
  from (
    select id, organization_id, service_id,
      row_number() over (partition by organization_id, service_id order by user_id is null, id) as place
    from subscription.licence
  ) as placed
  join plan_step on placed.organization_id = plan_step.organization_id and placed.service_id = plan_step.service_id
  where placed.place > plan_step.after
);
--> statement-breakpoint
insert into subscription.licence (id, organization_id, service_id, plan, starts_at, ends_at)
select gen_random_uuid(), organization_id, service_id, plan, now(), ends_at
from plan_step, generate_series(1, after - total);
