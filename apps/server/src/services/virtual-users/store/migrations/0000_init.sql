CREATE SCHEMA "virtual_users";
--> statement-breakpoint
CREATE TABLE "virtual_users"."account" (
	"id" text PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"balance" bigint DEFAULT 0 NOT NULL,
	"floor" bigint,
	CONSTRAINT "account_floor" CHECK ("virtual_users"."account"."floor" is null or "virtual_users"."account"."balance" >= "virtual_users"."account"."floor")
);
--> statement-breakpoint
CREATE TABLE "virtual_users"."entry" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "virtual_users"."entry_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"transaction_id" uuid NOT NULL,
	"account_id" text NOT NULL,
	"amount" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "virtual_users"."reservation" (
	"run_id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"wallet_id" uuid NOT NULL,
	"free" integer NOT NULL,
	"paid" integer NOT NULL,
	"status" text DEFAULT 'held' NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "virtual_users"."transaction" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"wallet_id" uuid NOT NULL,
	"to_wallet_id" uuid,
	"type" text NOT NULL,
	"status" text NOT NULL,
	"virtual_users" bigint NOT NULL,
	"run_id" uuid,
	"invoice_number" text,
	"price_cents" bigint,
	"currency" text,
	"created_by" uuid,
	"created_by_name" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "virtual_users"."wallet" (
	"id" uuid PRIMARY KEY NOT NULL,
	"organization_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"grace_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "virtual_users"."entry" ADD CONSTRAINT "entry_transaction_id_transaction_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "virtual_users"."transaction"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "virtual_users"."entry" ADD CONSTRAINT "entry_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "virtual_users"."account"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "virtual_users"."reservation" ADD CONSTRAINT "reservation_wallet_id_wallet_id_fk" FOREIGN KEY ("wallet_id") REFERENCES "virtual_users"."wallet"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "virtual_users"."transaction" ADD CONSTRAINT "transaction_wallet_id_wallet_id_fk" FOREIGN KEY ("wallet_id") REFERENCES "virtual_users"."wallet"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "virtual_users"."transaction" ADD CONSTRAINT "transaction_to_wallet_id_wallet_id_fk" FOREIGN KEY ("to_wallet_id") REFERENCES "virtual_users"."wallet"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "entry_transaction" ON "virtual_users"."entry" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "entry_account" ON "virtual_users"."entry" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "reservation_until" ON "virtual_users"."reservation" USING btree ("until") WHERE status = 'held';--> statement-breakpoint
CREATE INDEX "transaction_wallet" ON "virtual_users"."transaction" USING btree ("wallet_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "transaction_to_wallet" ON "virtual_users"."transaction" USING btree ("to_wallet_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "transaction_purchase" ON "virtual_users"."transaction" USING btree ("organization_id","id" DESC NULLS LAST) WHERE type = 'PURCHASE';