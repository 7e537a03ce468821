CREATE TABLE "service_virtualization"."authority" (
	"id" integer PRIMARY KEY NOT NULL,
	"certificate" text NOT NULL,
	"key" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "service_virtualization"."hosting_process" (
	"name" text PRIMARY KEY NOT NULL,
	"address" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "service_virtualization"."environment_link" ADD COLUMN "address_kind" text DEFAULT 'path' NOT NULL;--> statement-breakpoint
ALTER TABLE "service_virtualization"."project" ADD COLUMN "port" integer;--> statement-breakpoint
CREATE UNIQUE INDEX "project_port" ON "service_virtualization"."project" USING btree ("port");