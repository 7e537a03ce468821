ALTER TABLE "service_virtualization"."journal" ADD COLUMN "run_id" uuid;--> statement-breakpoint
ALTER TABLE "service_virtualization"."journal" ADD COLUMN "step_id" uuid;--> statement-breakpoint
CREATE INDEX "journal_step" ON "service_virtualization"."journal" USING btree ("run_id","step_id","id") WHERE "service_virtualization"."journal"."run_id" is not null;