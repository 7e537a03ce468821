DROP INDEX "subscription"."licence_holder";--> statement-breakpoint
CREATE INDEX "licence_holder" ON "subscription"."licence" USING btree ("organization_id","service_id","ends_at","user_id","id");