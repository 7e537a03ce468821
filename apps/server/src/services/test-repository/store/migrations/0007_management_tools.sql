CREATE TABLE "test_repository"."management_tool" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"name" text NOT NULL,
	"settings" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by_name" text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "management_tool_name" ON "test_repository"."management_tool" USING btree ("project_id",lower("name"));