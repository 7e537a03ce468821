CREATE TABLE "web_testing"."kept_session" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"environment_id" uuid,
	"name" text NOT NULL,
	"state" text NOT NULL,
	"sites" text[] NOT NULL,
	"cookie_count" integer NOT NULL,
	"storage_count" integer NOT NULL,
	"first_expires_at" timestamp with time zone,
	"last_expires_at" timestamp with time zone,
	"saved_by_name" text NOT NULL,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL,
	"run_id" uuid
);
--> statement-breakpoint
CREATE UNIQUE INDEX "kept_session_name" ON "web_testing"."kept_session" USING btree ("project_id",coalesce("environment_id", "project_id"),lower("name"));