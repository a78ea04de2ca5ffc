CREATE TABLE "seat_log" (
	"index" bigint PRIMARY KEY NOT NULL,
	"offer_id" text NOT NULL,
	"ledger_id" bigint,
	"taken" integer NOT NULL,
	"sold" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"entry" text NOT NULL,
	CONSTRAINT "seat_log_ledger_id_unique" UNIQUE("ledger_id")
);
--> statement-breakpoint
CREATE TABLE "seat_log_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"encrypted_key" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "offers" ADD COLUMN "cooldown_days" integer DEFAULT 30 NOT NULL;--> statement-breakpoint
ALTER TABLE "seat_holds" ADD COLUMN "log_salt" uuid DEFAULT gen_random_uuid() NOT NULL;--> statement-breakpoint
ALTER TABLE "seat_log" ADD CONSTRAINT "seat_log_ledger_id_seat_ledger_id_fk" FOREIGN KEY ("ledger_id") REFERENCES "public"."seat_ledger"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "seat_log_offer" ON "seat_log" USING btree ("offer_id","index");--> statement-breakpoint
CREATE INDEX "seat_ledger_hold" ON "seat_ledger" USING btree ("hold_id");
--> statement-breakpoint
-- Offers from before the rule promised no cooldown. The start of a server raises that of the open one.
UPDATE "offers" SET "cooldown_days" = 0;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION "keep_offer_honest" () RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.cap > OLD.cap THEN RAISE EXCEPTION 'The cap of an offer is never raised'; END IF;
  IF NEW.closed_at IS DISTINCT FROM OLD.closed_at AND OLD.closed_at IS NOT NULL THEN
    RAISE EXCEPTION 'A closed offer stays closed';
  END IF;
  IF OLD.closes_at IS NOT NULL AND (NEW.closes_at IS NULL OR NEW.closes_at > OLD.closes_at) THEN
    RAISE EXCEPTION 'The end of an offer is never put off';
  END IF;
  IF NEW.deal_price_minor <> OLD.deal_price_minor OR NEW.later_price_minor <> OLD.later_price_minor
    OR NEW.currency <> OLD.currency THEN
    RAISE EXCEPTION 'The prices of an offer do not change';
  END IF;
  IF NEW.cooldown_days < OLD.cooldown_days THEN RAISE EXCEPTION 'The cooldown of an offer is never shortened'; END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- Adds a leaf. The lock is held until the commit can be seen: indices have no gap, totals follow each other in the order of the log.
CREATE FUNCTION "append_to_seat_log" ("of_offer" text, "of_ledger" bigint, "taken_change" integer, "sold_change" integer, "fields" text, "has_totals" boolean, "moment" timestamp with time zone) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  next_index bigint;
  last_at timestamp with time zone;
  entry_at timestamp with time zone;
  now_taken integer;
  now_sold integer;
