ALTER TABLE "workspaces"."member" ADD COLUMN "id" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "workspaces"."member" ADD COLUMN "added_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "member_id" ON "workspaces"."member" USING btree ("id");--> statement-breakpoint
-- Until now the members of a team opened its private workspaces too. They keep what they could open.
UPDATE "workspaces"."project" SET "workspace_type" = 'SHARED' WHERE "workspace_type" = 'PRIVATE';
