CREATE SCHEMA "subscription";
--> statement-breakpoint
CREATE TABLE "subscription"."billing_information" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"id" uuid NOT NULL,
	"company_name" text NOT NULL,
	"email" text NOT NULL,
	"address_line1" text NOT NULL,
	"address_line2" text NOT NULL,
	"city" text NOT NULL,
	"postal_code" text NOT NULL,
	"country" text NOT NULL,
	"tax_id" text NOT NULL,
	"is_confirmed" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "billing_information_id" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "subscription"."cancelled_concurrency" (
	"organization_id" uuid NOT NULL,
	"kind" text NOT NULL,
	CONSTRAINT "cancelled_concurrency_organization_id_kind_pk" PRIMARY KEY("organization_id","kind")
);
--> statement-breakpoint
CREATE TABLE "subscription"."closed_popup" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"plan_end" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscription"."infrastructure_licence" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"operating_system" text NOT NULL,
	"subscription_type" text NOT NULL,
	"state" text NOT NULL,
	"months" integer NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"team_id" uuid,
	"invoice_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscription"."invoice" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"number" bigint GENERATED ALWAYS AS IDENTITY (sequence name "subscription"."invoice_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"status" text NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone,
	"currency" text NOT NULL,
	"total_cents" integer NOT NULL,
	"lines" jsonb NOT NULL,
	"order_details" jsonb NOT NULL,
	"billed_to" jsonb NOT NULL,
	CONSTRAINT "invoice_number" UNIQUE("number")
);
--> statement-breakpoint
CREATE TABLE "subscription"."licence" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"service_id" uuid NOT NULL,
	"plan" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone,
	"user_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscription"."licence_grant" (
	"organization_id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscription"."limit_description" (
	"limit_name" text PRIMARY KEY NOT NULL,
	"description" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscription"."organization_limit" (
	"organization_id" uuid NOT NULL,
	"limit_name" text NOT NULL,
	"value" integer,
	CONSTRAINT "organization_limit_organization_id_limit_name_pk" PRIMARY KEY("organization_id","limit_name")
);
--> statement-breakpoint
CREATE TABLE "subscription"."plan_limit" (
	"limit_name" text NOT NULL,
	"plan" text NOT NULL,
	"value" integer,
	CONSTRAINT "plan_limit_limit_name_plan_pk" PRIMARY KEY("limit_name","plan")
);
--> statement-breakpoint
CREATE TABLE "subscription"."seat_offer" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "infrastructure_licence_organization" ON "subscription"."infrastructure_licence" USING btree ("organization_id","kind","id");--> statement-breakpoint
CREATE INDEX "invoice_organization" ON "subscription"."invoice" USING btree ("organization_id","issued_at","id");--> statement-breakpoint
CREATE INDEX "licence_organization" ON "subscription"."licence" USING btree ("organization_id","service_id","id");--> statement-breakpoint
CREATE INDEX "licence_user" ON "subscription"."licence" USING btree ("user_id");