CREATE TABLE "api_testing"."certificate" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"domain_name" text NOT NULL,
	"type" text NOT NULL,
	"file" text NOT NULL,
	"material" text NOT NULL,
	"subject" text NOT NULL,
	"issuer" text NOT NULL,
	"not_before" timestamp with time zone NOT NULL,
	"not_after" timestamp with time zone NOT NULL,
	"fingerprint" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_testing"."pending_certificate" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"created_by" uuid NOT NULL,
	"type" text NOT NULL,
	"file" text NOT NULL,
	"content" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "api_testing"."certificate" ADD CONSTRAINT "certificate_project_id_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "api_testing"."project"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_testing"."pending_certificate" ADD CONSTRAINT "pending_certificate_project_id_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "api_testing"."project"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "certificate_domain" ON "api_testing"."certificate" USING btree ("project_id","domain_name");--> statement-breakpoint
CREATE INDEX "pending_certificate_created" ON "api_testing"."pending_certificate" USING btree ("created_at");