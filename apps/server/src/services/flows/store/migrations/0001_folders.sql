DROP INDEX "flows"."flow_name";--> statement-breakpoint
ALTER TABLE "flows"."flow" ADD COLUMN "folder_id" uuid;--> statement-breakpoint
CREATE UNIQUE INDEX "flow_name" ON "flows"."flow" USING btree ("organization_id","project_id",coalesce("folder_id", "project_id"),lower("name"));