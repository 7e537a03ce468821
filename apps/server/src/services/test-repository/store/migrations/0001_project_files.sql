CREATE TABLE "test_repository"."project_file" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"content_id" uuid NOT NULL,
	"content_type" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by_name" text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "project_file_name" ON "test_repository"."project_file" USING btree ("project_id","file_name");