CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor" text NOT NULL,
	"key_name" text,
	"operation" text NOT NULL,
	"input" jsonb NOT NULL,
	"user_id" text,
	"reason" text,
	"request_id" text,
	"result" text NOT NULL
);
--> statement-breakpoint
-- Nobody knows how an older session began, so everyone signs in again.
DELETE FROM "sessions";--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "strength" text NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "proven_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log_at" ON "audit_log" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_log_user" ON "audit_log" USING btree ("user_id");--> statement-breakpoint
DROP FUNCTION "find_sessions" (text[]);--> statement-breakpoint
CREATE FUNCTION "find_sessions" ("tokens" text[])
RETURNS TABLE (
  "user_id" text, "email" text, "name" text, "session_id" text, "updated_at" timestamptz,
  "strength" text, "proven_at" timestamptz, "token" text
)
LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan SET enable_seqscan = off AS $$
BEGIN
  RETURN QUERY SELECT u.id, u.email, u.name, s.id, s.updated_at, s.strength, s.proven_at, s.token
    FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.token = ANY (tokens) AND s.expires_at > now();
END $$;
