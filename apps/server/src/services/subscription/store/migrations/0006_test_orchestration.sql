-- Test Orchestration can be licensed apart from API testing. Workflows needed the licence of API testing before, so each organization gets
-- as many licences of the new service, of the same type and to the same end, held by the same users.
insert into subscription.licence (id, organization_id, service_id, plan, starts_at, ends_at, user_id)
select gen_random_uuid(), organization_id, '01970000-0000-7000-8000-000000000002', plan, starts_at, ends_at, user_id
from subscription.licence
where service_id = '01970000-0000-7000-8000-000000000001';
