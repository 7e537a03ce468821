ALTER TABLE "api_testing"."run_result" ADD COLUMN "endpoint" text;--> statement-breakpoint
-- What scripts of earlier runs called is brought in with the results of their runs, page by page.
INSERT INTO "api_testing"."pending_result" ("project_id", "organization_id", "page")
SELECT DISTINCT "project_id", "organization_id", 0 FROM "api_testing"."run_result" WHERE "level" = 'run' ON CONFLICT ("project_id") DO UPDATE SET "page" = 0;
