ALTER TABLE "platform"."mail" ALTER COLUMN "text_body" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "platform"."mail" ALTER COLUMN "html_body" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "platform"."mail" ADD COLUMN "organization_id" uuid;--> statement-breakpoint
ALTER TABLE "platform"."mail" ADD COLUMN "topic" text;--> statement-breakpoint
CREATE INDEX "mail_topic" ON "platform"."mail" USING btree ("topic");--> statement-breakpoint
-- Texts lay here in the clear; those that come are sealed.
UPDATE "platform"."mail" SET "text_body" = NULL, "html_body" = NULL;
