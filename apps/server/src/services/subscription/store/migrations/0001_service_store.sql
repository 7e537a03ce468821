CREATE TABLE "subscription"."selected_service" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"service_id" uuid NOT NULL,
	"team_id" uuid NOT NULL,
	"selected_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscription"."team_service" (
	"team_id" uuid NOT NULL,
	"organization_id" uuid NOT NULL,
	"service_id" uuid NOT NULL,
	CONSTRAINT "team_service_team_id_service_id_pk" PRIMARY KEY("team_id","service_id")
);
--> statement-breakpoint
CREATE INDEX "team_service_organization" ON "subscription"."team_service" USING btree ("organization_id");