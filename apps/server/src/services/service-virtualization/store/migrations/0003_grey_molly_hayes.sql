CREATE TABLE "service_virtualization"."environment_link" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"workspace_id" uuid NOT NULL,
	"environment_id" uuid NOT NULL,
	"variable_id" uuid NOT NULL,
	"variable_name" text NOT NULL,
	"before" jsonb,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "service_virtualization"."environment_link" ADD CONSTRAINT "environment_link_project_id_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "service_virtualization"."project"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "environment_link_variable" ON "service_virtualization"."environment_link" USING btree ("environment_id","variable_name");--> statement-breakpoint
CREATE INDEX "environment_link_project" ON "service_virtualization"."environment_link" USING btree ("project_id","created_at");--> statement-breakpoint
CREATE INDEX "environment_link_workspace" ON "service_virtualization"."environment_link" USING btree ("workspace_id");