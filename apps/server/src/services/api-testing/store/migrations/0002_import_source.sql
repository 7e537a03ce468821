CREATE TABLE "api_testing"."import_source" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"suite_id" uuid NOT NULL,
	"format" text NOT NULL,
	"title" text NOT NULL,
	"name" text NOT NULL,
	"is_address" boolean NOT NULL,
	"folder" text,
	"request_count" integer NOT NULL,
	"content" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "api_testing"."import_source" ADD CONSTRAINT "import_source_suite_id_suite_id_fk" FOREIGN KEY ("suite_id") REFERENCES "api_testing"."suite"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "import_source_suite" ON "api_testing"."import_source" USING btree ("suite_id","created_at");