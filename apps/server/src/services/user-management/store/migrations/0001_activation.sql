ALTER TABLE "user_management"."organization" ADD COLUMN "plan_expires_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "user_management"."user" ADD COLUMN "phone_number" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "user_management"."user" ADD COLUMN "activated_at" timestamp with time zone DEFAULT now();