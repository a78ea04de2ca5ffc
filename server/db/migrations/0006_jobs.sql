CREATE TABLE "billing_syncs" (
	"user_id" text PRIMARY KEY NOT NULL,
	"ticket" integer DEFAULT 0 NOT NULL,
	"applied" integer DEFAULT 0 NOT NULL,
	"synced_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "jobs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"payload" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"run_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp with time zone,
	"error" text,
	"dead_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "trials_given" (
	"email_hash" text PRIMARY KEY NOT NULL,
	"given_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "checkouts" ALTER COLUMN "session_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "checkouts" ALTER COLUMN "url" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "checkouts" ALTER COLUMN "expires_at" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "attempt_id" text;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "stripe_price_id" text;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "amount_minor" integer;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "customer_id" text;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "hold_id" text;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "trial_days" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "created_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "customers" ADD COLUMN "livemode" boolean;--> statement-breakpoint
ALTER TABLE "purchases" ADD COLUMN "livemode" boolean;--> statement-breakpoint
ALTER TABLE "billing_syncs" ADD CONSTRAINT "billing_syncs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "billing_syncs_oldest" ON "billing_syncs" USING btree ("synced_at");--> statement-breakpoint
CREATE UNIQUE INDEX "jobs_kind_key" ON "jobs" USING btree ("kind","key");--> statement-breakpoint
CREATE INDEX "jobs_due" ON "jobs" USING btree ("run_at") WHERE "jobs"."dead_at" is null;--> statement-breakpoint
CREATE INDEX "jobs_user" ON "jobs" USING btree (("payload" ->> 'userId'));--> statement-breakpoint
CREATE INDEX "checkouts_hold" ON "checkouts" USING btree ("hold_id") WHERE "checkouts"."hold_id" is not null;
--> statement-breakpoint
INSERT INTO "billing_syncs" ("user_id") SELECT DISTINCT "user_id" FROM "customers";--> statement-breakpoint
-- What the version before left to do becomes jobs.
INSERT INTO "jobs" ("kind", "key", "payload", "run_at")
SELECT 'release-hold', "id", jsonb_build_object('userId', "user_id"), "expires_at" FROM "seat_holds" WHERE "state" = 'held' AND "user_id" IS NOT NULL;--> statement-breakpoint
INSERT INTO "jobs" ("kind", "key")
SELECT DISTINCT 'sync', c."user_id" FROM "customers" c
WHERE c."id" IN (SELECT "customer_id" FROM "stripe_events" WHERE "handled_at" IS NULL)
   OR c."user_id" IN (SELECT "user_id" FROM "seat_holds" WHERE "state" = 'turned-away' AND "told_at" IS NULL)
   OR c."user_id" IN (SELECT "user_id" FROM "purchases" WHERE "revoked_for" = 'surplus');--> statement-breakpoint
INSERT INTO "jobs" ("kind", "key", "payload")
SELECT 'mail-refunded', "id", jsonb_build_object('userId', "user_id") FROM "seat_holds"
WHERE "state" = 'turned-away' AND "refunded_at" IS NOT NULL AND "told_at" IS NULL AND "user_id" IS NOT NULL;--> statement-breakpoint
-- A process of the version before may still run while this one takes over.
CREATE FUNCTION "enqueue_cancellation"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- That process cancels and refunds by itself; this is for the case that it ends before.
  INSERT INTO "jobs" ("kind", "key", "payload", "run_at")
  SELECT 'cancel-subscription', NEW."subscription_id", jsonb_build_object('userId', c."user_id", 'reason', 'replaced'), now() + interval '10 minutes'
  FROM "customers" c WHERE c."id" = NEW."customer_id"
  ON CONFLICT ("kind", "key") DO NOTHING;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "cancellations_to_jobs" AFTER INSERT ON "cancellations" FOR EACH ROW EXECUTE FUNCTION "enqueue_cancellation"();--> statement-breakpoint
INSERT INTO "jobs" ("kind", "key", "payload", "run_at")
SELECT 'cancel-subscription', x."subscription_id", jsonb_build_object('userId', c."user_id", 'reason', 'replaced'), now() + interval '10 minutes'
FROM "cancellations" x JOIN "customers" c ON c."id" = x."customer_id"
ON CONFLICT ("kind", "key") DO NOTHING;
