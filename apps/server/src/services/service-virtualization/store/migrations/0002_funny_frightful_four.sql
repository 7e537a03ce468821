CREATE TABLE "service_virtualization"."fault" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"run_id" uuid NOT NULL,
	"name" text NOT NULL,
	"stub" jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "fault_project" ON "service_virtualization"."fault" USING btree ("project_id","ends_at");--> statement-breakpoint
CREATE INDEX "fault_run" ON "service_virtualization"."fault" USING btree ("run_id");