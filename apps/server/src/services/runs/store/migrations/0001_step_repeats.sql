ALTER TABLE "runs"."run" ADD COLUMN "retry_number" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "runs"."step" ADD COLUMN "position" double precision;--> statement-breakpoint
UPDATE "runs"."step" SET "position" = "index";--> statement-breakpoint
ALTER TABLE "runs"."step" ALTER COLUMN "position" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "runs"."step" ADD COLUMN "repeat_of" integer;--> statement-breakpoint
CREATE INDEX "step_position" ON "runs"."step" USING btree ("run_id","position");
