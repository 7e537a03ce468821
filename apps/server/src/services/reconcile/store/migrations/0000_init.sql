CREATE SCHEMA "reconcile";
--> statement-breakpoint
CREATE TABLE "reconcile"."difference" (
	"run_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"kind" text NOT NULL,
	"content" jsonb NOT NULL,
	CONSTRAINT "difference_run_id_position_pk" PRIMARY KEY("run_id","position")
);
--> statement-breakpoint
CREATE TABLE "reconcile"."reconciliation" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"name" text NOT NULL,
	"script_id" uuid NOT NULL,
	"environment_id" uuid,
	"database_configuration_id" uuid NOT NULL,
	"definition" jsonb NOT NULL,
	"check_in_runs" boolean NOT NULL,
	"last_run_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "reconcile"."result" (
	"run_id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"reconciliation_id" uuid NOT NULL,
	"found" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "reconcile"."difference" ADD CONSTRAINT "difference_run_id_result_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "reconcile"."result"("run_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "difference_kind" ON "reconcile"."difference" USING btree ("run_id","kind","position");--> statement-breakpoint
CREATE UNIQUE INDEX "reconciliation_name" ON "reconcile"."reconciliation" USING btree ("project_id",lower("name"));--> statement-breakpoint
CREATE INDEX "reconciliation_database" ON "reconcile"."reconciliation" USING btree ("database_configuration_id");--> statement-breakpoint
CREATE INDEX "reconciliation_checks" ON "reconcile"."reconciliation" USING btree ("project_id","script_id") WHERE "reconcile"."reconciliation"."check_in_runs";--> statement-breakpoint
CREATE INDEX "result_project" ON "reconcile"."result" USING btree ("project_id");