CREATE SCHEMA "flows";
--> statement-breakpoint
CREATE TABLE "flows"."effect" (
	"run_id" uuid NOT NULL,
	"node" text NOT NULL,
	"attempt" integer NOT NULL,
	"state" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "effect_run_id_node_attempt_pk" PRIMARY KEY("run_id","node","attempt")
);
--> statement-breakpoint
CREATE TABLE "flows"."flow" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"document" jsonb NOT NULL,
	"node_count" integer NOT NULL,
	"script_count" integer NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_by" uuid NOT NULL,
	"created_by_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" uuid NOT NULL,
	"updated_by_name" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_run_id" uuid
);
--> statement-breakpoint
CREATE TABLE "flows"."inbox" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "flows"."inbox_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"run_id" uuid NOT NULL,
	"event" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "flows"."node" (
	"run_id" uuid NOT NULL,
	"node" text NOT NULL,
	"state" jsonb NOT NULL,
	"step_id" uuid,
	"inputs" jsonb NOT NULL,
	"outputs" jsonb NOT NULL,
	"detail" jsonb,
	"message" text,
	"child_run_id" uuid,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	CONSTRAINT "node_run_id_node_pk" PRIMARY KEY("run_id","node")
);
--> statement-breakpoint
CREATE TABLE "flows"."run" (
	"run_id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"flow_id" uuid NOT NULL,
	"fence" integer NOT NULL,
	"state" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "flows"."timer" (
	"run_id" uuid NOT NULL,
	"node" text NOT NULL,
	"purpose" text NOT NULL,
	"attempt" integer NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	CONSTRAINT "timer_run_id_node_purpose_pk" PRIMARY KEY("run_id","node","purpose")
);
--> statement-breakpoint
ALTER TABLE "flows"."effect" ADD CONSTRAINT "effect_run_id_run_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "flows"."run"("run_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flows"."node" ADD CONSTRAINT "node_run_id_run_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "flows"."run"("run_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "flows"."timer" ADD CONSTRAINT "timer_run_id_run_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "flows"."run"("run_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "flow_name" ON "flows"."flow" USING btree ("organization_id","project_id",lower("name"));--> statement-breakpoint
CREATE INDEX "flow_project" ON "flows"."flow" USING btree ("organization_id","project_id","updated_at");--> statement-breakpoint
CREATE INDEX "inbox_run" ON "flows"."inbox" USING btree ("run_id");