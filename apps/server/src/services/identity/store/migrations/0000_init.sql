CREATE SCHEMA "identity";
--> statement-breakpoint
CREATE TABLE "identity"."oidc_payload" (
	"type" text NOT NULL,
	"id" text NOT NULL,
	"payload" jsonb NOT NULL,
	"grant_id" text,
	"account_id" text,
	"user_code" text,
	"uid" text,
	"expires_at" timestamp with time zone,
	"consumed_at" timestamp with time zone,
	CONSTRAINT "oidc_payload_type_id_pk" PRIMARY KEY("type","id")
);
--> statement-breakpoint
CREATE TABLE "identity"."password" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"hash" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity"."password_reset" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity"."sealed_key" (
	"name" text PRIMARY KEY NOT NULL,
	"sealed" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity"."sign_in_failure" (
	"key" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"last_failed_at" timestamp with time zone NOT NULL,
	"locked_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "identity"."used_challenge" (
	"challenge" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "oidc_payload_grant" ON "identity"."oidc_payload" USING btree ("grant_id");--> statement-breakpoint
CREATE INDEX "oidc_payload_account" ON "identity"."oidc_payload" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "oidc_payload_uid" ON "identity"."oidc_payload" USING btree ("uid");--> statement-breakpoint
CREATE INDEX "oidc_payload_user_code" ON "identity"."oidc_payload" USING btree ("user_code");--> statement-breakpoint
CREATE INDEX "oidc_payload_expires" ON "identity"."oidc_payload" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "password_reset_user" ON "identity"."password_reset" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "password_reset_expires" ON "identity"."password_reset" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sign_in_failure_last" ON "identity"."sign_in_failure" USING btree ("last_failed_at");--> statement-breakpoint
CREATE INDEX "used_challenge_expires" ON "identity"."used_challenge" USING btree ("expires_at");