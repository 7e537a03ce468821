-- Runs of before get the numbers of their projects in the order in which they were started; parts of runs have none.
WITH batch AS MATERIALIZED (
  SELECT id, organization_id, project_id, created_at FROM "runs"."run"
  WHERE parent_run_id IS NULL AND ($1::jsonb IS NULL OR (organization_id, project_id, created_at, id) >
    (($1->>'organization')::uuid, ($1->>'project')::uuid, ($1->>'at')::timestamptz, ($1->>'id')::uuid))
  ORDER BY organization_id, project_id, created_at, id LIMIT $2
), numbered AS MATERIALIZED (
  SELECT b.id, b.organization_id, b.project_id,
    coalesce(n.last, 0) + row_number() OVER (PARTITION BY b.organization_id, b.project_id ORDER BY b.created_at, b.id) AS number
  FROM batch b LEFT JOIN "runs"."run_number" n ON n.organization_id = b.organization_id AND n.project_id = b.project_id
), kept AS (
  INSERT INTO "runs"."run_number" (organization_id, project_id, last)
  SELECT organization_id, project_id, max(number) FROM numbered GROUP BY organization_id, project_id
  ON CONFLICT (organization_id, project_id) DO UPDATE SET last = excluded.last
), changed AS (
  UPDATE "runs"."run" r SET number = n.number FROM numbered n WHERE r.id = n.id RETURNING 1
)
SELECT jsonb_build_object('organization', organization_id, 'project', project_id, 'at', created_at, 'id', id) AS cursor,
  (SELECT count(*) FROM changed) AS rows
FROM batch ORDER BY organization_id DESC, project_id DESC, created_at DESC, id DESC LIMIT 1
