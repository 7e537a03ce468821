CREATE TABLE "api_testing"."database_configuration" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"host" text NOT NULL,
	"port" integer NOT NULL,
	"database_name" text NOT NULL,
	"username" text NOT NULL,
	"password" text,
	"tls" text NOT NULL,
	"ca_certificate" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "api_testing"."prerequisite" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"name" text NOT NULL,
	"action" jsonb NOT NULL,
	"database_configuration_id" uuid,
	"enabled" boolean NOT NULL,
	"target_environment_id" uuid,
	"is_secret" boolean NOT NULL,
	"timeout_ms" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "api_testing"."database_configuration" ADD CONSTRAINT "database_configuration_project_id_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "api_testing"."project"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_testing"."prerequisite" ADD CONSTRAINT "prerequisite_project_id_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "api_testing"."project"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_testing"."prerequisite" ADD CONSTRAINT "prerequisite_database_configuration_id_database_configuration_id_fk" FOREIGN KEY ("database_configuration_id") REFERENCES "api_testing"."database_configuration"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_testing"."prerequisite" ADD CONSTRAINT "prerequisite_target_environment_id_environment_id_fk" FOREIGN KEY ("target_environment_id") REFERENCES "api_testing"."environment"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "database_configuration_name" ON "api_testing"."database_configuration" USING btree ("project_id",lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "prerequisite_name" ON "api_testing"."prerequisite" USING btree ("project_id",lower("name"));--> statement-breakpoint
CREATE INDEX "prerequisite_order" ON "api_testing"."prerequisite" USING btree ("project_id","position");--> statement-breakpoint
CREATE INDEX "prerequisite_database" ON "api_testing"."prerequisite" USING btree ("database_configuration_id");