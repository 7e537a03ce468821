ALTER TABLE "scheduler"."execution" ADD COLUMN "told_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "scheduler"."job" ADD COLUMN "variables" jsonb DEFAULT '[]'::jsonb NOT NULL;