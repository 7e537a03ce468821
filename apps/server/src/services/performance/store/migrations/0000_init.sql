CREATE SCHEMA "performance";
--> statement-breakpoint
CREATE TABLE "performance"."frame" (
	"run_id" uuid NOT NULL,
	"second" integer NOT NULL,
	"shard_id" uuid NOT NULL,
	"frame" jsonb NOT NULL,
	CONSTRAINT "frame_run_id_second_shard_id_pk" PRIMARY KEY("run_id","second","shard_id")
);
--> statement-breakpoint
CREATE TABLE "performance"."run" (
	"run_id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"project_id" uuid NOT NULL,
	"configuration" jsonb NOT NULL,
	"curve" jsonb NOT NULL,
	"plan" text NOT NULL,
	"virtual_users" integer NOT NULL,
	"planned_duration_ms" integer NOT NULL,
	"shards" integer NOT NULL,
	"phase" text DEFAULT 'waiting' NOT NULL,
	"start_at" timestamp with time zone,
	"stopped" boolean DEFAULT false NOT NULL,
	"leader_seen_at" timestamp with time zone,
	"totals" jsonb,
	"summary" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "performance"."point" (
	"run_id" uuid NOT NULL,
	"resolution" integer NOT NULL,
	"second" integer NOT NULL,
	"point" jsonb NOT NULL,
	CONSTRAINT "point_run_id_resolution_second_pk" PRIMARY KEY("run_id","resolution","second")
);
--> statement-breakpoint
CREATE TABLE "performance"."shard" (
	"run_id" uuid NOT NULL,
	"shard_id" uuid NOT NULL,
	"name" text NOT NULL,
	"state" text NOT NULL,
	"slice_index" integer,
	"slice_count" integer,
	"joined_at" timestamp with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"lost_at_second" integer,
	"facts" jsonb,
	CONSTRAINT "shard_run_id_shard_id_pk" PRIMARY KEY("run_id","shard_id")
);
--> statement-breakpoint
ALTER TABLE "performance"."frame" ADD CONSTRAINT "frame_run_id_run_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "performance"."run"("run_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "performance"."point" ADD CONSTRAINT "point_run_id_run_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "performance"."run"("run_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "performance"."shard" ADD CONSTRAINT "shard_run_id_run_run_id_fk" FOREIGN KEY ("run_id") REFERENCES "performance"."run"("run_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "performance_run_open" ON "performance"."run" USING btree ("created_at") WHERE phase <> 'ended';