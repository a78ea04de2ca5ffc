CREATE TABLE "stripe_accounts" (
	"livemode" boolean PRIMARY KEY NOT NULL,
	"id" text NOT NULL
);
