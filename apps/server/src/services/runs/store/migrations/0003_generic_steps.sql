ALTER TABLE "runs"."step" RENAME COLUMN "name" TO "title";--> statement-breakpoint
ALTER TABLE "runs"."step" ADD COLUMN "parent_id" uuid;--> statement-breakpoint
ALTER TABLE "runs"."step" ADD COLUMN "kind" text DEFAULT 'step' NOT NULL;--> statement-breakpoint
ALTER TABLE "runs"."step" ADD COLUMN "search_text" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "runs"."step" ADD COLUMN "retryable" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "runs"."step" ADD COLUMN "message" text;--> statement-breakpoint
ALTER TABLE "runs"."step" ADD COLUMN "outcome" jsonb;--> statement-breakpoint
CREATE INDEX "step_parent" ON "runs"."step" USING btree ("run_id","parent_id","position") WHERE parent_id is not null;--> statement-breakpoint
-- Runs that are not over yet are executed on by groups, which are containers from now on; those that are over stay flat.
INSERT INTO "runs"."step" (run_id, index, position, step_id, kind, title, group_id, plan, summary)
SELECT g.run_id, -(row_number() OVER (PARTITION BY g.run_id ORDER BY g.first))::int, g.first - 0.5, gen_random_uuid(), 'suite', g.title, g.group_id, '{}', '{}'
FROM (
  SELECT s.run_id, s.plan->>'group' AS name, min(s.index) AS first, min(s.summary->>'suiteName') AS title, min(s.group_id) AS group_id
  FROM "runs"."step" s JOIN "runs"."run" r ON r.id = s.run_id AND r.status IN ('queued', 'running')
  WHERE s.plan ? 'group' GROUP BY s.run_id, s.plan->>'group'
) g;--> statement-breakpoint
UPDATE "runs"."step" s SET parent_id = c.step_id
FROM "runs"."step" c JOIN "runs"."step" f ON f.run_id = c.run_id AND f.index = ceil(c.position)::int
WHERE c.index < 0 AND s.run_id = c.run_id AND s.index >= 0 AND s.plan->>'group' = f.plan->>'group';
