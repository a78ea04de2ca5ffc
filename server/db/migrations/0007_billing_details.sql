CREATE TABLE "replaced_subscriptions" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"ended_at" timestamp with time zone NOT NULL,
	"refunded_minor" integer,
	"currency" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "amount_minor" integer;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "currency" text;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "pending_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "pending_method" text;--> statement-breakpoint
ALTER TABLE "replaced_subscriptions" ADD CONSTRAINT "replaced_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "replaced_subscriptions_user" ON "replaced_subscriptions" USING btree ("user_id");