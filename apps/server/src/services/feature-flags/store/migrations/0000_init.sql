CREATE SCHEMA "feature_flags";
--> statement-breakpoint
CREATE TABLE "feature_flags"."changed_flag" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"rules" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
