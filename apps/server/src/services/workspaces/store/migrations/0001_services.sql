DROP INDEX "workspaces"."project_name";--> statement-breakpoint
DROP INDEX "workspaces"."project_organization";--> statement-breakpoint
ALTER TABLE "workspaces"."project" ADD COLUMN "service" text DEFAULT 'api-testing' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "project_name" ON "workspaces"."project" USING btree ("team_id","service",lower("name"));--> statement-breakpoint
CREATE INDEX "project_organization" ON "workspaces"."project" USING btree ("organization_id","service","created_at");