CREATE TABLE "test_repository"."run_configuration" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"name" text NOT NULL,
	"environment_id" uuid,
	"settings" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by_name" text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "run_configuration_name" ON "test_repository"."run_configuration" USING btree ("project_id",lower("name"));