CREATE TABLE "identity"."otp_device" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"sealed_secret" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	"last_step" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity"."recovery_code" (
	"user_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	CONSTRAINT "recovery_code_user_id_code_hash_pk" PRIMARY KEY("user_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "identity"."registration" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"ip_address" text NOT NULL,
	"is_sso" boolean NOT NULL,
	"terms_accepted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity"."session_info" (
	"grant_id" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"client_id" text NOT NULL,
	"address" text NOT NULL,
	"user_agent" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity"."sign_in_step" (
	"interaction" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"mail_code_hash" text,
	"mail_code_expires_at" timestamp with time zone,
	"mails" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity"."two_factor" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"enabled" boolean NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity"."upstream_flow" (
	"state_hash" text PRIMARY KEY NOT NULL,
	"alias" text NOT NULL,
	"interaction" text NOT NULL,
	"sealed_verifier" text NOT NULL,
	"nonce" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity"."upstream_link" (
	"alias" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" uuid NOT NULL,
	"linked_at" timestamp with time zone NOT NULL,
	"current" boolean NOT NULL,
	CONSTRAINT "upstream_link_alias_subject_pk" PRIMARY KEY("alias","subject")
);
--> statement-breakpoint
CREATE TABLE "identity"."upstream_ticket" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"alias" text NOT NULL,
	"subject" text NOT NULL,
	"email" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "identity"."password_reset" ADD COLUMN "purpose" text DEFAULT 'reset' NOT NULL;--> statement-breakpoint
CREATE INDEX "otp_device_user" ON "identity"."otp_device" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "session_info_user" ON "identity"."session_info" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "session_info_seen" ON "identity"."session_info" USING btree ("last_seen_at");--> statement-breakpoint
CREATE INDEX "sign_in_step_expires" ON "identity"."sign_in_step" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "upstream_flow_expires" ON "identity"."upstream_flow" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "upstream_link_user" ON "identity"."upstream_link" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "upstream_ticket_expires" ON "identity"."upstream_ticket" USING btree ("expires_at");