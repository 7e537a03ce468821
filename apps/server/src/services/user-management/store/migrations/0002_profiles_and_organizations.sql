CREATE TABLE "user_management"."ai_token" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"id" uuid NOT NULL,
	"key_digest" text NOT NULL,
	"key_ending" text NOT NULL,
	"enabled" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ai_token_id" UNIQUE("id"),
	CONSTRAINT "ai_token_key_digest" UNIQUE("key_digest")
);
--> statement-breakpoint
DROP INDEX "user_management"."team_organization";--> statement-breakpoint
DROP INDEX "user_management"."user_organization";--> statement-breakpoint
ALTER TABLE "user_management"."organization" ADD COLUMN "deactivated_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "user_management"."user" ADD COLUMN "poc_status" text;--> statement-breakpoint
ALTER TABLE "user_management"."user" ADD COLUMN "photo_file_id" uuid;--> statement-breakpoint
ALTER TABLE "user_management"."user" ADD COLUMN "welcomed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "user_management"."ai_token" ADD CONSTRAINT "ai_token_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "user_management"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "team_organization" ON "user_management"."team" USING btree ("organization_id","created_at","id");--> statement-breakpoint
CREATE INDEX "user_organization" ON "user_management"."user" USING btree ("organization_id","first_name","last_name","id");