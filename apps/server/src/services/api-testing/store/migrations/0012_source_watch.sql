CREATE TABLE "api_testing"."source_watch" (
	"source_id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"every_minutes" integer NOT NULL,
	"created_by" uuid NOT NULL,
	"followers" uuid[] NOT NULL,
	"etag" text,
	"last_modified" text,
	"body_hash" text,
	"document_hash" text,
	"changes" jsonb,
	"told" integer DEFAULT 0 NOT NULL,
	"checked_at" timestamp with time zone,
	"changed_at" timestamp with time zone,
	"problem" text,
	"failures" integer DEFAULT 0 NOT NULL,
	"next_check_at" timestamp with time zone NOT NULL,
	"claim" uuid,
	"claimed_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "api_testing"."source_watch" ADD CONSTRAINT "source_watch_source_id_import_source_id_fk" FOREIGN KEY ("source_id") REFERENCES "api_testing"."import_source"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "source_watch_due" ON "api_testing"."source_watch" USING btree ("next_check_at");--> statement-breakpoint
CREATE INDEX "source_watch_project" ON "api_testing"."source_watch" USING btree ("project_id");