CREATE SCHEMA "service_virtualization";
--> statement-breakpoint
CREATE TABLE "service_virtualization"."asset" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"suite_id" uuid NOT NULL,
	"position" bigint GENERATED ALWAYS AS IDENTITY (sequence name "service_virtualization"."asset_position_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"form" text NOT NULL,
	"is_enabled" boolean NOT NULL,
	"tags" text[] NOT NULL,
	"method" text NOT NULL,
	"path" text NOT NULL,
	"host" text,
	"status" text NOT NULL,
	"priority" real NOT NULL,
	"scenario_name" text,
	"revision" integer NOT NULL,
	"content" jsonb NOT NULL,
	"source_id" uuid,
	"source_key" text,
	"source_base" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by_name" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by_name" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service_virtualization"."asset_version" (
	"asset_id" uuid NOT NULL,
	"revision" integer NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"tags" text[] NOT NULL,
	"content" jsonb NOT NULL,
	"change" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by_name" text NOT NULL,
	CONSTRAINT "asset_version_asset_id_revision_pk" PRIMARY KEY("asset_id","revision")
);
--> statement-breakpoint
CREATE TABLE "service_virtualization"."import_source" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"suite_id" uuid,
	"format" text NOT NULL,
	"title" text NOT NULL,
	"url" text,
	"document" text,
	"imported_at" timestamp with time zone DEFAULT now() NOT NULL,
	"imported_by_name" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service_virtualization"."mock_file" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"content_id" uuid NOT NULL,
	"content_type" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_by_name" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service_virtualization"."pending_import" (
	"id" uuid PRIMARY KEY NOT NULL,
	"project_id" uuid NOT NULL,
	"content" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service_virtualization"."project" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"path_key" text NOT NULL,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"key_hash" text,
	"key_created_at" timestamp with time zone,
	"settings" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"served_by" text
);
--> statement-breakpoint
CREATE TABLE "service_virtualization"."suite" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"parent_id" uuid,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"is_enabled" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service_virtualization"."journal" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"method" text NOT NULL,
	"url" text NOT NULL,
	"path" text NOT NULL,
	"status" smallint NOT NULL,
	"by" text NOT NULL,
	"asset_id" uuid,
	"asset_name" text,
	"has_near_miss" boolean NOT NULL,
	"violation_count" integer NOT NULL,
	"has_problem" boolean NOT NULL,
	"delay_ms" real NOT NULL,
	"client_ip" text NOT NULL,
	"detail" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service_virtualization"."resource_record" (
	"asset_id" uuid NOT NULL,
	"record_id" text NOT NULL,
	"project_id" uuid NOT NULL,
	"position" bigint NOT NULL,
	"item" jsonb NOT NULL,
	CONSTRAINT "resource_record_asset_id_record_id_pk" PRIMARY KEY("asset_id","record_id")
);
--> statement-breakpoint
CREATE TABLE "service_virtualization"."resource_state" (
	"asset_id" uuid PRIMARY KEY NOT NULL,
	"project_id" uuid NOT NULL,
	"definition_hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service_virtualization"."scope_state" (
	"project_id" uuid NOT NULL,
	"scope" text NOT NULL,
	"scenarios" jsonb NOT NULL,
	"values" jsonb NOT NULL,
	CONSTRAINT "scope_state_project_id_scope_pk" PRIMARY KEY("project_id","scope")
);
--> statement-breakpoint
ALTER TABLE "service_virtualization"."asset" ADD CONSTRAINT "asset_suite_id_suite_id_fk" FOREIGN KEY ("suite_id") REFERENCES "service_virtualization"."suite"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_virtualization"."asset_version" ADD CONSTRAINT "asset_version_asset_id_asset_id_fk" FOREIGN KEY ("asset_id") REFERENCES "service_virtualization"."asset"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_virtualization"."import_source" ADD CONSTRAINT "import_source_project_id_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "service_virtualization"."project"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_virtualization"."import_source" ADD CONSTRAINT "import_source_suite_id_suite_id_fk" FOREIGN KEY ("suite_id") REFERENCES "service_virtualization"."suite"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_virtualization"."mock_file" ADD CONSTRAINT "mock_file_project_id_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "service_virtualization"."project"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_virtualization"."suite" ADD CONSTRAINT "suite_project_id_project_id_fk" FOREIGN KEY ("project_id") REFERENCES "service_virtualization"."project"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "service_virtualization"."suite" ADD CONSTRAINT "suite_parent_id_suite_id_fk" FOREIGN KEY ("parent_id") REFERENCES "service_virtualization"."suite"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "asset_project" ON "service_virtualization"."asset" USING btree ("project_id","position");--> statement-breakpoint
CREATE INDEX "asset_suite" ON "service_virtualization"."asset" USING btree ("suite_id","position");--> statement-breakpoint
CREATE INDEX "asset_enabled" ON "service_virtualization"."asset" USING btree ("organization_id") WHERE "service_virtualization"."asset"."is_enabled";--> statement-breakpoint
CREATE UNIQUE INDEX "asset_source" ON "service_virtualization"."asset" USING btree ("source_id","source_key") WHERE "service_virtualization"."asset"."source_id" is not null;--> statement-breakpoint
CREATE INDEX "import_source_project" ON "service_virtualization"."import_source" USING btree ("project_id");--> statement-breakpoint
CREATE UNIQUE INDEX "mock_file_name" ON "service_virtualization"."mock_file" USING btree ("project_id","file_name");--> statement-breakpoint
CREATE INDEX "pending_import_created" ON "service_virtualization"."pending_import" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "project_path_key" ON "service_virtualization"."project" USING btree ("path_key");--> statement-breakpoint
CREATE INDEX "project_organization" ON "service_virtualization"."project" USING btree ("organization_id");--> statement-breakpoint
CREATE UNIQUE INDEX "suite_name" ON "service_virtualization"."suite" USING btree ("project_id",coalesce("parent_id", "project_id"),lower("name"));--> statement-breakpoint
CREATE INDEX "suite_parent" ON "service_virtualization"."suite" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "journal_project" ON "service_virtualization"."journal" USING btree ("project_id","id");--> statement-breakpoint
CREATE INDEX "journal_unmatched" ON "service_virtualization"."journal" USING btree ("project_id","id") WHERE "service_virtualization"."journal"."by" = 'none';--> statement-breakpoint
CREATE INDEX "resource_record_project" ON "service_virtualization"."resource_record" USING btree ("project_id");--> statement-breakpoint
CREATE INDEX "resource_state_project" ON "service_virtualization"."resource_state" USING btree ("project_id");