BEGIN
  PERFORM pg_advisory_xact_lock(7203114509);
  SELECT l."index" + 1, l."at" INTO next_index, last_at FROM "seat_log" l ORDER BY l."index" DESC LIMIT 1;
  SELECT l."taken", l."sold" INTO now_taken, now_sold FROM "seat_log" l WHERE l."offer_id" = of_offer ORDER BY l."index" DESC LIMIT 1;
  now_taken := coalesce(now_taken, 0) + taken_change;
  now_sold := coalesce(now_sold, 0) + sold_change;
  entry_at := greatest(last_at, date_trunc('minute', moment));
  INSERT INTO "seat_log" ("index", "offer_id", "ledger_id", "taken", "sold", "at", "entry")
  VALUES (coalesce(next_index, 0), of_offer, of_ledger, now_taken, now_sold, entry_at,
    fields
    || CASE WHEN has_totals THEN format(',"taken":%s,"sold":%s', now_taken, now_sold) ELSE '' END
    || format(',"at":"%s"}', to_char(entry_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"')));
END $$;
--> statement-breakpoint
CREATE FUNCTION "log_terms" ("kind" text, "o" "offers", "moment" timestamp with time zone) RETURNS void LANGUAGE sql AS $$
  SELECT append_to_seat_log(o.id, NULL, 0, 0, format(
    '{"type":"%s","offer":"%s","cap":%s,"dealPriceMinor":%s,"laterPriceMinor":%s,"currency":"%s","closesAt":%s,"cooldownDays":%s',
    kind, o.id, o.cap, o.deal_price_minor, o.later_price_minor, o.currency,
    coalesce('"' || to_char(o.closes_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') || '"', 'null'), o.cooldown_days), false, moment)
$$;
--> statement-breakpoint
CREATE FUNCTION "log_end" ("o" "offers", "moment" timestamp with time zone) RETURNS void LANGUAGE sql AS $$
  SELECT append_to_seat_log(o.id, NULL, 0, 0, format('{"type":"closed","offer":"%s"', o.id), true, moment)
$$;
--> statement-breakpoint
-- The seat's name is the SHA-256 of a salt and the hold's id: who knows both can show that it is theirs.
CREATE FUNCTION "log_movement" ("m" "seat_ledger") RETURNS void LANGUAGE sql AS $$
  SELECT append_to_seat_log(m.offer_id, m.id, m.change, CASE m.entry WHEN 'sold' THEN 1 ELSE 0 END, format(
    '{"type":"%s","offer":"%s","seat":"%s"', m.entry, m.offer_id,
    encode(sha256(coalesce((SELECT uuid_send(h.log_salt) FROM seat_holds h WHERE h.id = m.hold_id), '') || convert_to(m.hold_id, 'UTF8')), 'hex')), true, m.at)
$$;
--> statement-breakpoint
CREATE FUNCTION "log_offer_change" () RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM log_terms('offer', NEW, now());
  ELSE
    IF NEW.cap <> OLD.cap OR NEW.closes_at IS DISTINCT FROM OLD.closes_at OR NEW.cooldown_days <> OLD.cooldown_days THEN
      PERFORM log_terms('terms', NEW, now());
    END IF;
    IF NEW.closed_at IS DISTINCT FROM OLD.closed_at THEN PERFORM log_end(NEW, now()); END IF;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION "log_seat_movement" () RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM log_movement(NEW);
  RETURN NULL;
END $$;
--> statement-breakpoint
-- Deferred: the log's lock is the last that a transaction takes, and held during its commit alone.
CREATE CONSTRAINT TRIGGER "offers_opened_to_log" AFTER INSERT ON "offers" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION "log_offer_change" ();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "offers_changed_to_log" AFTER UPDATE ON "offers" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.cap <> OLD.cap OR NEW.closes_at IS DISTINCT FROM OLD.closes_at
    OR NEW.cooldown_days <> OLD.cooldown_days OR NEW.closed_at IS DISTINCT FROM OLD.closed_at)
  EXECUTE FUNCTION "log_offer_change" ();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER "seat_ledger_to_log" AFTER INSERT ON "seat_ledger" DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION "log_seat_movement" ();
--> statement-breakpoint
-- What happened before there was a log. An offer whose seats were lowered after more of them had been taken is logged with that many
-- at first.
DO $$
DECLARE
  step record;
  lowered "offers";
BEGIN
  FOR step IN
    WITH moved AS (
      SELECT l.id, l.offer_id, l.at, max(l.at) OVER (ORDER BY l.id) AS t,
        sum(l.change) OVER (PARTITION BY l.offer_id ORDER BY l.id) AS running
      FROM "seat_ledger" l
    ),
    highest AS (SELECT offer_id, max(running) AS most FROM moved GROUP BY offer_id)
    SELECT 'offer' AS kind, o AS offer, NULL::"seat_ledger" AS movement, h.most, o.opened_at AS t, 0 AS rank, 0::bigint AS id
      FROM "offers" o LEFT JOIN highest h ON h.offer_id = o.id
    UNION ALL
    SELECT 'movement', NULL, l, NULL, m.t, 1, m.id FROM moved m JOIN "seat_ledger" l ON l.id = m.id
    UNION ALL
    SELECT 'terms', o, NULL, NULL, m.t, 1, m.id FROM "offers" o
      JOIN LATERAL (SELECT id, t FROM moved WHERE offer_id = o.id AND running > o.cap ORDER BY id DESC LIMIT 1) over_cap ON true
      JOIN LATERAL (SELECT id, t FROM moved WHERE offer_id = o.id AND id > over_cap.id ORDER BY id LIMIT 1) m ON true
    UNION ALL
    SELECT 'closed', o, NULL, NULL,
      greatest(o.closed_at, (SELECT max(m.t) FROM moved m WHERE m.offer_id = o.id AND m.at <= o.closed_at)), 2, 0
      FROM "offers" o WHERE o.closed_at IS NOT NULL
    ORDER BY t, rank, id, kind
  LOOP
    IF step.kind = 'movement' THEN
      PERFORM log_movement(step.movement);
    ELSIF step.kind = 'closed' THEN
      PERFORM log_end(step.offer, step.t);
    ELSE
      lowered := step.offer;
      lowered.cap := greatest(lowered.cap, step.most);
      PERFORM log_terms(step.kind, lowered, step.t);
    END IF;
  END LOOP;
END $$;
--> statement-breakpoint
CREATE FUNCTION "refuse_foreign_entry" () RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF pg_trigger_depth() < 2 THEN RAISE EXCEPTION 'seat_log is written by the triggers of offers and seat_ledger alone'; END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "seat_log_by_triggers_only" BEFORE INSERT ON "seat_log" FOR EACH ROW EXECUTE FUNCTION "refuse_foreign_entry" ();
--> statement-breakpoint
CREATE TRIGGER "seat_log_append_only" BEFORE UPDATE OR DELETE ON "seat_log" FOR EACH ROW EXECUTE FUNCTION "refuse_change" ();
