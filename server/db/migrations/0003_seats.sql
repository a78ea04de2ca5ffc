CREATE TABLE "offers" (
	"id" text PRIMARY KEY NOT NULL,
	"cap" integer NOT NULL,
	"taken" integer DEFAULT 0 NOT NULL,
	"sold" integer DEFAULT 0 NOT NULL,
	"deal_price_minor" integer NOT NULL,
	"later_price_minor" integer NOT NULL,
	"currency" text NOT NULL,
	"opened_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closes_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	CONSTRAINT "offers_taken_within_cap" CHECK ("offers"."taken" <= "offers"."cap"),
	CONSTRAINT "offers_sold_within_taken" CHECK ("offers"."sold" >= 0 and "offers"."sold" <= "offers"."taken")
);
--> statement-breakpoint
CREATE TABLE "purchase_choices" (
	"user_id" text PRIMARY KEY NOT NULL,
	"shown" text NOT NULL,
	"first_name" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "seat_holds" (
	"id" text PRIMARY KEY NOT NULL,
	"offer_id" text NOT NULL,
	"user_id" text,
	"state" text DEFAULT 'held' NOT NULL,
	"session_id" text,
	"payment_id" text,
	"taken_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"refunded_at" timestamp with time zone,
	"told_at" timestamp with time zone,
	CONSTRAINT "seat_holds_session_id_unique" UNIQUE("session_id"),
	CONSTRAINT "seat_holds_payment_id_unique" UNIQUE("payment_id")
);
--> statement-breakpoint
CREATE TABLE "seat_ledger" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "seat_ledger_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"offer_id" text NOT NULL,
	"hold_id" text NOT NULL,
	"entry" text NOT NULL,
	"change" integer NOT NULL,
	"reason" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "seat_ledger_change_fits_entry" CHECK ("seat_ledger"."change" = case "seat_ledger"."entry" when 'held' then 1 when 'released' then -1 else 0 end)
);
--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "price" text;--> statement-breakpoint
ALTER TABLE "purchase_choices" ADD CONSTRAINT "purchase_choices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seat_holds" ADD CONSTRAINT "seat_holds_offer_id_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "seat_holds" ADD CONSTRAINT "seat_holds_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "offers_one_open" ON "offers" USING btree (("closed_at" is null)) WHERE "offers"."closed_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "seat_holds_one_per_user" ON "seat_holds" USING btree ("user_id") WHERE "seat_holds"."state" = 'held';--> statement-breakpoint
CREATE INDEX "seat_holds_user" ON "seat_holds" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "seat_holds_due" ON "seat_holds" USING btree ("expires_at") WHERE "seat_holds"."state" = 'held';--> statement-breakpoint
CREATE INDEX "seat_holds_turned_away" ON "seat_holds" USING btree ("taken_at") WHERE "seat_holds"."state" = 'turned-away';--> statement-breakpoint
CREATE INDEX "seat_ledger_offer" ON "seat_ledger" USING btree ("offer_id","at");--> statement-breakpoint
CREATE INDEX "customers_user" ON "customers" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "purchases_newest" ON "purchases" USING btree ("paid_at") WHERE "purchases"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "purchases_country" ON "purchases" USING btree ("country") WHERE "purchases"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "subscriptions_user" ON "subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE FUNCTION "refuse_change" () RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;
--> statement-breakpoint
CREATE TRIGGER "seat_ledger_append_only" BEFORE UPDATE OR DELETE ON "seat_ledger"
  FOR EACH ROW EXECUTE FUNCTION "refuse_change" ();
--> statement-breakpoint
CREATE FUNCTION "keep_offer_honest" () RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.cap > OLD.cap THEN RAISE EXCEPTION 'The cap of an offer is never raised'; END IF;
  IF NEW.closed_at IS DISTINCT FROM OLD.closed_at AND OLD.closed_at IS NOT NULL THEN
    RAISE EXCEPTION 'A closed offer stays closed';
  END IF;
  IF OLD.closes_at IS NOT NULL AND (NEW.closes_at IS NULL OR NEW.closes_at > OLD.closes_at) THEN
    RAISE EXCEPTION 'The end of an offer is never put off';
  END IF;
  IF NEW.deal_price_minor <> OLD.deal_price_minor OR NEW.later_price_minor <> OLD.later_price_minor THEN
    RAISE EXCEPTION 'The prices of an offer do not change';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "offers_honest" BEFORE UPDATE ON "offers" FOR EACH ROW EXECUTE FUNCTION "keep_offer_honest" ();
