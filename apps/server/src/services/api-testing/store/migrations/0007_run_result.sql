CREATE TABLE "api_testing"."run_result" (
	"run_id" uuid NOT NULL,
	"level" text NOT NULL,
	"subject_id" text NOT NULL,
	"suite_id" text NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"name" text NOT NULL,
	"run_name" text NOT NULL,
	"suite_name" text NOT NULL,
	"environment_name" text NOT NULL,
	"status" text NOT NULL,
	"total" integer NOT NULL,
	"passed" integer NOT NULL,
	"failed" integer NOT NULL,
	"error" integer NOT NULL,
	"duration_ms" double precision NOT NULL,
	"started_by" text NOT NULL,
	"finished_at" timestamp with time zone NOT NULL,
	CONSTRAINT "run_result_run_id_level_subject_id_suite_id_pk" PRIMARY KEY("run_id","level","subject_id","suite_id")
);
--> statement-breakpoint
ALTER TABLE "api_testing"."project" ADD COLUMN "pending_results_page" integer;--> statement-breakpoint
ALTER TABLE "api_testing"."run_result" ADD CONSTRAINT "run_result_project_id_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "api_testing"."project"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "run_result_period" ON "api_testing"."run_result" USING btree ("project_id","level","finished_at");--> statement-breakpoint
-- Workspaces of earlier versions have runs whose results are still to be brought in.
UPDATE "api_testing"."project" SET "pending_results_page" = 0;
