DROP INDEX "user_management"."user_organization";--> statement-breakpoint
ALTER TABLE "user_management"."user" ADD COLUMN "search_text" text GENERATED ALWAYS AS (lower("first_name" || ' ' || "last_name" || chr(10) || "email")) STORED;--> statement-breakpoint
CREATE INDEX "user_administrator" ON "user_management"."user" USING btree ("organization_id","created_at","id") WHERE role = 'ROLE_ADMIN';--> statement-breakpoint
CREATE INDEX "user_organization" ON "user_management"."user" USING btree ("organization_id","first_name","last_name","id","search_text");