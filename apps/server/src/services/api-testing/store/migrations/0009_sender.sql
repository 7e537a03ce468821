CREATE TABLE "api_testing"."sender" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"first_sent_at" timestamp with time zone NOT NULL
);
