DROP INDEX "subscription"."licence_organization";--> statement-breakpoint
CREATE INDEX "licence_page" ON "subscription"."licence" USING btree ("organization_id","service_id",("user_id" is null),"ends_at" DESC NULLS FIRST,"id");--> statement-breakpoint
CREATE INDEX "licence_holder" ON "subscription"."licence" USING btree ("organization_id","service_id","ends_at","user_id");