CREATE SCHEMA "runs";
--> statement-breakpoint
CREATE TABLE "runs"."event" (
	"run_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"type" text NOT NULL,
	"data" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "event_run_id_seq_pk" PRIMARY KEY("run_id","seq")
);
--> statement-breakpoint
CREATE TABLE "runs"."run" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"message" text,
	"plan" jsonb NOT NULL,
	"label" jsonb NOT NULL,
	"total" integer NOT NULL,
	"running" integer DEFAULT 0 NOT NULL,
	"passed" integer DEFAULT 0 NOT NULL,
	"failed" integer DEFAULT 0 NOT NULL,
	"error" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"cancelled" integer DEFAULT 0 NOT NULL,
	"created_by" uuid NOT NULL,
	"created_by_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"retry_of" uuid,
	"last_seq" integer DEFAULT 0 NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"stalled_attempts" integer DEFAULT 0 NOT NULL,
	"lease_owner" text,
	"lease_until" timestamp with time zone,
	"cancel_requested" boolean DEFAULT false NOT NULL,
	"checkpoint" text
);
--> statement-breakpoint
CREATE TABLE "runs"."step" (
	"run_id" uuid NOT NULL,
	"index" integer NOT NULL,
	"step_id" uuid NOT NULL,
	"name" text NOT NULL,
	"group_id" text,
	"source_id" text,
	"plan" jsonb NOT NULL,
	"status" text DEFAULT 'queued' NOT NULL,
	"attempt" integer DEFAULT 0 NOT NULL,
	"duration_ms" integer,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"summary" jsonb NOT NULL,
	"detail" jsonb,
	CONSTRAINT "step_run_id_index_pk" PRIMARY KEY("run_id","index")
);
--> statement-breakpoint
ALTER TABLE "runs"."event" ADD CONSTRAINT "event_run_id_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "runs"."run"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs"."step" ADD CONSTRAINT "step_run_id_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "runs"."run"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "run_project_created" ON "runs"."run" USING btree ("organization_id","project_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "run_open" ON "runs"."run" USING btree ("status","lease_until","created_at") WHERE status in ('queued', 'running');--> statement-breakpoint
CREATE INDEX "run_finished" ON "runs"."run" USING btree ("finished_at");--> statement-breakpoint
CREATE UNIQUE INDEX "step_id" ON "runs"."step" USING btree ("step_id");--> statement-breakpoint
CREATE INDEX "step_status" ON "runs"."step" USING btree ("run_id","status","index");--> statement-breakpoint
CREATE INDEX "step_source" ON "runs"."step" USING btree ("source_id","finished_at" DESC NULLS LAST);