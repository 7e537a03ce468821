CREATE TABLE "platform"."secret_key" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"fingerprint" text NOT NULL,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "secret_key_only" CHECK ("platform"."secret_key"."only")
);
