// Generated from messages/*.json by `npm run messages`; edit those.
import { pluralOf, formOf, formatNumber } from '../format.ts'

export const language = 'en'
export const accountLink = `Account`
export const accountNavigation = `Account`
export const mainNavigation = `Main`
export const languageNavigation = `Language`
export const plansLink = `Plans`
export const billing = `Billing`
export const howSeatsAreCounted = `How seats are counted`
export const terms = `Terms`
export const privacy = `Privacy`
export const imprint = `Imprint`
export const support = `Support`
export const testMode = `Test mode`
export const testModeTitle = `No real money moves`
export const testModeExplained = `: no real money moves`
export const signIn = `Sign in`
export const signingIn = `Signing in…`
export const seeThePlans = `See the plans`
export const goToAccount = `Go to your account`
export const openProduct = ({ product }: { product: string | number }): string => `Open ${product}`
export const redirecting = `Redirecting...`
export const tryAgain = `Try again`
export const trying = `Trying…`
export const notKnown = `Not known`
export const serverUnreachable = `We couldn’t reach the server. Check your connection and try again.`
export const somethingWentWrong = `Something went wrong on our side. Please try again.`
export const pricingTitle = `Pricing`
export const signInDescription = ({ product }: { product: string | number }): string => `Sign in to ${product} with a code sent to your e-mail address.`
export const accountDescription = ({ product }: { product: string | number }): string => `Your plan and your sessions at ${product}.`
export const welcomeDescription = ({ product }: { product: string | number }): string => `The status of your payment to ${product}.`
export const continueAsTitle = `Confirm your sign-in`
export const continueAsDescription = `A page of another site or of another account leads here. Confirm who you are.`
export const howWeCountDescription = `Where the number of seats left comes from, and which purchases are shown.`
export const notFoundTitle = `Not found`
export const notFoundDescription = `There’s no page at this address.`
export const signInToUpgrade = `Sign in to Upgrade`
export const yourCurrentPlan = `Your Current Plan`
export const notifications = `Notifications`
export const youAreOn = ({ plan }: { plan: string | number }): string => `You are on ${plan}.`
export const manageInAccount = `Manage it in your account`
export const comparePlans = `Compare the plans`
export const whatYouGet = `What you get`
export const included = `Included`
export const notIncluded = `Not included`
export const whatCustomersSay = `What customers say`
export const questionsAndAnswers = `Questions and answers`
export const noteOwnsLifetime = ({ lifetime }: { lifetime: string | number }): string => `You own ${lifetime}, so there’s nothing more you need.`
export const noteOwnPriceDiffers = `What you pay may differ from this price.`
export const notePaymentOnItsWay = ({ amount }: { amount: string | number }): string => `Your payment of ${amount} is on its way.`
export const noteCardBeforeLifetime = ({ lifetime, monthly }: { lifetime: string | number; monthly: string | number }): string => `Update your card first. You can buy ${lifetime} once ${monthly} is paid.`
export const noteCardBringsBack = ({ monthly }: { monthly: string | number }): string => `Update your card first. That brings ${monthly} back.`
export const noteNoSeatFree = `No seat is free right now.`
export const noteEndsTrial = ({ monthly }: { monthly: string | number }): string => `Buying it ends your free trial of ${monthly}.`
export const noteEndsAndRefunds = ({ monthly }: { monthly: string | number }): string => `Buying it ends ${monthly}, and its unused part is refunded.`
export const noteEndsAndCredits = ({ monthly }: { monthly: string | number }): string => `Buying it ends ${monthly}, and its unused part goes to your balance.`
export const billingPeriod = `Billing period`
export const byTheMonth = `Monthly`
export const byTheYear = `Yearly`
export const saveAYear = ({ amount }: { amount: string | number }): string => `Save ${amount} a year`
export const trialThen = ({ days, price, period }: { days: number; price: string | number; period: string | number }): string => `${pluralOf(language, days, { "one": `${formatNumber(language, days)} day`, "other": `${formatNumber(language, days)} days` })} free, then ${price} ${period}`
export const afterDeal = ({ price }: { price: string | number }): string => `${price} after this deal`
export const currency = `Currency`
export const currencyKept = `Your subscription is in this currency, so everything you buy here is too.`
export const bannerSeats = ({ remaining, price }: { remaining: number; price: string | number }): string => `${remaining} seats left at ${price} — Only ${remaining} spots remaining!`
export const bannerTime = ({ price, remaining }: { price: string | number; remaining: number }): string => `Limited time: ${price} Lifetime deal — Only ${remaining} left!`
export const bannerDemand = ({ remaining }: { remaining: number }): string => `High demand: ${remaining} spots remaining before price increase!`
export const liveSeats = ({ remaining, price }: { remaining: number; price: string | number }): string => `${pluralOf(language, remaining, { "one": `${remaining} seat`, "other": `${remaining} seats` })} left at ${price} — Only ${pluralOf(language, remaining, { "one": `${remaining} spot`, "other": `${remaining} spots` })} remaining!`
export const liveTime = ({ price, plan, remaining }: { price: string | number; plan: string | number; remaining: number }): string => `Limited time: ${price} ${plan} deal — Only ${remaining} left!`
export const liveTimeUntil = ({ price, plan, until, remaining }: { price: string | number; plan: string | number; until: string | number; remaining: number }): string => `Limited time: ${price} ${plan} deal until ${until} — Only ${remaining} left!`
export const liveDemand = ({ remaining }: { remaining: number }): string => `High demand: ${pluralOf(language, remaining, { "one": `${remaining} spot`, "other": `${remaining} spots` })} remaining before price increase!`
export const dealEnded = ({ plan, price }: { plan: string | number; price: string | number }): string => `The deal has ended. ${plan} is now ${price}.`
export const soldOut = ({ plan, price }: { plan: string | number; price: string | number }): string => `Sold out. ${plan} is now ${price}.`
export const allSeatsTaken = ({ cap }: { cap: number }): string => `${pluralOf(language, cap, { "one": `The only seat is taken.`, "other": `All ${cap} seats are taken.` })}`
export const allSeatsHeld = ({ cap, held }: { cap: number; held: number }): string => `${pluralOf(language, cap, { "one": `The only seat is being paid for; it may come free within 30 minutes.`, "other": `All ${cap} seats are taken. ${pluralOf(language, held, { "one": `${held} is`, "other": `${held} are` })} being paid for; one may come free within 30 minutes.` })}`
export const seatsClaimed = `Seats claimed`
export const percentClaimed = ({ percent }: { percent: string | number }): string => `${percent}% claimed`
export const startedSeats = ({ base }: { base: number }): string => `Started: ${base} seats`
export const remainingClaimed = ({ remaining, percent }: { remaining: number; percent: string | number }): string => `${remaining} remaining (${percent}% claimed)`
export const purchaseFrom = <Node>({ strong, name, country, span, em, plan }: { strong: (text: string) => Node; name: string | number; country: string | number; span: (text: string) => Node; em: (text: string) => Node; plan: string | number }): (string | Node)[] => [strong(`${name} from ${country}`), ` `, span(`just upgraded to`), ` `, em(`${plan}`)]
export const purchase = <Node>({ strong, name, span, em, plan }: { strong: (text: string) => Node; name: string | number; span: (text: string) => Node; em: (text: string) => Node; plan: string | number }): (string | Node)[] => [strong(`${name}`), ` `, span(`just upgraded to`), ` `, em(`${plan}`)]
export const someone = `Someone`
export const closeNotification = `Close notification`
export const countryBR = `Brazil`
export const countryCA = `Canada`
export const countryDE = `Germany`
export const countryFR = `France`
export const countryIE = `Ireland`
export const countryIN = `India`
export const countryJP = `Japan`
export const countryMX = `Mexico`
export const countryNG = `Nigeria`
export const countryNO = `Norway`
export const countrySG = `Singapore`
export const countryTR = `Türkiye`
export const checkoutRefused = `Failed to create checkout session`
export const checkoutWithoutUrl = `No checkout URL received`
export const checkoutNotStarted = `Failed to start checkout process`
export const checkoutWaits = ({ reason, minutes, time }: { reason: string | number; minutes: string | number; time: string | number }): string => `${reason} Keep this page open: it checks every few seconds and takes you to the payment as soon as there’s room. It waits ${minutes} minutes at most, until ${time}.`
export const checkoutWaitEnded = `No seat came free for you while this page waited. Please try again later.`
export const stopWaiting = `Stop waiting`
export const dismissError = `Dismiss error`
export const portalNotOpened = `We couldn’t open the billing page. Please try again.`
export const receiptNotOpened = `We couldn’t open the receipt. Please try again.`
export const manageBilling = `Manage billing`
export const payByTheYear = `Pay by the year`
export const payByTheMonth = `Pay by the month`
export const updateCard = `Update your card`
export const viewReceipt = `View receipt`
export const upgrade = `Upgrade`
export const invoicesAndReceipts = `Invoices and receipts`
export const documentStatus = ({ status }: { status: string }): string => `${formOf({ "paid": `Paid`, "open": `Not paid yet`, "uncollectible": `Not paid`, "void": `Cancelled`, "refunded": `Refunded`, "other": `Partly refunded` }, status)}`
export const invoice = `Invoice`
export const receipt = `Receipt`
export const showOlder = `Show older`
export const loadingDocuments = `Loading…`
export const taxIncluded = `incl. VAT`
export const taxAdded = `plus VAT`
export const moneyBackDays = ({ days }: { days: string | number }): string => `${days}-day money-back guarantee`
export const withdrawOffer = `Withdraw and get your money back`
export const moneyBack = `Withdraw and get your money back`
export const moneyBackDescription = ({ product }: { product: string | number }): string => `Give your plan at ${product} back and get your money back.`
export const withdrawTerms = ({ plan, amount, date }: { plan: string | number; amount: string | number; date: string | number }): string => `${plan} ends at once and all you paid for it, ${amount}, goes back the way you paid. You can do this until ${date}. It can’t be undone.`
export const withdrawConfirm = ({ plan, amount }: { plan: string | number; amount: string | number }): string => `Confirm: end ${plan} and refund ${amount}`
export const withdrawing = `Confirming…`
export const withdrawKeep = ({ plan }: { plan: string | number }): string => `Keep ${plan}`
export const withdrawnHeading = `Your refund is on its way`
export const withdrawnText = ({ date, plan, amount }: { date: string | number; plan: string | number; amount: string | number }): string => `We received your withdrawal on ${date}. ${plan} has ended, and ${amount} goes back the way you paid. Banks usually take 5 to 10 business days. We’ve sent you a confirmation by e-mail.`
export const withdrawNothing = `There’s nothing to refund. The money-back guarantee covers the first days after your first payment for a plan.`
export const withdrawNeedsScript = `This page needs JavaScript.`
export const backToAccount = `Back to your account`
export const errorGuaranteeOver = `There’s nothing to refund any more: the days of the money-back guarantee are over, or the money has gone back already.`
export const withdrawalMailSubject = ({ product }: { product: string | number }): string => `Your withdrawal from ${product}`
export const withdrawalMailText = ({ plan, requestedAt, amount, link }: { plan: string | number; requestedAt: string | number; amount: string | number; link: string | number }): string => `We received your withdrawal from ${plan} on ${requestedAt}.\n\n${plan} has ended, and all you paid for it, ${amount}, goes back the way you paid. Banks usually take 5 to 10 business days. There’s nothing more you need to do.\n\nYour account: ${link}`
export const paidOnce = `Paid once. Nothing renews.`
export const nothingCharged = `Nothing is charged.`
export const paymentFailedKeep = ({ plan }: { plan: string | number }): string => `Your last payment failed. Update your card to keep ${plan}.`
export const paymentFailedKeepBy = ({ date, plan }: { date: string | number; plan: string | number }): string => `Your last payment failed. Update your card by ${date} to keep ${plan}.`
export const paymentFailedBack = ({ plan }: { plan: string | number }): string => `Your last payment failed. Update your card to get ${plan} back.`
export const endsOn = ({ date }: { date: string | number }): string => `Ends on ${date}`
export const trialUntil = ({ date }: { date: string | number }): string => `Free trial until ${date}`
export const trialUntilThen = ({ date, amount, interval }: { date: string | number; amount: string | number; interval: string }): string => `Free trial until ${date}, then ${amount} ${formOf({ "yearly": `a year`, "other": `a month` }, interval)}.`
export const renewsOn = ({ date }: { date: string | number }): string => `Renews on ${date}`
export const paidRenewsOn = ({ amount, interval, date }: { amount: string | number; interval: string; date: string | number }): string => `${amount} ${formOf({ "yearly": `a year`, "other": `a month` }, interval)}. Renews on ${date}`
export const firstPaymentFailed = `Your first payment didn’t go through.`
export const planPaused = ({ plan }: { plan: string | number }): string => `${plan} is paused. Add a card to resume it.`
export const pendingPayment = ({ amount, plan, date }: { amount: string | number; plan: string | number; date: string | number }): string => `Your payment of ${amount} for ${plan} has been on its way since ${date}.`
export const pendingVoucher = ({ plan }: { plan: string | number }): string => `${plan} starts within about a business day of you paying the voucher.`
export const pendingTransfer = ({ plan }: { plan: string | number }): string => `${plan} starts once your bank transfer has arrived, usually within a few business days.`
export const pendingDebit = ({ method, plan }: { method: string; plan: string | number }): string => `${formOf({ "sepa_debit": `A bank debit usually takes about 5 business days.`, "us_bank_account": `A bank debit usually takes up to 4 business days.`, "au_becs_debit": `A bank debit usually takes up to 3 business days.`, "other": `A bank debit usually takes several business days.` }, method)} There’s nothing you need to do: ${plan} starts by itself once the money has arrived.`
export const paidOn = ({ amount, date }: { amount: string | number; date: string | number }): string => `You paid ${amount} on ${date}.`
export const seatIsYours = ({ number, cap }: { number: string | number; cap: string | number }): string => `Seat ${number} of ${cap} is yours.`
export const ownSeat = ({ number, cap }: { number: number; cap: number }): string => `Seat ${number} of ${cap}`
export const seatProofText = `The sale of your seat stands in our public log. This proof shows it without our help, whatever we do later: keep it.`
export const seatProofCheck = `Check the proof`
export const seatProofSave = `Download the proof`
export const seatProofHolds = ({ number }: { number: number }): string => `Checked in your browser: the log has the sale of your seat, number ${number}.`
export const seatProofFails = ({ problem }: { problem: string | number }): string => `The proof doesn’t hold: ${problem}`
export const seatProofUnreadable = `It can’t be read.`
export const seatProofNotSigned = `It isn’t signed with the key of this log.`
export const seatProofNotInLog = `Its entry isn’t in the log that was signed.`
export const seatProofOtherEntry = `Its entry isn’t the sale of this seat.`
export const endedOn = ({ plan, date }: { plan: string | number; date: string | number }): string => `${plan} ended on ${date}.`
export const unusedRefunded = ({ amount }: { amount: string | number }): string => `${amount} of it was refunded the way you paid.`
export const unusedCredited = `The unused part was added to your balance.`
export const refundedOn = ({ amount, plan, date }: { amount: string | number; plan: string | number; date: string | number }): string => `Your payment of ${amount} for ${plan} was refunded on ${date}, so ${plan} has ended.`
export const disputedOn = ({ amount, plan, date }: { amount: string | number; plan: string | number; date: string | number }): string => `Your bank took back your payment of ${amount}, so ${plan} ended on ${date}.`
export const oversoldOn = ({ amount, date }: { amount: string | number; date: string | number }): string => `Your payment of ${amount} arrived after the last seat was gone. We started sending all of it back on ${date}.`
export const yourPayment = `Your payment`
export const paymentNotCompleted = `This payment wasn’t completed, and you weren’t charged.`
export const paymentWithoutSeat = `Someone else got the last seat at this price before your payment arrived. We’re sending all of your money back, and we’ve e-mailed you the details.`
export const boughtPlanEnded = `The plan you got here has ended. Your account shows your plan, your payments and what was refunded.`
export const noPaymentHere = `There’s no payment to show here.`
export const nothingToDo = `There’s nothing you need to do.`
export const planStartsByItself = `You can close this page, and please don’t pay again: your plan starts by itself once the payment has gone through.`
export const checkAgain = `Check again`
export const cannotReachServer = `We can’t reach the server right now.`
export const cannotLookUpPayment = `We can’t look up your payment right now.`
export const weKeepTrying = `We’ll keep trying.`
export const paymentTakesLonger = `Your payment is still being processed. Some payment methods take longer.`
export const lookingUpPayment = `Looking up your payment…`
export const paymentProcessing = `Your payment is being processed. This usually takes a few seconds.`
export const paymentNeedsScript = `Looking up your payment needs JavaScript. Please allow it for this site, then reload the page.`
export const welcomeTo = ({ plan }: { plan: string | number }): string => `Welcome to ${plan}`
export const thankYou = `Thank you.`
export const yoursForGood = `It’s yours for good: paid once, nothing renews.`
export const cancelAnyTime = `You can cancel at any time in your account.`
export const activeNow = `It’s active now.`
export const welcomeRenews = ({ date }: { date: string | number }): string => `It renews on ${date}.`
export const welcomePaidRenews = ({ amount, date }: { amount: string | number; date: string | number }): string => `You paid ${amount}. It renews on ${date} for ${amount}.`
export const welcomeTrial = ({ date }: { date: string | number }): string => `Your free trial runs until ${date}. You pay nothing before then.`
export const welcomeTrialThen = ({ date, amount, interval }: { date: string | number; amount: string | number; interval: string }): string => `Your free trial runs until ${date}. You pay nothing before then, and ${amount} ${formOf({ "yearly": `a year`, "other": `a month` }, interval)} after that.`
export const showFirstName = `May we show your first name?`
export const purchaseAsSeen = `Your purchase, as others see it`
export const purchaseChoice = ({ plan }: { plan: string | number }): string => `Visitors to the pricing page may see a short note that somebody bought ${plan} within the last day. How would you like yours to appear?`
export const showMyPurchase = `Show my purchase`
export const withFirstName = `With my first name`
export const withoutName = `Without a name`
export const notAtAll = `Not at all`
export const firstName = `First name`
export const firstNameHint = `Letters only. Nothing else about you is shown.`
export const save = `Save`
export const saving = `Saving…`
export const choiceSaved = `Saved. You can change it in your account at any time.`
export const yourAccount = `Your account`
export const you = `You`
export const email = `E-mail`
export const name = `Name`
export const plan = `Plan`
export const signOut = `Sign out`
export const signOutEverywhere = `Sign out everywhere`
export const signingOut = `Signing out…`
export const whereSignedIn = `Where you are signed in`
export const thisDevice = `This device`
export const lastUsed = <Node>({ time, moment }: { time: (text: string) => Node; moment: string | number }): (string | Node)[] => [`Last used `, time(`${moment}`)]
export const justNow = `just now`
export const deviceOn = ({ browser, system }: { browser: string | number; system: string | number }): string => `${browser} on ${system}`
export const unknownDevice = `Unknown device`
export const yourData = `Your data`
export const downloadData = `Download everything stored about you`
export const accountNotLoaded = `We couldn’t load your account. Please try again.`
export const accountNeedsScript = `Your account needs JavaScript. Please allow it for this site, then reload the page.`
export const deleteAccount = `Delete account`
export const deletionIsFinal = `This deletes your name, your e-mail address and your sessions for good.`
export const deletionLosesPlan = <Node>({ strong, plan }: { strong: (text: string) => Node; plan: string | number }): (string | Node)[] => [strong(`You’ll lose ${plan} too`), `: it can’t be moved to another account, and deleting it isn’t a refund.`]
export const deletionKeepsRecords = `We keep records of your payments, without your name.`
export const deleteMyAccount = `Delete my account`
export const sendingCode = `Sending a code…`
export const deletionCodeSent = <Node>({ strong, email }: { strong: (text: string) => Node; email: string | number }): (string | Node)[] => [`We sent a six-digit code to `, strong(`${email}`), `. Entering it deletes your account right away.`]
export const proofNeeded = ({ product }: { product: string | number }): string => `${product} signed you in here. Before you can download your data or get money back, we mail you a six-digit code.`
export const proofCodeSent = `We sent a six-digit code to your e-mail address.`
export const proofConfirm = `Confirm`
export const proofConfirming = `Confirming…`
export const deleteForGood = `Delete for good`
export const deleting = `Deleting…`
export const keepMyAccount = `Keep my account`
export const readOutbox = <Node>({ link }: { link: (text: string) => Node }): (string | Node)[] => [`Test mode: `, link(`read your mail in the outbox`)]
export const outboxClosed = `Test mode: no mail is sent. To read it, open the address that the server printed at its start.`
export const lookupFailed = `You seem to be signed in, but we couldn’t look up your plan just now.`
export const continueAnyway = `Continue anyway`
export const emailAddress = `E-mail address`
export const emailHint = `No password needed: we’ll e-mail you a six-digit code.`
export const sendMeACode = `Send me a code`
export const sending = `Sending…`
export const tryAgainIn = ({ seconds }: { seconds: string | number }): string => `Try again in ${seconds} s`
export const or = `or`
export const continueWith = ({ provider }: { provider: string | number }): string => `Continue with ${provider}`
export const codeSent = <Node>({ strong, email }: { strong: (text: string) => Node; email: string | number }): (string | Node)[] => [`We sent a six-digit code to `, strong(`${email}`), `.`]
export const codeFilledIn = <Node>({ strong, email }: { strong: (text: string) => Node; email: string | number }): (string | Node)[] => [`We’ve filled in the code for `, strong(`${email}`), `.`]
export const useAnotherAddress = `Use another address`
export const sixDigitCode = `Six-digit code`
export const sixDigits = `Six digits`
export const codeLasts = `It works for 10 minutes.`
export const newCodeOnItsWay = `A new code is on its way.`
export const noEmail = `No e-mail? Check your spam folder.`
export const sendNewCode = `Send a new code`
export const sendNewCodeIn = ({ seconds }: { seconds: string | number }): string => `Send a new code in ${seconds} s`
export const providerFailed = `That sign-in didn’t work. Try again, or use your e-mail address.`
export const providerCancelled = `You cancelled that sign-in. Try again, or use your e-mail address.`
export const providerAddressTaken = `There’s already an account with that e-mail address. Sign in with a code sent to it.`
export const providerWithoutAddress = `That sign-in didn’t give us an e-mail address. Use your e-mail address here instead.`
export const providerTookTooLong = `That sign-in took too long or was started in another window. Please try again.`
export const productNotSetUp = `The site that sent you here isn’t set up for it. Please tell its owner.`
export const productTookTooLong = `That sign-in took too long. Go back to where you came from and try again, or sign in here.`
export const productAddressUnverified = `Your e-mail address isn’t verified there yet. Verify it and try again, or sign in here with a code.`
export const productAddressOfAnother = `The account with that e-mail address belongs to another sign-in. Sign in with a code sent to it.`
export const productNotReached = `We can’t check that sign-in right now. Try again in a minute, or use your e-mail address.`
export const signInLinkUsed = `That sign-in link was used already or is older than a minute. Open it again, or sign in here.`
export const tooManyTries = `Too many tries. Please wait a moment and try again.`
export const continueAsQuestion = ({ email }: { email: string | number }): string => `Continue as ${email}?`
export const continueAsExplained = <Node>({ strong, email }: { strong: (text: string) => Node; email: string | number }): (string | Node)[] => [`You’re signed in as `, strong(`${email}`), `. This link is for another account. What you buy there belongs to that account.`]
export const continueAsUnknown = <Node>({ strong, email }: { strong: (text: string) => Node; email: string | number }): (string | Node)[] => [`This link signs you in to the account of `, strong(`${email}`), `. Continue only if it’s yours: what you buy belongs to that account.`]
export const continueWithoutSignIn = `Continue without signing in`
export const continueAs = ({ email }: { email: string | number }): string => `Continue as ${email}`
export const staySignedInAs = ({ email }: { email: string | number }): string => `Stay signed in as ${email}`
export const noPageHere = `There’s no page here`
export const noPageReason = `The address may be mistyped, or the page may have moved.`
export const howWeCount = `How we count`
export const backToPlans = `Back to the plans`
export const countIsDemo = `This is a demo. The number of seats is worked out from the clock, and the buyers in the notifications are made up. Nothing is limited.`
export const countOnceReal = `Once sales are real, this is how seats and purchases are counted.`
export const rightNow = `Right now`
export const countNow = <Node>({ remaining, cap, plan, price, time, moment }: { remaining: number; cap: number; plan: string | number; price: string | number; time: (text: string) => Node; moment: string | number }): (string | Node)[] => [`${remaining}`, ` of `, `${cap}`, ` seats are left. `, `${plan}`, ` costs `, `${price}`, `. Counted on `, time(`${moment}`), `.`]
export const countNotRead = `We can’t read the figures right now, so we don’t show any.`
export const seats = `Seats`
export const countSource = `Seats left are all seats, minus those sold, minus those somebody is paying for right now. The number comes from the same record that decides whether you can buy, so it can’t say one thing while checkout does another. Everyone sees the same number.`
export const countHolds = `When you start to pay, we hold a seat for you for up to half an hour, or for five minutes if others on your network are waiting. If you don’t pay, it goes back, and the number can rise again. A payment that takes days keeps its seat until the money arrives or the payment fails.`
export const countEnds = `We never add seats while the deal runs, and a sold seat stays sold, even if its buyer gets a refund. When the last one is sold, the deal is over and the later price applies.`
export const countCooldown = `A deal that’s over doesn’t come back soon: a new one at the same price or below may begin only when the later price has been in force for as long as the deal promised, 30 days unless that deal says otherwise.`
export const purchases = `Purchases`
export const countPurchases = `Every purchase we mention was paid for within the last day and hasn’t been refunded. We show a first name only if the buyer said yes, and a country only if at least three buyers share it. Buyers can change that, or hide their purchase, in their account at any time.`
export const everyDeal = `Every deal so far`
export const dealTerms = ({ cap, price, later }: { cap: number; price: string | number; later: string | number }): string => `${pluralOf(language, cap, { "one": `${formatNumber(language, cap)} seat`, "other": `${formatNumber(language, cap)} seats` })} at ${price}, ${later} after that.`
export const dealOpened = <Node>({ time, moment }: { time: (text: string) => Node; moment: string | number }): (string | Node)[] => [`Opened on `, time(`${moment}`), `.`]
export const dealEndsBy = <Node>({ time, moment }: { time: (text: string) => Node; moment: string | number }): (string | Node)[] => [`Ends on `, time(`${moment}`), ` at the latest.`]
export const dealChanged = <Node>({ time, moment, cap }: { time: (text: string) => Node; moment: string | number; cap: number }): (string | Node)[] => [`Since `, time(`${moment}`), `: `, `${pluralOf(language, cap, { "one": `${formatNumber(language, cap)} seat`, "other": `${formatNumber(language, cap)} seats` })}`, `.`]
export const dealClosed = <Node>({ time, moment, sold }: { time: (text: string) => Node; moment: string | number; sold: number }): (string | Node)[] => [`Ended on `, time(`${moment}`), `, `, `${pluralOf(language, sold, { "one": `${formatNumber(language, sold)} seat`, "other": `${formatNumber(language, sold)} seats` })}`, ` sold.`]
export const dealCooldown = ({ days }: { days: number }): string => `No deal at this price or below for ${pluralOf(language, days, { "one": `${formatNumber(language, days)} day`, "other": `${formatNumber(language, days)} days` })} after its end.`
export const dealCooldownShort = ({ usual }: { usual: number }): string => `That’s shorter than the usual ${usual} days.`
export const seatsOverTime = `Seats over time`
export const seatsSold = `Sold`
export const seatsHeld = `Being paid for`
export const seatsFree = `Free`
export const timeInUtc = `Time (UTC)`
export const verifiedCount = `Verified count`
export const logCheck = `Checked by your browser`
export const logExplained = `Every change to a seat is an entry in a public log that can only grow. Your browser reads all of it, checks the signature, follows every seat, and compares the result with the banner.`
export const logChecking = `Your browser is checking the log…`
export const logVerified = ({ entries, sold, cap, remaining }: { entries: string | number; sold: string | number; cap: string | number; remaining: string | number }): string => `Verified. Log entries: ${entries}. Seats sold: ${sold} of ${cap}, left: ${remaining}. The banner shows the same number.`
export const logSameHistory = `What you saw at your last visit is still there, unchanged.`
export const logIsWrong = `Something is wrong, so don’t rely on the number of seats:`
export const logNotRead = `The log can’t be read right now, so nothing was checked.`
export const logUnsupported = `This browser can’t check the signature, so nothing was checked. A newer one can.`
export const logNeedsScript = `Checking needs JavaScript. Please allow it for this site, then reload the page.`
export const logFromOutside = <Node>({ code, command }: { code: (text: string) => Node; command: string | number }): (string | Node)[] => [`Anyone can run the same check from outside, in a checkout of Fairseat: `, code(`${command}`)]
export const logUnreadableEntry = ({ entry }: { entry: string | number }): string => `Entry ${entry} can’t be read.`
export const logTimeBackwards = ({ entry, at, before }: { entry: string | number; at: string | number; before: string | number }): string => `Entry ${entry} is dated ${at}, but the one before it ${before}.`
export const logTimeAhead = ({ entry, at, now }: { entry: string | number; at: string | number; now: string | number }): string => `Entry ${entry} is dated ${at}, but your clock says ${now}.`
export const logUnknownOffer = ({ entry, offer }: { entry: string | number; offer: string | number }): string => `Entry ${entry} is about a deal that never began: ${offer}.`
export const logOfferStillOpen = ({ entry, offer, open }: { entry: string | number; offer: string | number; open: string | number }): string => `Entry ${entry} starts the deal ${offer} while ${open} is still running.`
export const logOfferAgain = ({ entry, offer }: { entry: string | number; offer: string | number }): string => `Entry ${entry} starts the deal ${offer} a second time.`
export const logCooldownBroken = ({ entry, offer, after, days }: { entry: string | number; offer: string | number; after: string | number; days: string | number }): string => `Entry ${entry} starts the deal ${offer} too early: the number of days that must pass after the end of ${after} is ${days}, unless the price is higher.`
export const logTermsLoosened = ({ entry, term, from, to }: { entry: string | number; term: string | number; from: string | number; to: string | number }): string => `Entry ${entry} loosens the terms of a running deal: ${term} went from ${from} to ${to}.`
export const logTermCap = `the number of seats`
export const logTermPrice = `the price`
export const logTermCurrency = `the currency`
export const logTermEnd = `the end`
export const logTermCooldown = `the cooldown`
export const logOfferIsOver = ({ entry, offer }: { entry: string | number; offer: string | number }): string => `Entry ${entry} changes the deal ${offer} after its end.`
export const logAboveCap = ({ entry, taken, cap }: { entry: string | number; taken: string | number; cap: string | number }): string => `Entry ${entry} takes more seats than there are: ${taken} of ${cap}.`
export const logWrongTotals = ({ entry, taken, sold, shouldBeTaken, shouldBeSold }: { entry: string | number; taken: string | number; sold: string | number; shouldBeTaken: string | number; shouldBeSold: string | number }): string => `Entry ${entry} has wrong totals: ${taken} taken and ${sold} sold, but the entries add up to ${shouldBeTaken} and ${shouldBeSold}.`
export const logSoldTwice = ({ entry }: { entry: string | number }): string => `Entry ${entry} sells a seat that was sold before.`
export const logWrongMovement = ({ entry }: { entry: string | number }): string => `Entry ${entry} changes a seat in a way that isn’t possible.`
export const logGone = `The log you saw at your last visit is gone.`
export const logBadCheckpoint = `The signature on the log isn’t valid.`
export const logBadTile = ({ path }: { path: string | number }): string => `A part of the log is missing or damaged: ${path}`
export const logRootDiffers = `The entries aren’t the ones that were signed.`
export const logFirstDifference = ({ entry }: { entry: string | number }): string => `The first one that differs is entry ${entry}.`
export const logShrunk = ({ seen, size }: { seen: string | number; size: string | number }): string => `The log got shorter: ${seen} entries at your last visit, ${size} now.`
export const logRewritten = ({ size }: { size: string | number }): string => `History was rewritten: what you saw at your last visit, when the log’s size was ${size}, isn’t part of it any more.`
export const logBannerDiffers = ({ shown, counted }: { shown: string | number; counted: string | number }): string => `Seats left: ${shown} by the banner, but ${counted} by the log.`
export const signInMailSubject = ({ code, product }: { code: string | number; product: string | number }): string => `${code} is your ${product} sign-in code`
export const signInMailText = ({ code, link }: { code: string | number; link: string | number }): string => `Your code is ${code}. It works once, for 10 minutes, in the browser where you asked for it.\n\nOr open this link, which fills in the code for you. It works in any browser for an hour:\n${link}\n\nIf you didn’t ask for it, you can ignore this e-mail: nobody can sign in without it. Never share the code.`
export const deletionMailSubject = ({ code, product }: { code: string | number; product: string | number }): string => `${code} is your code to delete your ${product} account`
export const deletionMailText = ({ code, link }: { code: string | number; link: string | number }): string => `Your code is ${code}. Enter it at ${link} to delete your account for good. It works for 10 minutes.\n\nIf you didn’t ask for it, somebody else is signed in as you: sign out everywhere at ${link}.`
export const proofMailSubject = ({ code, product }: { code: string | number; product: string | number }): string => `${code} is your code to confirm your identity at ${product}`
export const proofMailText = ({ code, link }: { code: string | number; link: string | number }): string => `Your code is ${code}. Enter it on the page that asked for it, to see your data or to get money back. It works for 10 minutes.\n\nIf you didn’t ask for it, somebody else is signed in as you: sign out everywhere at ${link}.`
export const formerAddressMailSubject = ({ product }: { product: string | number }): string => `The e-mail address of your ${product} account was changed`
export const formerAddressMailText = ({ product, newAddress, contact }: { product: string | number; newAddress: string | number; contact: string | number }): string => `The e-mail address of your ${product} account was changed from this one to ${newAddress}. The change came from ${product}, not from our sign-in page. You were signed out everywhere.\n\nIf this was not you, contact us right away: ${contact}`
export const refundMailSubject = ({ product }: { product: string | number }): string => `Your payment to ${product} was refunded in full`
export const refundMailText = ({ plan, link }: { plan: string | number; link: string | number }): string => `Your payment for ${plan} reached us after the last seat at that price was gone.\n\nWe have sent all of it back to the card or account you paid from; it usually arrives within ten days. There’s nothing you need to do, and you won’t be charged again.\n\nSee what’s on offer now: ${link}`
export const trialMailSubject = ({ product }: { product: string | number }): string => `Your free trial of ${product} ends soon`
export const trialMailText = ({ plan, date, amount }: { plan: string | number; date: string | number; amount: string | number }): string => `Your free trial of ${plan} ends on ${date}. Then ${amount} will be charged, and your plan renews until you cancel it.\n\nIf you don’t want to go on, cancel before then and nothing is charged.`
export const managePlanAt = ({ link }: { link: string | number }): string => `Manage your plan: ${link}`
export const unpaidMailSubject = ({ product }: { product: string | number }): string => `Your payment to ${product} failed`
export const unpaidMailText = ({ amount, plan }: { amount: string | number; plan: string | number }): string => `We couldn’t collect ${amount} for ${plan}.`
export const unpaidMailKeep = ({ plan, date }: { plan: string | number; date: string | number }): string => `You keep ${plan} until ${date}. Update your card before then and nothing else changes.`
export const unpaidMailOver = ({ freePlan, plan }: { freePlan: string | number; plan: string | number }): string => `You’re on ${freePlan} for now. Update your card to get ${plan} back.`
export const unpaidMailLast = ({ plan, date, freePlan }: { plan: string | number; date: string | number; freePlan: string | number }): string => `You keep ${plan} until ${date}. After that you’re on ${freePlan}.`
export const updateCardAt = ({ link }: { link: string | number }): string => `Update your card: ${link}`
export const endMailSubject = ({ product }: { product: string | number }): string => `Your access to ${product} ends soon`
export const endMailText = ({ plan, date }: { plan: string | number; date: string | number }): string => `${plan} is cancelled and ends on ${date}. Nothing more will be charged for it.`
export const keepPlanAt = ({ plan, link }: { plan: string | number; link: string | number }): string => `Keep ${plan} instead: ${link}`
export const reminderMailFooter = `You can turn off reminders like this one in your account.`
export const priceMailSubject = ({ product }: { product: string | number }): string => `The price of ${product} changes`
export const priceMailText = ({ plan, amount, before, date }: { plan: string | number; amount: string | number; before: string | number; date: string | number }): string => `${plan} will cost ${amount} instead of ${before} from your first renewal after ${date} on.\n\nUntil then nothing changes. If you don’t want to pay the new price, cancel before that renewal and it isn’t charged.`
export const priceChangesAfter = ({ amount, date }: { amount: string | number; date: string | number }): string => `${amount} from your first renewal after ${date}.`
export const discountNotIncluded = `Your discount isn’t included here. It still comes off for as long as it applies.`
export const reminders = `E-mail reminders`
export const remindBeforeEnd = `Remind me before my access ends`
export const remindersAlways = `E-mails about what you’re charged always come.`
export const remindersSaved = `Saved.`
export const seatMailSubject = ({ number, cap, product }: { number: number; cap: number; product: string | number }): string => `Seat ${number} of ${cap} is yours at ${product}`
export const seatMailText = ({ plan, number, cap, proof, link }: { plan: string | number; number: number; cap: number; proof: string | number; link: string | number }): string => `Thank you for buying ${plan}. You have seat ${number} of ${cap} at this price.\n\nThe sale of your seat stands in our public log. This proof shows it without our help, whatever we do later, so keep this e-mail:\n\n${proof}\n\nCheck the proof in your account: ${link}`
export const errorBadRequest = `The request was not understood.`
export const errorBadFirstName = `Please use letters only for your first name, 24 at most.`
export const errorBadEmail = `That doesn’t look like an e-mail address. Please check it.`
export const errorCodeWrong = `That code isn’t right. Check the latest e-mail, or ask for a new code.`
export const errorCodeExpired = `That code has expired. Ask for a new one.`
export const errorCodeSpent = `Too many wrong tries, so that code no longer works. Ask for a new one.`
export const errorUnknownProvider = `You can’t sign in that way here. Please use your e-mail address.`
export const errorEmailTaken = `Another account has this e-mail address, and it is not verified on both sides. Nothing was changed.`
export const errorExternalIdTaken = `The account with this e-mail address has another external id already.`
export const errorKeyRefused = `The publishable key is not the one of this server. Please reload the page.`
export const errorForeignOrigin = `This request came from another site and was refused.`
export const errorBadPlan = `Choose a plan that is for sale: "monthly", "lifetime" or, if there is one, "yearly".`
export const errorNotSignedIn = `Please sign in first.`
export const errorProofNeeded = `Please confirm first that it’s you: we mail you a code.`
export const errorUnknownPath = `There’s nothing at this address.`
export const errorNoReceipt = `There’s no receipt yet. You’ll find it here once a payment has gone through.`
export const errorNothingToManage = `You don’t have a subscription to manage yet.`
export const errorNotYourCheckout = `This payment belongs to another account. Sign in with the one you paid from.`
export const errorHasMonthly = ({ monthly }: { monthly: string | number }): string => `You’re already on ${monthly}. You can manage it in your account.`
export const errorHasLifetime = ({ lifetime }: { lifetime: string | number }): string => `You own ${lifetime} already. There’s nothing more to pay.`
export const errorCheckoutReplaced = ({ lifetime }: { lifetime: string | number }): string => `You’ve chosen something else since. Choose ${lifetime} again if you still want it.`
export const errorPaymentProcessing = `Your payment is still being processed. You won’t be charged again; please check back in a while.`
export const errorSeatsHeld = `Every seat at this price is taken or being paid for right now. One may come free within half an hour.`
export const errorNewcomersFull = `Every seat at this price that new accounts can have is being paid for right now. One may come free within minutes.`
export const errorMonthlyMeanwhile = ({ sentence, monthly }: { sentence: string | number; monthly: string | number }): string => `${sentence} You can also start ${monthly} now.`
export const errorPriceChanged = ({ lifetime }: { lifetime: string | number }): string => `The deal has just ended, and the price of ${lifetime} has changed. Choose it again if you still want it.`
export const errorSubscriptionLive = `Your subscription is still running. Cancel it first; you can delete your account once it has ended.`
export const errorTooLarge = `That’s more data than we accept here.`
export const errorTooManyMails = `We’ve sent several e-mails to this address within the hour. Open the link in the newest one: it signs you in, in any browser. Or wait and ask again later.`
export const errorMailsExhausted = `Many people are asking for sign-in e-mails right now, so we can’t send more to new browsers. Please try again later, or use a browser that you’ve signed in with before. The link in an e-mail from the last hour still works.`
export const errorCodesExhausted = `Too many wrong codes were entered. Open the link in our e-mail instead: it still signs you in. Or wait and try again later.`
export const errorNetworkBusy = `Every seat that your network can have at once is being paid for right now. There’s room as soon as one has been paid for, or after five minutes.`
export const errorNetworkAwaiting = `Every seat that your network can have at once is waiting for a payment that takes days. Please try again later or from another network.`
export const errorNetworkPaused = `Too many seats were held from your network today and not paid for. Please try again tomorrow or from another network.`
export const errorBuyerPaused = `You’ve let go of too many seats today. Please try again tomorrow.`
export const errorProviderDown = `That way of signing in isn’t available right now. Please use your e-mail address.`
export const errorPaymentServiceDown = `We can’t reach the payment service right now. You were not charged; please try again in a minute.`
export const errorPaymentServiceBusy = `A lot of people are buying right now. You were not charged; please try again in a few seconds.`
export const errorMailFailed = `We couldn’t send the e-mail. Please try again in a minute.`
export const errorDatabaseDown = `We can’t reach our database right now. Please try again in a minute.`
