ALTER TABLE "platform"."mail" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "platform"."mail" ADD COLUMN "next_attempt_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "platform"."mail" ADD COLUMN "give_up_at" timestamp with time zone;