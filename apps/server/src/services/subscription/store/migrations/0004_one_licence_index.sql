DROP INDEX "subscription"."licence_holder";--> statement-breakpoint
DROP INDEX "subscription"."licence_page";--> statement-breakpoint
CREATE INDEX "licence_page" ON "subscription"."licence" USING btree ("organization_id","service_id",("user_id" is null),"ends_at" DESC NULLS FIRST,"id","user_id");