CREATE TABLE "flows"."configuration" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"name" text NOT NULL,
	"environment_id" uuid,
	"variables" jsonb NOT NULL,
	"parallel" integer,
	"updated_by" uuid NOT NULL,
	"updated_by_name" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "configuration_name" ON "flows"."configuration" USING btree ("organization_id","project_id",lower("name"));--> statement-breakpoint
CREATE INDEX "run_flow" ON "flows"."run" USING btree ("organization_id","flow_id","created_at");