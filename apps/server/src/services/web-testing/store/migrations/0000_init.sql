CREATE SCHEMA "web_testing";
--> statement-breakpoint
CREATE TABLE "web_testing"."one_time_code" (
	"run_id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"value" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
