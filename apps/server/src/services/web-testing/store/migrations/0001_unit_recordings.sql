CREATE TABLE "web_testing"."unit_recording" (
	"run_id" uuid NOT NULL,
	"unit" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"trace" uuid,
	"network" uuid,
	"film" uuid,
	"notes" jsonb NOT NULL,
	CONSTRAINT "unit_recording_run_id_unit_pk" PRIMARY KEY("run_id","unit")
);
