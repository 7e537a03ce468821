ALTER TABLE "api_testing"."script" ADD COLUMN "folder" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "api_testing"."script" ADD COLUMN "documentation" jsonb;--> statement-breakpoint
ALTER TABLE "api_testing"."script" ADD COLUMN "examples" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "api_testing"."suite" ADD COLUMN "folders" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "api_testing"."suite" ADD COLUMN "documentation" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "api_testing"."variable" ADD COLUMN "enabled" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "api_testing"."variable" ADD COLUMN "description" text DEFAULT '' NOT NULL;