-- What the summaries of steps held for everybody goes into columns; what only their kind of run reads is split into plan and result.
WITH batch AS MATERIALIZED (
  SELECT run_id, index FROM "runs"."step"
  WHERE index >= 0 AND ($1::jsonb IS NULL OR (run_id, index) > (($1->>'run')::uuid, ($1->>'index')::int))
  ORDER BY run_id, index LIMIT $2
), changed AS (
  UPDATE "runs"."step" s SET
    kind = CASE WHEN s.plan ? 'prerequisiteId' THEN 'prerequisite' WHEN s.plan ? 'runId' THEN CASE s.index WHEN 0 THEN 'load' ELSE 'threshold' END ELSE 'request' END,
    title = coalesce(s.summary->>'name', s.title),
    search_text = coalesce(s.summary->>'name', s.title) || E'\n' || coalesce(s.summary->>'url', ''),
    message = s.summary->>'message',
    duration_ms = CASE WHEN s.status = 'skipped' THEN NULL ELSE s.duration_ms END,
    outcome = CASE
      WHEN s.duration_ms IS NULL OR s.status = 'skipped' OR s.plan ? 'runId' THEN NULL
      WHEN s.plan ? 'prerequisiteId' AND s.summary->>'statusCode' IS NULL AND s.detail->>'exchange' IS NULL
        THEN jsonb_build_object('source', s.summary->'url', 'durationMs', s.summary->'durationMs', 'attempt', s.summary->'attempt')
      ELSE jsonb_strip_nulls(jsonb_build_object('method', s.summary->'method', 'url', s.summary->'url', 'durationMs', s.summary->'durationMs',
        'assertionsPassed', s.summary->'assertionsPassed', 'assertionsFailed', s.summary->'assertionsFailed', 'attempt', s.summary->'attempt',
        'statusCode', s.summary->'statusCode', 'occurrence', s.summary->'occurrence', 'position', s.summary->'position'))
    END,
    summary = CASE
      WHEN s.plan ? 'prerequisiteId' THEN jsonb_build_object('scriptId', s.summary->'scriptId', 'action',
        CASE WHEN s.summary->>'method' = 'QUERY' THEN 'database' WHEN s.summary->>'method' = 'JS' THEN 'javascript' ELSE 'script' END)
      WHEN s.plan ? 'runId' THEN '{}'::jsonb
      ELSE s.summary - '{stepId,index,name,status,statusCode,durationMs,assertionsPassed,assertionsFailed,message,attempt,occurrence,position}'::text[]
    END
  FROM batch b WHERE s.run_id = b.run_id AND s.index = b.index AND s.summary ? 'name'
  RETURNING 1
)
SELECT jsonb_build_object('run', run_id, 'index', index) AS cursor, (SELECT count(*) FROM changed) AS rows
FROM batch ORDER BY run_id DESC, index DESC LIMIT 1
