CREATE TABLE "runs"."runner" (
	"name" text PRIMARY KEY NOT NULL,
	"labels" text[] NOT NULL,
	"facts" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "runs"."run" ADD COLUMN "runner_label" text;