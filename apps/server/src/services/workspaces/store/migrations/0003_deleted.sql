CREATE TABLE "workspaces"."deleted_item" (
	"id" uuid PRIMARY KEY NOT NULL,
	"trash_id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"environment_id" uuid,
	"suite_id" uuid,
	"environment_name" text,
	"content" jsonb NOT NULL,
	"deleted_by" uuid NOT NULL,
	"deleted_by_name" text NOT NULL,
	"deleted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "workspaces"."project_name";--> statement-breakpoint
ALTER TABLE "workspaces"."project" ADD COLUMN "deleted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "workspaces"."project" ADD COLUMN "deleted_by" jsonb;--> statement-breakpoint
ALTER TABLE "workspaces"."deleted_item" ADD CONSTRAINT "deleted_item_project_id_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "workspaces"."project"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deleted_item_project" ON "workspaces"."deleted_item" USING btree ("project_id","deleted_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "deleted_item_trash" ON "workspaces"."deleted_item" USING btree ("trash_id");--> statement-breakpoint
CREATE INDEX "deleted_item_age" ON "workspaces"."deleted_item" USING btree ("deleted_at");--> statement-breakpoint
CREATE INDEX "project_deleted" ON "workspaces"."project" USING btree ("deleted_at") WHERE "workspaces"."project"."deleted_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "project_name" ON "workspaces"."project" USING btree ("team_id","service",lower("name")) WHERE "workspaces"."project"."deleted_at" is null;