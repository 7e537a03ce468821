CREATE SCHEMA "api_monitoring";
--> statement-breakpoint
CREATE TABLE "api_monitoring"."checker" (
	"id" text PRIMARY KEY NOT NULL,
	"region" text NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_monitoring"."collection" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_monitoring"."dirty_hour" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_monitoring"."incident" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"monitor_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"state" text NOT NULL,
	"severity" text NOT NULL,
	"cause" text NOT NULL,
	"regions" text[] NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"acknowledged_at" timestamp with time zone,
	"acknowledged_by_name" text,
	"closed_at" timestamp with time zone,
	"failing_id" uuid,
	"failing" jsonb,
	"good" jsonb,
	"post_mortem" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_monitoring"."incident_entry" (
	"id" uuid PRIMARY KEY NOT NULL,
	"incident_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"text" text NOT NULL,
	"by_name" text
);
--> statement-breakpoint
CREATE TABLE "api_monitoring"."maintenance_window" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"time" jsonb NOT NULL,
	"collection_ids" uuid[] NOT NULL,
	"monitor_ids" uuid[] NOT NULL,
	"ended_until" timestamp with time zone,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"created_by_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_monitoring"."monitor" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"collection_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"kind" text NOT NULL,
	"definition" text NOT NULL,
	"target" text NOT NULL,
	"test_id" uuid,
	"test_project_id" uuid,
	"every_seconds" integer,
	"cron" text,
	"timezone" text DEFAULT 'UTC' NOT NULL,
	"environment_id" uuid,
	"tags" text[] NOT NULL,
	"slo_percent" double precision,
	"timeout_ms" integer NOT NULL,
	"retries" smallint NOT NULL,
	"retry_seconds" integer NOT NULL,
	"regions" text[] NOT NULL,
	"down_in" smallint NOT NULL,
	"confirm_from" text,
	"degraded_above_ms" integer,
	"degraded_factor" double precision,
	"baseline_ms" real,
	"is_started" boolean NOT NULL,
	"status" text NOT NULL,
	"status_text" text,
	"status_since" timestamp with time zone DEFAULT now() NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"heartbeat_hash" text,
	"created_by" uuid NOT NULL,
	"created_by_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_monitoring"."monitor_slot" (
	"monitor_id" uuid NOT NULL,
	"region" text NOT NULL,
	"is_confirming" boolean DEFAULT false NOT NULL,
	"next_due_at" timestamp with time zone,
	"claimed_until" timestamp with time zone,
	"claimed_by" text,
	"claim" bigint DEFAULT 0 NOT NULL,
	"run_id" uuid,
	"verdict" text DEFAULT 'UNKNOWN' NOT NULL,
	"message" text,
	"failures" smallint DEFAULT 0 NOT NULL,
	"last_at" timestamp with time zone,
	"last_duration_ms" real,
	"called_at" timestamp with time zone,
	"good" jsonb,
	"last_good_at" timestamp with time zone,
	CONSTRAINT "monitor_slot_monitor_id_region_pk" PRIMARY KEY("monitor_id","region")
);
--> statement-breakpoint
CREATE TABLE "api_monitoring"."pending_import" (
	"id" uuid PRIMARY KEY NOT NULL,
	"project_id" uuid NOT NULL,
	"created_by" uuid NOT NULL,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_monitoring"."project" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"last_incident" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_monitoring"."result" (
	"id" uuid PRIMARY KEY NOT NULL,
	"monitor_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"duration_us" integer,
	"status_code" smallint,
	"attempt" smallint NOT NULL,
	"verdict" smallint NOT NULL,
	"is_in_maintenance" boolean NOT NULL,
	"is_retried" boolean NOT NULL,
	"region" text NOT NULL,
	"dns_ms" real,
	"connect_ms" real,
	"tls_ms" real,
	"first_byte_ms" real,
	"download_ms" real,
	"code" text,
	"message" text,
	"run_id" uuid,
	"detail" jsonb
);
--> statement-breakpoint
CREATE TABLE "api_monitoring"."rollup" (
	"monitor_id" uuid NOT NULL,
	"level" smallint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"region" text NOT NULL,
	"up" integer NOT NULL,
	"degraded" integer NOT NULL,
	"down" integer NOT NULL,
	"unknown" integer NOT NULL,
	"retried" integer NOT NULL,
	"maintenance_up" integer NOT NULL,
	"maintenance_down" integer NOT NULL,
	"maintenance_unknown" integer NOT NULL,
	"count" integer NOT NULL,
	"sum_us" bigint NOT NULL,
	"min_us" bigint NOT NULL,
	"max_us" bigint NOT NULL,
	"histogram" "bytea" NOT NULL,
	CONSTRAINT "rollup_monitor_id_level_at_region_pk" PRIMARY KEY("monitor_id","level","at","region")
);
--> statement-breakpoint
CREATE TABLE "api_monitoring"."summary" (
	"monitor_id" uuid PRIMARY KEY NOT NULL,
	"good" integer NOT NULL,
	"bad" integer NOT NULL,
	"count" integer NOT NULL,
	"sum_us" bigint NOT NULL,
	"min_us" bigint NOT NULL,
	"max_us" bigint NOT NULL,
	"histogram" "bytea" NOT NULL,
	"p95_ms" real
);
--> statement-breakpoint
ALTER TABLE "api_monitoring"."collection" ADD CONSTRAINT "collection_project_id_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "api_monitoring"."project"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_monitoring"."incident_entry" ADD CONSTRAINT "incident_entry_incident_id_incident_id_fk" FOREIGN KEY ("incident_id") REFERENCES "api_monitoring"."incident"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_monitoring"."maintenance_window" ADD CONSTRAINT "maintenance_window_project_id_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "api_monitoring"."project"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_monitoring"."monitor" ADD CONSTRAINT "monitor_collection_id_collection_id_fk" FOREIGN KEY ("collection_id") REFERENCES "api_monitoring"."collection"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_monitoring"."monitor_slot" ADD CONSTRAINT "monitor_slot_monitor_id_monitor_id_fk" FOREIGN KEY ("monitor_id") REFERENCES "api_monitoring"."monitor"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "collection_name" ON "api_monitoring"."collection" USING btree ("project_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "incident_open" ON "api_monitoring"."incident" USING btree ("monitor_id") WHERE "api_monitoring"."incident"."closed_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "incident_number" ON "api_monitoring"."incident" USING btree ("project_id","number");--> statement-breakpoint
CREATE INDEX "incident_monitor" ON "api_monitoring"."incident" USING btree ("monitor_id","opened_at");--> statement-breakpoint
CREATE INDEX "incident_project" ON "api_monitoring"."incident" USING btree ("project_id","opened_at");--> statement-breakpoint
CREATE INDEX "incident_entry_incident" ON "api_monitoring"."incident_entry" USING btree ("incident_id","id");--> statement-breakpoint
CREATE INDEX "maintenance_window_project" ON "api_monitoring"."maintenance_window" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "maintenance_window_ends" ON "api_monitoring"."maintenance_window" USING btree ("ends_at");--> statement-breakpoint
CREATE UNIQUE INDEX "monitor_name" ON "api_monitoring"."monitor" USING btree ("collection_id",lower("name"));--> statement-breakpoint
CREATE INDEX "monitor_project" ON "api_monitoring"."monitor" USING btree ("project_id","status");--> statement-breakpoint
CREATE INDEX "monitor_organization" ON "api_monitoring"."monitor" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "monitor_test" ON "api_monitoring"."monitor" USING btree ("test_id") WHERE "api_monitoring"."monitor"."test_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "monitor_heartbeat" ON "api_monitoring"."monitor" USING btree ("heartbeat_hash") WHERE "api_monitoring"."monitor"."heartbeat_hash" is not null;--> statement-breakpoint
CREATE INDEX "monitor_slot_due" ON "api_monitoring"."monitor_slot" USING btree ("next_due_at") WHERE "api_monitoring"."monitor_slot"."next_due_at" is not null;--> statement-breakpoint
CREATE INDEX "monitor_slot_run" ON "api_monitoring"."monitor_slot" USING btree ("run_id") WHERE "api_monitoring"."monitor_slot"."run_id" is not null;--> statement-breakpoint
CREATE INDEX "pending_import_created" ON "api_monitoring"."pending_import" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "project_organization" ON "api_monitoring"."project" USING btree ("organization_id");--> statement-breakpoint
CREATE INDEX "result_monitor" ON "api_monitoring"."result" USING btree ("monitor_id","at");--> statement-breakpoint
CREATE INDEX "result_at" ON "api_monitoring"."result" USING brin ("at");