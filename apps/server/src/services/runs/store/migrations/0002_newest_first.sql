DROP INDEX "runs"."run_project_created";--> statement-breakpoint
DROP INDEX "runs"."step_source";--> statement-breakpoint
CREATE INDEX "run_organization_created" ON "runs"."run" USING btree ("organization_id","created_at","project_id","kind","status","started_at","finished_at");--> statement-breakpoint
CREATE INDEX "run_project_created" ON "runs"."run" USING btree ("organization_id","project_id","created_at");--> statement-breakpoint
CREATE INDEX "step_source" ON "runs"."step" USING btree ("source_id","finished_at");