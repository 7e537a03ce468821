CREATE TABLE "api_testing"."deleted_item" (
	"id" uuid PRIMARY KEY NOT NULL,
	"trash_id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"suite_id" uuid NOT NULL,
	"suite_name" text NOT NULL,
	"script_count" integer NOT NULL,
	"content" jsonb NOT NULL,
	"deleted_by" uuid NOT NULL,
	"deleted_by_name" text NOT NULL,
	"deleted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_testing"."deleted_script" (
	"item_id" uuid NOT NULL,
	"script_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"row" jsonb NOT NULL,
	CONSTRAINT "deleted_script_item_id_position_script_id_pk" PRIMARY KEY("item_id","position","script_id")
);
--> statement-breakpoint
CREATE TABLE "api_testing"."step_failure" (
	"step_id" uuid PRIMARY KEY NOT NULL,
	"run_id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"script_id" text,
	"script_name" text NOT NULL,
	"suite_id" text NOT NULL,
	"suite_name" text NOT NULL,
	"run_name" text NOT NULL,
	"environment_name" text NOT NULL,
	"revision" text,
	"signature" text NOT NULL,
	"kind" text NOT NULL,
	"status_class" text NOT NULL,
	"template" text NOT NULL,
	"message" text NOT NULL,
	"finished_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "api_testing"."deleted_script" ADD CONSTRAINT "deleted_script_item_id_deleted_item_id_fk" FOREIGN KEY ("item_id") REFERENCES "api_testing"."deleted_item"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deleted_item_project" ON "api_testing"."deleted_item" USING btree ("project_id","deleted_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "deleted_item_trash" ON "api_testing"."deleted_item" USING btree ("trash_id");--> statement-breakpoint
CREATE INDEX "deleted_item_age" ON "api_testing"."deleted_item" USING btree ("deleted_at");--> statement-breakpoint
CREATE INDEX "deleted_script_script" ON "api_testing"."deleted_script" USING btree ("script_id");--> statement-breakpoint
CREATE INDEX "step_failure_period" ON "api_testing"."step_failure" USING btree ("project_id","finished_at");--> statement-breakpoint
CREATE INDEX "step_failure_signature" ON "api_testing"."step_failure" USING btree ("project_id","signature","finished_at");--> statement-breakpoint
CREATE INDEX "step_failure_run" ON "api_testing"."step_failure" USING btree ("run_id");--> statement-breakpoint
-- Failed steps of runs that ended before are brought in with the results of their runs, page by page.
INSERT INTO "api_testing"."pending_result" ("project_id", "organization_id", "page")
SELECT DISTINCT "project_id", "organization_id", 0 FROM "api_testing"."run_result" WHERE "level" = 'run' ON CONFLICT ("project_id") DO UPDATE SET "page" = 0;
