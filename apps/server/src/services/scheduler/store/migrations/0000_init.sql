CREATE SCHEMA "scheduler";
--> statement-breakpoint
CREATE TABLE "scheduler"."execution" (
	"id" uuid PRIMARY KEY NOT NULL,
	"job_id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"title" text NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"missed" integer NOT NULL,
	"status" text NOT NULL,
	"message" text,
	"attempt" integer NOT NULL,
	"run_id" uuid NOT NULL,
	"runs" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"start_at" timestamp with time zone,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "scheduler"."job" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"title" text NOT NULL,
	"target_kind" text NOT NULL,
	"target_id" uuid NOT NULL,
	"environment_id" uuid,
	"configuration_id" uuid,
	"options" jsonb NOT NULL,
	"schedule_type" text NOT NULL,
	"schedule" jsonb NOT NULL,
	"is_paused" boolean NOT NULL,
	"problem" text,
	"missed_policy" text NOT NULL,
	"retry_attempts" integer NOT NULL,
	"retry_delay_seconds" integer NOT NULL,
	"notify_when" text NOT NULL,
	"notify_emails" text[] NOT NULL,
	"notify_webhook" text,
	"next_due_at" timestamp with time zone,
	"refusals" integer DEFAULT 0 NOT NULL,
	"last_execution_id" uuid,
	"created_by" uuid NOT NULL,
	"created_by_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "scheduler"."execution" ADD CONSTRAINT "execution_job_id_job_id_fk" FOREIGN KEY ("job_id") REFERENCES "scheduler"."job"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "execution_due" ON "scheduler"."execution" USING btree ("job_id","due_at");--> statement-breakpoint
CREATE UNIQUE INDEX "execution_run" ON "scheduler"."execution" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "execution_project" ON "scheduler"."execution" USING btree ("organization_id","project_id","due_at");--> statement-breakpoint
CREATE INDEX "execution_start" ON "scheduler"."execution" USING btree ("start_at") WHERE "scheduler"."execution"."start_at" is not null;--> statement-breakpoint
CREATE INDEX "execution_running" ON "scheduler"."execution" USING btree ("started_at") WHERE "scheduler"."execution"."status" = 'RUNNING';--> statement-breakpoint
CREATE INDEX "job_project" ON "scheduler"."job" USING btree ("organization_id","project_id","next_due_at");--> statement-breakpoint
CREATE INDEX "job_due" ON "scheduler"."job" USING btree ("next_due_at") WHERE "scheduler"."job"."next_due_at" is not null and not "scheduler"."job"."is_paused";--> statement-breakpoint
CREATE INDEX "job_target" ON "scheduler"."job" USING btree ("target_id");