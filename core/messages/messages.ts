// Generated from messages/*.json by `npm run messages`; edit those.
// Those of the language that is being rendered (in-language.ts). The browser build puts one language in its place (vite.config.ts).
import * as en from './generated/en.ts'
import type { Language } from './languages.ts'

export interface Messages {
  language: Language
  accountLink: string
  accountNavigation: string
  mainNavigation: string
  languageNavigation: string
  plansLink: string
  billing: string
  howSeatsAreCounted: string
  terms: string
  privacy: string
  imprint: string
  support: string
  testMode: string
  testModeTitle: string
  testModeExplained: string
  signIn: string
  signingIn: string
  seeThePlans: string
  goToAccount: string
  openProduct: (parameters: { product: string | number }) => string
  redirecting: string
  tryAgain: string
  trying: string
  notKnown: string
  serverUnreachable: string
  somethingWentWrong: string
  pricingTitle: string
  signInDescription: (parameters: { product: string | number }) => string
  accountDescription: (parameters: { product: string | number }) => string
  welcomeDescription: (parameters: { product: string | number }) => string
  continueAsTitle: string
  continueAsDescription: string
  howWeCountDescription: string
  notFoundTitle: string
  notFoundDescription: string
  signInToUpgrade: string
  yourCurrentPlan: string
  notifications: string
  youAreOn: (parameters: { plan: string | number }) => string
  manageInAccount: string
  comparePlans: string
  whatYouGet: string
  included: string
  notIncluded: string
  whatCustomersSay: string
  questionsAndAnswers: string
  noteOwnsLifetime: (parameters: { lifetime: string | number }) => string
  noteOwnPriceDiffers: string
  notePaymentOnItsWay: (parameters: { amount: string | number }) => string
  noteCardBeforeLifetime: (parameters: { lifetime: string | number; monthly: string | number }) => string
  noteCardBringsBack: (parameters: { monthly: string | number }) => string
  noteNoSeatFree: string
  noteEndsTrial: (parameters: { monthly: string | number }) => string
  noteEndsAndRefunds: (parameters: { monthly: string | number }) => string
  noteEndsAndCredits: (parameters: { monthly: string | number }) => string
  billingPeriod: string
  byTheMonth: string
  byTheYear: string
  saveAYear: (parameters: { amount: string | number }) => string
  trialThen: (parameters: { days: number; price: string | number; period: string | number }) => string
  afterDeal: (parameters: { price: string | number }) => string
  currency: string
  currencyKept: string
  bannerSeats: (parameters: { remaining: number; price: string | number }) => string
  bannerTime: (parameters: { price: string | number; remaining: number }) => string
  bannerDemand: (parameters: { remaining: number }) => string
  liveSeats: (parameters: { remaining: number; price: string | number }) => string
  liveTime: (parameters: { price: string | number; plan: string | number; remaining: number }) => string
  liveTimeUntil: (parameters: { price: string | number; plan: string | number; until: string | number; remaining: number }) => string
  liveDemand: (parameters: { remaining: number }) => string
  dealEnded: (parameters: { plan: string | number; price: string | number }) => string
  soldOut: (parameters: { plan: string | number; price: string | number }) => string
  allSeatsTaken: (parameters: { cap: number }) => string
  allSeatsHeld: (parameters: { cap: number; held: number }) => string
  seatsClaimed: string
  percentClaimed: (parameters: { percent: string | number }) => string
  startedSeats: (parameters: { base: number }) => string
  remainingClaimed: (parameters: { remaining: number; percent: string | number }) => string
  purchaseFrom: <Node>(parameters: { strong: (text: string) => Node; name: string | number; country: string | number; span: (text: string) => Node; em: (text: string) => Node; plan: string | number }) => (string | Node)[]
  purchase: <Node>(parameters: { strong: (text: string) => Node; name: string | number; span: (text: string) => Node; em: (text: string) => Node; plan: string | number }) => (string | Node)[]
  someone: string
  closeNotification: string
  countryBR: string
  countryCA: string
  countryDE: string
  countryFR: string
  countryIE: string
  countryIN: string
  countryJP: string
  countryMX: string
  countryNG: string
  countryNO: string
  countrySG: string
  countryTR: string
  checkoutRefused: string
  checkoutWithoutUrl: string
  checkoutNotStarted: string
  checkoutWaits: (parameters: { reason: string | number; minutes: string | number; time: string | number }) => string
  checkoutWaitEnded: string
  stopWaiting: string
  dismissError: string
  portalNotOpened: string
  receiptNotOpened: string
  manageBilling: string
  payByTheYear: string
  payByTheMonth: string
  updateCard: string
  viewReceipt: string
  upgrade: string
  invoicesAndReceipts: string
  documentStatus: (parameters: { status: string }) => string
  invoice: string
  receipt: string
  showOlder: string
  loadingDocuments: string
  taxIncluded: string
  taxAdded: string
  moneyBackDays: (parameters: { days: string | number }) => string
  withdrawOffer: string
  moneyBack: string
  moneyBackDescription: (parameters: { product: string | number }) => string
  withdrawTerms: (parameters: { plan: string | number; amount: string | number; date: string | number }) => string
  withdrawConfirm: (parameters: { plan: string | number; amount: string | number }) => string
  withdrawing: string
  withdrawKeep: (parameters: { plan: string | number }) => string
  withdrawnHeading: string
  withdrawnText: (parameters: { date: string | number; plan: string | number; amount: string | number }) => string
  withdrawNothing: string
  withdrawNeedsScript: string
  backToAccount: string
  errorGuaranteeOver: string
  withdrawalMailSubject: (parameters: { product: string | number }) => string
  withdrawalMailText: (parameters: { plan: string | number; requestedAt: string | number; amount: string | number; link: string | number }) => string
  paidOnce: string
  nothingCharged: string
  paymentFailedKeep: (parameters: { plan: string | number }) => string
  paymentFailedKeepBy: (parameters: { date: string | number; plan: string | number }) => string
  paymentFailedBack: (parameters: { plan: string | number }) => string
  endsOn: (parameters: { date: string | number }) => string
  trialUntil: (parameters: { date: string | number }) => string
  trialUntilThen: (parameters: { date: string | number; amount: string | number; interval: string }) => string
  renewsOn: (parameters: { date: string | number }) => string
  paidRenewsOn: (parameters: { amount: string | number; interval: string; date: string | number }) => string
  firstPaymentFailed: string
  planPaused: (parameters: { plan: string | number }) => string
  pendingPayment: (parameters: { amount: string | number; plan: string | number; date: string | number }) => string
  pendingVoucher: (parameters: { plan: string | number }) => string
  pendingTransfer: (parameters: { plan: string | number }) => string
  pendingDebit: (parameters: { method: string; plan: string | number }) => string
  paidOn: (parameters: { amount: string | number; date: string | number }) => string
  seatIsYours: (parameters: { number: string | number; cap: string | number }) => string
  ownSeat: (parameters: { number: number; cap: number }) => string
  seatProofText: string
  seatProofCheck: string
  seatProofSave: string
  seatProofHolds: (parameters: { number: number }) => string
  seatProofFails: (parameters: { problem: string | number }) => string
  seatProofUnreadable: string
  seatProofNotSigned: string
  seatProofNotInLog: string
  seatProofOtherEntry: string
  endedOn: (parameters: { plan: string | number; date: string | number }) => string
  unusedRefunded: (parameters: { amount: string | number }) => string
  unusedCredited: string
  refundedOn: (parameters: { amount: string | number; plan: string | number; date: string | number }) => string
  disputedOn: (parameters: { amount: string | number; plan: string | number; date: string | number }) => string
  oversoldOn: (parameters: { amount: string | number; date: string | number }) => string
  yourPayment: string
  paymentNotCompleted: string
  paymentWithoutSeat: string
  boughtPlanEnded: string
  noPaymentHere: string
  nothingToDo: string
  planStartsByItself: string
  checkAgain: string
  cannotReachServer: string
  cannotLookUpPayment: string
  weKeepTrying: string
  paymentTakesLonger: string
  lookingUpPayment: string
  paymentProcessing: string
  paymentNeedsScript: string
  welcomeTo: (parameters: { plan: string | number }) => string
  thankYou: string
  yoursForGood: string
  cancelAnyTime: string
  activeNow: string
  welcomeRenews: (parameters: { date: string | number }) => string
  welcomePaidRenews: (parameters: { amount: string | number; date: string | number }) => string
  welcomeTrial: (parameters: { date: string | number }) => string
  welcomeTrialThen: (parameters: { date: string | number; amount: string | number; interval: string }) => string
  showFirstName: string
  purchaseAsSeen: string
  purchaseChoice: (parameters: { plan: string | number }) => string
  showMyPurchase: string
  withFirstName: string
  withoutName: string
  notAtAll: string
  firstName: string
  firstNameHint: string
  save: string
  saving: string
  choiceSaved: string
  yourAccount: string
  you: string
  email: string
  name: string
  plan: string
  signOut: string
  signOutEverywhere: string
  signingOut: string
  whereSignedIn: string
  thisDevice: string
  lastUsed: <Node>(parameters: { time: (text: string) => Node; moment: string | number }) => (string | Node)[]
  justNow: string
  deviceOn: (parameters: { browser: string | number; system: string | number }) => string
  unknownDevice: string
  yourData: string
  downloadData: string
  accountNotLoaded: string
  accountNeedsScript: string
  deleteAccount: string
  deletionIsFinal: string
  deletionLosesPlan: <Node>(parameters: { strong: (text: string) => Node; plan: string | number }) => (string | Node)[]
  deletionKeepsRecords: string
  deleteMyAccount: string
  sendingCode: string
  deletionCodeSent: <Node>(parameters: { strong: (text: string) => Node; email: string | number }) => (string | Node)[]
  proofNeeded: (parameters: { product: string | number }) => string
  proofCodeSent: string
  proofConfirm: string
  proofConfirming: string
  deleteForGood: string
  deleting: string
  keepMyAccount: string
  readOutbox: <Node>(parameters: { link: (text: string) => Node }) => (string | Node)[]
  outboxClosed: string
  lookupFailed: string
  continueAnyway: string
  emailAddress: string
  emailHint: string
  sendMeACode: string
  sending: string
  tryAgainIn: (parameters: { seconds: string | number }) => string
  or: string
  continueWith: (parameters: { provider: string | number }) => string
  codeSent: <Node>(parameters: { strong: (text: string) => Node; email: string | number }) => (string | Node)[]
  codeFilledIn: <Node>(parameters: { strong: (text: string) => Node; email: string | number }) => (string | Node)[]
  useAnotherAddress: string
  sixDigitCode: string
  sixDigits: string
  codeLasts: string
  newCodeOnItsWay: string
  noEmail: string
  sendNewCode: string
  sendNewCodeIn: (parameters: { seconds: string | number }) => string
  providerFailed: string
  providerCancelled: string
  providerAddressTaken: string
  providerWithoutAddress: string
  providerTookTooLong: string
  productNotSetUp: string
  productTookTooLong: string
  productAddressUnverified: string
  productAddressOfAnother: string
  productNotReached: string
  signInLinkUsed: string
  tooManyTries: string
  continueAsQuestion: (parameters: { email: string | number }) => string
  continueAsExplained: <Node>(parameters: { strong: (text: string) => Node; email: string | number }) => (string | Node)[]
  continueAsUnknown: <Node>(parameters: { strong: (text: string) => Node; email: string | number }) => (string | Node)[]
  continueWithoutSignIn: string
  continueAs: (parameters: { email: string | number }) => string
  staySignedInAs: (parameters: { email: string | number }) => string
  noPageHere: string
  noPageReason: string
  howWeCount: string
  backToPlans: string
  countIsDemo: string
  countOnceReal: string
  rightNow: string
  countNow: <Node>(parameters: { remaining: number; cap: number; plan: string | number; price: string | number; time: (text: string) => Node; moment: string | number }) => (string | Node)[]
  countNotRead: string
  seats: string
  countSource: string
  countHolds: string
  countEnds: string
  countCooldown: string
  purchases: string
  countPurchases: string
  everyDeal: string
  dealTerms: (parameters: { cap: number; price: string | number; later: string | number }) => string
  dealOpened: <Node>(parameters: { time: (text: string) => Node; moment: string | number }) => (string | Node)[]
  dealEndsBy: <Node>(parameters: { time: (text: string) => Node; moment: string | number }) => (string | Node)[]
  dealChanged: <Node>(parameters: { time: (text: string) => Node; moment: string | number; cap: number }) => (string | Node)[]
  dealClosed: <Node>(parameters: { time: (text: string) => Node; moment: string | number; sold: number }) => (string | Node)[]
  dealCooldown: (parameters: { days: number }) => string
  dealCooldownShort: (parameters: { usual: number }) => string
  seatsOverTime: string
  seatsSold: string
  seatsHeld: string
  seatsFree: string
  timeInUtc: string
  verifiedCount: string
  logCheck: string
  logExplained: string
  logChecking: string
  logVerified: (parameters: { entries: string | number; sold: string | number; cap: string | number; remaining: string | number }) => string
  logSameHistory: string
  logIsWrong: string
  logNotRead: string
  logUnsupported: string
  logNeedsScript: string
  logFromOutside: <Node>(parameters: { code: (text: string) => Node; command: string | number }) => (string | Node)[]
  logUnreadableEntry: (parameters: { entry: string | number }) => string
  logTimeBackwards: (parameters: { entry: string | number; at: string | number; before: string | number }) => string
  logTimeAhead: (parameters: { entry: string | number; at: string | number; now: string | number }) => string
  logUnknownOffer: (parameters: { entry: string | number; offer: string | number }) => string
  logOfferStillOpen: (parameters: { entry: string | number; offer: string | number; open: string | number }) => string
  logOfferAgain: (parameters: { entry: string | number; offer: string | number }) => string
  logCooldownBroken: (parameters: { entry: string | number; offer: string | number; after: string | number; days: string | number }) => string
  logTermsLoosened: (parameters: { entry: string | number; term: string | number; from: string | number; to: string | number }) => string
  logTermCap: string
  logTermPrice: string
  logTermCurrency: string
  logTermEnd: string
  logTermCooldown: string
  logOfferIsOver: (parameters: { entry: string | number; offer: string | number }) => string
  logAboveCap: (parameters: { entry: string | number; taken: string | number; cap: string | number }) => string
  logWrongTotals: (parameters: { entry: string | number; taken: string | number; sold: string | number; shouldBeTaken: string | number; shouldBeSold: string | number }) => string
  logSoldTwice: (parameters: { entry: string | number }) => string
  logWrongMovement: (parameters: { entry: string | number }) => string
  logGone: string
  logBadCheckpoint: string
  logBadTile: (parameters: { path: string | number }) => string
  logRootDiffers: string
  logFirstDifference: (parameters: { entry: string | number }) => string
  logShrunk: (parameters: { seen: string | number; size: string | number }) => string
  logRewritten: (parameters: { size: string | number }) => string
  logBannerDiffers: (parameters: { shown: string | number; counted: string | number }) => string
  signInMailSubject: (parameters: { code: string | number; product: string | number }) => string
  signInMailText: (parameters: { code: string | number; link: string | number }) => string
  deletionMailSubject: (parameters: { code: string | number; product: string | number }) => string
  deletionMailText: (parameters: { code: string | number; link: string | number }) => string
  proofMailSubject: (parameters: { code: string | number; product: string | number }) => string
  proofMailText: (parameters: { code: string | number; link: string | number }) => string
  formerAddressMailSubject: (parameters: { product: string | number }) => string
  formerAddressMailText: (parameters: { product: string | number; newAddress: string | number; contact: string | number }) => string
  refundMailSubject: (parameters: { product: string | number }) => string
  refundMailText: (parameters: { plan: string | number; link: string | number }) => string
  trialMailSubject: (parameters: { product: string | number }) => string
  trialMailText: (parameters: { plan: string | number; date: string | number; amount: string | number }) => string
  managePlanAt: (parameters: { link: string | number }) => string
  unpaidMailSubject: (parameters: { product: string | number }) => string
  unpaidMailText: (parameters: { amount: string | number; plan: string | number }) => string
  unpaidMailKeep: (parameters: { plan: string | number; date: string | number }) => string
  unpaidMailOver: (parameters: { freePlan: string | number; plan: string | number }) => string
  unpaidMailLast: (parameters: { plan: string | number; date: string | number; freePlan: string | number }) => string
  updateCardAt: (parameters: { link: string | number }) => string
  endMailSubject: (parameters: { product: string | number }) => string
  endMailText: (parameters: { plan: string | number; date: string | number }) => string
  keepPlanAt: (parameters: { plan: string | number; link: string | number }) => string
  reminderMailFooter: string
  priceMailSubject: (parameters: { product: string | number }) => string
  priceMailText: (parameters: { plan: string | number; amount: string | number; before: string | number; date: string | number }) => string
  priceChangesAfter: (parameters: { amount: string | number; date: string | number }) => string
  discountNotIncluded: string
  reminders: string
  remindBeforeEnd: string
  remindersAlways: string
  remindersSaved: string
  seatMailSubject: (parameters: { number: number; cap: number; product: string | number }) => string
  seatMailText: (parameters: { plan: string | number; number: number; cap: number; proof: string | number; link: string | number }) => string
  errorBadRequest: string
  errorBadFirstName: string
  errorBadEmail: string
  errorCodeWrong: string
  errorCodeExpired: string
  errorCodeSpent: string
  errorUnknownProvider: string
  errorEmailTaken: string
  errorExternalIdTaken: string
  errorKeyRefused: string
  errorForeignOrigin: string
  errorBadPlan: string
  errorNotSignedIn: string
  errorProofNeeded: string
  errorUnknownPath: string
  errorNoReceipt: string
  errorNothingToManage: string
  errorNotYourCheckout: string
  errorHasMonthly: (parameters: { monthly: string | number }) => string
  errorHasLifetime: (parameters: { lifetime: string | number }) => string
  errorCheckoutReplaced: (parameters: { lifetime: string | number }) => string
  errorPaymentProcessing: string
  errorSeatsHeld: string
  errorNewcomersFull: string
  errorMonthlyMeanwhile: (parameters: { sentence: string | number; monthly: string | number }) => string
  errorPriceChanged: (parameters: { lifetime: string | number }) => string
  errorSubscriptionLive: string
  errorTooLarge: string
  errorTooManyMails: string
  errorMailsExhausted: string
  errorCodesExhausted: string
  errorNetworkBusy: string
  errorNetworkAwaiting: string
  errorNetworkPaused: string
  errorBuyerPaused: string
  errorProviderDown: string
  errorPaymentServiceDown: string
  errorPaymentServiceBusy: string
  errorMailFailed: string
  errorDatabaseDown: string
}

export let language: Language = en.language
export let accountLink: string = en.accountLink
export let accountNavigation: string = en.accountNavigation
export let mainNavigation: string = en.mainNavigation
export let languageNavigation: string = en.languageNavigation
export let plansLink: string = en.plansLink
export let billing: string = en.billing
export let howSeatsAreCounted: string = en.howSeatsAreCounted
export let terms: string = en.terms
export let privacy: string = en.privacy
export let imprint: string = en.imprint
export let support: string = en.support
export let testMode: string = en.testMode
export let testModeTitle: string = en.testModeTitle
export let testModeExplained: string = en.testModeExplained
export let signIn: string = en.signIn
export let signingIn: string = en.signingIn
export let seeThePlans: string = en.seeThePlans
export let goToAccount: string = en.goToAccount
export let openProduct: (parameters: { product: string | number }) => string = en.openProduct
export let redirecting: string = en.redirecting
export let tryAgain: string = en.tryAgain
export let trying: string = en.trying
export let notKnown: string = en.notKnown
export let serverUnreachable: string = en.serverUnreachable
export let somethingWentWrong: string = en.somethingWentWrong
export let pricingTitle: string = en.pricingTitle
export let signInDescription: (parameters: { product: string | number }) => string = en.signInDescription
export let accountDescription: (parameters: { product: string | number }) => string = en.accountDescription
export let welcomeDescription: (parameters: { product: string | number }) => string = en.welcomeDescription
export let continueAsTitle: string = en.continueAsTitle
export let continueAsDescription: string = en.continueAsDescription
export let howWeCountDescription: string = en.howWeCountDescription
export let notFoundTitle: string = en.notFoundTitle
export let notFoundDescription: string = en.notFoundDescription
export let signInToUpgrade: string = en.signInToUpgrade
export let yourCurrentPlan: string = en.yourCurrentPlan
export let notifications: string = en.notifications
export let youAreOn: (parameters: { plan: string | number }) => string = en.youAreOn
export let manageInAccount: string = en.manageInAccount
export let comparePlans: string = en.comparePlans
export let whatYouGet: string = en.whatYouGet
export let included: string = en.included
export let notIncluded: string = en.notIncluded
export let whatCustomersSay: string = en.whatCustomersSay
export let questionsAndAnswers: string = en.questionsAndAnswers
export let noteOwnsLifetime: (parameters: { lifetime: string | number }) => string = en.noteOwnsLifetime
export let noteOwnPriceDiffers: string = en.noteOwnPriceDiffers
export let notePaymentOnItsWay: (parameters: { amount: string | number }) => string = en.notePaymentOnItsWay
export let noteCardBeforeLifetime: (parameters: { lifetime: string | number; monthly: string | number }) => string = en.noteCardBeforeLifetime
export let noteCardBringsBack: (parameters: { monthly: string | number }) => string = en.noteCardBringsBack
export let noteNoSeatFree: string = en.noteNoSeatFree
export let noteEndsTrial: (parameters: { monthly: string | number }) => string = en.noteEndsTrial
export let noteEndsAndRefunds: (parameters: { monthly: string | number }) => string = en.noteEndsAndRefunds
export let noteEndsAndCredits: (parameters: { monthly: string | number }) => string = en.noteEndsAndCredits
export let billingPeriod: string = en.billingPeriod
export let byTheMonth: string = en.byTheMonth
export let byTheYear: string = en.byTheYear
export let saveAYear: (parameters: { amount: string | number }) => string = en.saveAYear
export let trialThen: (parameters: { days: number; price: string | number; period: string | number }) => string = en.trialThen
export let afterDeal: (parameters: { price: string | number }) => string = en.afterDeal
export let currency: string = en.currency
export let currencyKept: string = en.currencyKept
export let bannerSeats: (parameters: { remaining: number; price: string | number }) => string = en.bannerSeats
export let bannerTime: (parameters: { price: string | number; remaining: number }) => string = en.bannerTime
export let bannerDemand: (parameters: { remaining: number }) => string = en.bannerDemand
export let liveSeats: (parameters: { remaining: number; price: string | number }) => string = en.liveSeats
export let liveTime: (parameters: { price: string | number; plan: string | number; remaining: number }) => string = en.liveTime
export let liveTimeUntil: (parameters: { price: string | number; plan: string | number; until: string | number; remaining: number }) => string = en.liveTimeUntil
export let liveDemand: (parameters: { remaining: number }) => string = en.liveDemand
export let dealEnded: (parameters: { plan: string | number; price: string | number }) => string = en.dealEnded
export let soldOut: (parameters: { plan: string | number; price: string | number }) => string = en.soldOut
export let allSeatsTaken: (parameters: { cap: number }) => string = en.allSeatsTaken
export let allSeatsHeld: (parameters: { cap: number; held: number }) => string = en.allSeatsHeld
export let seatsClaimed: string = en.seatsClaimed
export let percentClaimed: (parameters: { percent: string | number }) => string = en.percentClaimed
export let startedSeats: (parameters: { base: number }) => string = en.startedSeats
export let remainingClaimed: (parameters: { remaining: number; percent: string | number }) => string = en.remainingClaimed
export let purchaseFrom: <Node>(parameters: { strong: (text: string) => Node; name: string | number; country: string | number; span: (text: string) => Node; em: (text: string) => Node; plan: string | number }) => (string | Node)[] = en.purchaseFrom
export let purchase: <Node>(parameters: { strong: (text: string) => Node; name: string | number; span: (text: string) => Node; em: (text: string) => Node; plan: string | number }) => (string | Node)[] = en.purchase
export let someone: string = en.someone
export let closeNotification: string = en.closeNotification
export let countryBR: string = en.countryBR
export let countryCA: string = en.countryCA
export let countryDE: string = en.countryDE
export let countryFR: string = en.countryFR
export let countryIE: string = en.countryIE
export let countryIN: string = en.countryIN
export let countryJP: string = en.countryJP
export let countryMX: string = en.countryMX
export let countryNG: string = en.countryNG
export let countryNO: string = en.countryNO
export let countrySG: string = en.countrySG
export let countryTR: string = en.countryTR
export let checkoutRefused: string = en.checkoutRefused
export let checkoutWithoutUrl: string = en.checkoutWithoutUrl
export let checkoutNotStarted: string = en.checkoutNotStarted
export let checkoutWaits: (parameters: { reason: string | number; minutes: string | number; time: string | number }) => string = en.checkoutWaits
export let checkoutWaitEnded: string = en.checkoutWaitEnded
export let stopWaiting: string = en.stopWaiting
export let dismissError: string = en.dismissError
export let portalNotOpened: string = en.portalNotOpened
export let receiptNotOpened: string = en.receiptNotOpened
export let manageBilling: string = en.manageBilling
export let payByTheYear: string = en.payByTheYear
export let payByTheMonth: string = en.payByTheMonth
export let updateCard: string = en.updateCard
export let viewReceipt: string = en.viewReceipt
export let upgrade: string = en.upgrade
export let invoicesAndReceipts: string = en.invoicesAndReceipts
export let documentStatus: (parameters: { status: string }) => string = en.documentStatus
export let invoice: string = en.invoice
export let receipt: string = en.receipt
export let showOlder: string = en.showOlder
export let loadingDocuments: string = en.loadingDocuments
export let taxIncluded: string = en.taxIncluded
export let taxAdded: string = en.taxAdded
export let moneyBackDays: (parameters: { days: string | number }) => string = en.moneyBackDays
export let withdrawOffer: string = en.withdrawOffer
export let moneyBack: string = en.moneyBack
export let moneyBackDescription: (parameters: { product: string | number }) => string = en.moneyBackDescription
export let withdrawTerms: (parameters: { plan: string | number; amount: string | number; date: string | number }) => string = en.withdrawTerms
export let withdrawConfirm: (parameters: { plan: string | number; amount: string | number }) => string = en.withdrawConfirm
export let withdrawing: string = en.withdrawing
export let withdrawKeep: (parameters: { plan: string | number }) => string = en.withdrawKeep
export let withdrawnHeading: string = en.withdrawnHeading
export let withdrawnText: (parameters: { date: string | number; plan: string | number; amount: string | number }) => string = en.withdrawnText
export let withdrawNothing: string = en.withdrawNothing
export let withdrawNeedsScript: string = en.withdrawNeedsScript
export let backToAccount: string = en.backToAccount
export let errorGuaranteeOver: string = en.errorGuaranteeOver
export let withdrawalMailSubject: (parameters: { product: string | number }) => string = en.withdrawalMailSubject
export let withdrawalMailText: (parameters: { plan: string | number; requestedAt: string | number; amount: string | number; link: string | number }) => string = en.withdrawalMailText
export let paidOnce: string = en.paidOnce
export let nothingCharged: string = en.nothingCharged
export let paymentFailedKeep: (parameters: { plan: string | number }) => string = en.paymentFailedKeep
export let paymentFailedKeepBy: (parameters: { date: string | number; plan: string | number }) => string = en.paymentFailedKeepBy
export let paymentFailedBack: (parameters: { plan: string | number }) => string = en.paymentFailedBack
export let endsOn: (parameters: { date: string | number }) => string = en.endsOn
export let trialUntil: (parameters: { date: string | number }) => string = en.trialUntil
export let trialUntilThen: (parameters: { date: string | number; amount: string | number; interval: string }) => string = en.trialUntilThen
export let renewsOn: (parameters: { date: string | number }) => string = en.renewsOn
export let paidRenewsOn: (parameters: { amount: string | number; interval: string; date: string | number }) => string = en.paidRenewsOn
export let firstPaymentFailed: string = en.firstPaymentFailed
export let planPaused: (parameters: { plan: string | number }) => string = en.planPaused
export let pendingPayment: (parameters: { amount: string | number; plan: string | number; date: string | number }) => string = en.pendingPayment
export let pendingVoucher: (parameters: { plan: string | number }) => string = en.pendingVoucher
export let pendingTransfer: (parameters: { plan: string | number }) => string = en.pendingTransfer
export let pendingDebit: (parameters: { method: string; plan: string | number }) => string = en.pendingDebit
export let paidOn: (parameters: { amount: string | number; date: string | number }) => string = en.paidOn
export let seatIsYours: (parameters: { number: string | number; cap: string | number }) => string = en.seatIsYours
export let ownSeat: (parameters: { number: number; cap: number }) => string = en.ownSeat
export let seatProofText: string = en.seatProofText
export let seatProofCheck: string = en.seatProofCheck
export let seatProofSave: string = en.seatProofSave
export let seatProofHolds: (parameters: { number: number }) => string = en.seatProofHolds
export let seatProofFails: (parameters: { problem: string | number }) => string = en.seatProofFails
export let seatProofUnreadable: string = en.seatProofUnreadable
export let seatProofNotSigned: string = en.seatProofNotSigned
export let seatProofNotInLog: string = en.seatProofNotInLog
export let seatProofOtherEntry: string = en.seatProofOtherEntry
export let endedOn: (parameters: { plan: string | number; date: string | number }) => string = en.endedOn
export let unusedRefunded: (parameters: { amount: string | number }) => string = en.unusedRefunded
export let unusedCredited: string = en.unusedCredited
export let refundedOn: (parameters: { amount: string | number; plan: string | number; date: string | number }) => string = en.refundedOn
export let disputedOn: (parameters: { amount: string | number; plan: string | number; date: string | number }) => string = en.disputedOn
export let oversoldOn: (parameters: { amount: string | number; date: string | number }) => string = en.oversoldOn
export let yourPayment: string = en.yourPayment
export let paymentNotCompleted: string = en.paymentNotCompleted
export let paymentWithoutSeat: string = en.paymentWithoutSeat
export let boughtPlanEnded: string = en.boughtPlanEnded
export let noPaymentHere: string = en.noPaymentHere
export let nothingToDo: string = en.nothingToDo
export let planStartsByItself: string = en.planStartsByItself
export let checkAgain: string = en.checkAgain
export let cannotReachServer: string = en.cannotReachServer
export let cannotLookUpPayment: string = en.cannotLookUpPayment
export let weKeepTrying: string = en.weKeepTrying
export let paymentTakesLonger: string = en.paymentTakesLonger
export let lookingUpPayment: string = en.lookingUpPayment
export let paymentProcessing: string = en.paymentProcessing
export let paymentNeedsScript: string = en.paymentNeedsScript
export let welcomeTo: (parameters: { plan: string | number }) => string = en.welcomeTo
export let thankYou: string = en.thankYou
export let yoursForGood: string = en.yoursForGood
export let cancelAnyTime: string = en.cancelAnyTime
export let activeNow: string = en.activeNow
export let welcomeRenews: (parameters: { date: string | number }) => string = en.welcomeRenews
export let welcomePaidRenews: (parameters: { amount: string | number; date: string | number }) => string = en.welcomePaidRenews
export let welcomeTrial: (parameters: { date: string | number }) => string = en.welcomeTrial
export let welcomeTrialThen: (parameters: { date: string | number; amount: string | number; interval: string }) => string = en.welcomeTrialThen
export let showFirstName: string = en.showFirstName
export let purchaseAsSeen: string = en.purchaseAsSeen
export let purchaseChoice: (parameters: { plan: string | number }) => string = en.purchaseChoice
export let showMyPurchase: string = en.showMyPurchase
export let withFirstName: string = en.withFirstName
export let withoutName: string = en.withoutName
export let notAtAll: string = en.notAtAll
export let firstName: string = en.firstName
export let firstNameHint: string = en.firstNameHint
export let save: string = en.save
export let saving: string = en.saving
export let choiceSaved: string = en.choiceSaved
export let yourAccount: string = en.yourAccount
export let you: string = en.you
export let email: string = en.email
export let name: string = en.name
export let plan: string = en.plan
export let signOut: string = en.signOut
export let signOutEverywhere: string = en.signOutEverywhere
export let signingOut: string = en.signingOut
export let whereSignedIn: string = en.whereSignedIn
export let thisDevice: string = en.thisDevice
export let lastUsed: <Node>(parameters: { time: (text: string) => Node; moment: string | number }) => (string | Node)[] = en.lastUsed
export let justNow: string = en.justNow
export let deviceOn: (parameters: { browser: string | number; system: string | number }) => string = en.deviceOn
export let unknownDevice: string = en.unknownDevice
export let yourData: string = en.yourData
export let downloadData: string = en.downloadData
export let accountNotLoaded: string = en.accountNotLoaded
export let accountNeedsScript: string = en.accountNeedsScript
export let deleteAccount: string = en.deleteAccount
export let deletionIsFinal: string = en.deletionIsFinal
export let deletionLosesPlan: <Node>(parameters: { strong: (text: string) => Node; plan: string | number }) => (string | Node)[] = en.deletionLosesPlan
export let deletionKeepsRecords: string = en.deletionKeepsRecords
export let deleteMyAccount: string = en.deleteMyAccount
export let sendingCode: string = en.sendingCode
export let deletionCodeSent: <Node>(parameters: { strong: (text: string) => Node; email: string | number }) => (string | Node)[] = en.deletionCodeSent
export let proofNeeded: (parameters: { product: string | number }) => string = en.proofNeeded
export let proofCodeSent: string = en.proofCodeSent
export let proofConfirm: string = en.proofConfirm
export let proofConfirming: string = en.proofConfirming
export let deleteForGood: string = en.deleteForGood
export let deleting: string = en.deleting
export let keepMyAccount: string = en.keepMyAccount
export let readOutbox: <Node>(parameters: { link: (text: string) => Node }) => (string | Node)[] = en.readOutbox
export let outboxClosed: string = en.outboxClosed
export let lookupFailed: string = en.lookupFailed
export let continueAnyway: string = en.continueAnyway
export let emailAddress: string = en.emailAddress
export let emailHint: string = en.emailHint
export let sendMeACode: string = en.sendMeACode
export let sending: string = en.sending
export let tryAgainIn: (parameters: { seconds: string | number }) => string = en.tryAgainIn
export let or: string = en.or
export let continueWith: (parameters: { provider: string | number }) => string = en.continueWith
export let codeSent: <Node>(parameters: { strong: (text: string) => Node; email: string | number }) => (string | Node)[] = en.codeSent
export let codeFilledIn: <Node>(parameters: { strong: (text: string) => Node; email: string | number }) => (string | Node)[] = en.codeFilledIn
export let useAnotherAddress: string = en.useAnotherAddress
export let sixDigitCode: string = en.sixDigitCode
export let sixDigits: string = en.sixDigits
export let codeLasts: string = en.codeLasts
export let newCodeOnItsWay: string = en.newCodeOnItsWay
export let noEmail: string = en.noEmail
export let sendNewCode: string = en.sendNewCode
export let sendNewCodeIn: (parameters: { seconds: string | number }) => string = en.sendNewCodeIn
export let providerFailed: string = en.providerFailed
export let providerCancelled: string = en.providerCancelled
export let providerAddressTaken: string = en.providerAddressTaken
export let providerWithoutAddress: string = en.providerWithoutAddress
export let providerTookTooLong: string = en.providerTookTooLong
export let productNotSetUp: string = en.productNotSetUp
export let productTookTooLong: string = en.productTookTooLong
export let productAddressUnverified: string = en.productAddressUnverified
export let productAddressOfAnother: string = en.productAddressOfAnother
export let productNotReached: string = en.productNotReached
export let signInLinkUsed: string = en.signInLinkUsed
export let tooManyTries: string = en.tooManyTries
export let continueAsQuestion: (parameters: { email: string | number }) => string = en.continueAsQuestion
export let continueAsExplained: <Node>(parameters: { strong: (text: string) => Node; email: string | number }) => (string | Node)[] = en.continueAsExplained
export let continueAsUnknown: <Node>(parameters: { strong: (text: string) => Node; email: string | number }) => (string | Node)[] = en.continueAsUnknown
export let continueWithoutSignIn: string = en.continueWithoutSignIn
export let continueAs: (parameters: { email: string | number }) => string = en.continueAs
export let staySignedInAs: (parameters: { email: string | number }) => string = en.staySignedInAs
export let noPageHere: string = en.noPageHere
export let noPageReason: string = en.noPageReason
export let howWeCount: string = en.howWeCount
export let backToPlans: string = en.backToPlans
export let countIsDemo: string = en.countIsDemo
export let countOnceReal: string = en.countOnceReal
export let rightNow: string = en.rightNow
export let countNow: <Node>(parameters: { remaining: number; cap: number; plan: string | number; price: string | number; time: (text: string) => Node; moment: string | number }) => (string | Node)[] = en.countNow
export let countNotRead: string = en.countNotRead
export let seats: string = en.seats
export let countSource: string = en.countSource
export let countHolds: string = en.countHolds
export let countEnds: string = en.countEnds
export let countCooldown: string = en.countCooldown
export let purchases: string = en.purchases
export let countPurchases: string = en.countPurchases
export let everyDeal: string = en.everyDeal
export let dealTerms: (parameters: { cap: number; price: string | number; later: string | number }) => string = en.dealTerms
export let dealOpened: <Node>(parameters: { time: (text: string) => Node; moment: string | number }) => (string | Node)[] = en.dealOpened
export let dealEndsBy: <Node>(parameters: { time: (text: string) => Node; moment: string | number }) => (string | Node)[] = en.dealEndsBy
export let dealChanged: <Node>(parameters: { time: (text: string) => Node; moment: string | number; cap: number }) => (string | Node)[] = en.dealChanged
export let dealClosed: <Node>(parameters: { time: (text: string) => Node; moment: string | number; sold: number }) => (string | Node)[] = en.dealClosed
export let dealCooldown: (parameters: { days: number }) => string = en.dealCooldown
export let dealCooldownShort: (parameters: { usual: number }) => string = en.dealCooldownShort
export let seatsOverTime: string = en.seatsOverTime
export let seatsSold: string = en.seatsSold
export let seatsHeld: string = en.seatsHeld
export let seatsFree: string = en.seatsFree
export let timeInUtc: string = en.timeInUtc
export let verifiedCount: string = en.verifiedCount
export let logCheck: string = en.logCheck
export let logExplained: string = en.logExplained
export let logChecking: string = en.logChecking
export let logVerified: (parameters: { entries: string | number; sold: string | number; cap: string | number; remaining: string | number }) => string = en.logVerified
export let logSameHistory: string = en.logSameHistory
export let logIsWrong: string = en.logIsWrong
export let logNotRead: string = en.logNotRead
export let logUnsupported: string = en.logUnsupported
export let logNeedsScript: string = en.logNeedsScript
export let logFromOutside: <Node>(parameters: { code: (text: string) => Node; command: string | number }) => (string | Node)[] = en.logFromOutside
export let logUnreadableEntry: (parameters: { entry: string | number }) => string = en.logUnreadableEntry
export let logTimeBackwards: (parameters: { entry: string | number; at: string | number; before: string | number }) => string = en.logTimeBackwards
export let logTimeAhead: (parameters: { entry: string | number; at: string | number; now: string | number }) => string = en.logTimeAhead
export let logUnknownOffer: (parameters: { entry: string | number; offer: string | number }) => string = en.logUnknownOffer
export let logOfferStillOpen: (parameters: { entry: string | number; offer: string | number; open: string | number }) => string = en.logOfferStillOpen
export let logOfferAgain: (parameters: { entry: string | number; offer: string | number }) => string = en.logOfferAgain
export let logCooldownBroken: (parameters: { entry: string | number; offer: string | number; after: string | number; days: string | number }) => string = en.logCooldownBroken
export let logTermsLoosened: (parameters: { entry: string | number; term: string | number; from: string | number; to: string | number }) => string = en.logTermsLoosened
export let logTermCap: string = en.logTermCap
export let logTermPrice: string = en.logTermPrice
export let logTermCurrency: string = en.logTermCurrency
export let logTermEnd: string = en.logTermEnd
export let logTermCooldown: string = en.logTermCooldown
export let logOfferIsOver: (parameters: { entry: string | number; offer: string | number }) => string = en.logOfferIsOver
export let logAboveCap: (parameters: { entry: string | number; taken: string | number; cap: string | number }) => string = en.logAboveCap
export let logWrongTotals: (parameters: { entry: string | number; taken: string | number; sold: string | number; shouldBeTaken: string | number; shouldBeSold: string | number }) => string = en.logWrongTotals
export let logSoldTwice: (parameters: { entry: string | number }) => string = en.logSoldTwice
export let logWrongMovement: (parameters: { entry: string | number }) => string = en.logWrongMovement
export let logGone: string = en.logGone
export let logBadCheckpoint: string = en.logBadCheckpoint
export let logBadTile: (parameters: { path: string | number }) => string = en.logBadTile
export let logRootDiffers: string = en.logRootDiffers
export let logFirstDifference: (parameters: { entry: string | number }) => string = en.logFirstDifference
export let logShrunk: (parameters: { seen: string | number; size: string | number }) => string = en.logShrunk
export let logRewritten: (parameters: { size: string | number }) => string = en.logRewritten
export let logBannerDiffers: (parameters: { shown: string | number; counted: string | number }) => string = en.logBannerDiffers
export let signInMailSubject: (parameters: { code: string | number; product: string | number }) => string = en.signInMailSubject
export let signInMailText: (parameters: { code: string | number; link: string | number }) => string = en.signInMailText
export let deletionMailSubject: (parameters: { code: string | number; product: string | number }) => string = en.deletionMailSubject
export let deletionMailText: (parameters: { code: string | number; link: string | number }) => string = en.deletionMailText
export let proofMailSubject: (parameters: { code: string | number; product: string | number }) => string = en.proofMailSubject
export let proofMailText: (parameters: { code: string | number; link: string | number }) => string = en.proofMailText
export let formerAddressMailSubject: (parameters: { product: string | number }) => string = en.formerAddressMailSubject
export let formerAddressMailText: (parameters: { product: string | number; newAddress: string | number; contact: string | number }) => string = en.formerAddressMailText
export let refundMailSubject: (parameters: { product: string | number }) => string = en.refundMailSubject
export let refundMailText: (parameters: { plan: string | number; link: string | number }) => string = en.refundMailText
export let trialMailSubject: (parameters: { product: string | number }) => string = en.trialMailSubject
export let trialMailText: (parameters: { plan: string | number; date: string | number; amount: string | number }) => string = en.trialMailText
export let managePlanAt: (parameters: { link: string | number }) => string = en.managePlanAt
export let unpaidMailSubject: (parameters: { product: string | number }) => string = en.unpaidMailSubject
export let unpaidMailText: (parameters: { amount: string | number; plan: string | number }) => string = en.unpaidMailText
export let unpaidMailKeep: (parameters: { plan: string | number; date: string | number }) => string = en.unpaidMailKeep
export let unpaidMailOver: (parameters: { freePlan: string | number; plan: string | number }) => string = en.unpaidMailOver
export let unpaidMailLast: (parameters: { plan: string | number; date: string | number; freePlan: string | number }) => string = en.unpaidMailLast
export let updateCardAt: (parameters: { link: string | number }) => string = en.updateCardAt
export let endMailSubject: (parameters: { product: string | number }) => string = en.endMailSubject
export let endMailText: (parameters: { plan: string | number; date: string | number }) => string = en.endMailText
export let keepPlanAt: (parameters: { plan: string | number; link: string | number }) => string = en.keepPlanAt
export let reminderMailFooter: string = en.reminderMailFooter
export let priceMailSubject: (parameters: { product: string | number }) => string = en.priceMailSubject
export let priceMailText: (parameters: { plan: string | number; amount: string | number; before: string | number; date: string | number }) => string = en.priceMailText
export let priceChangesAfter: (parameters: { amount: string | number; date: string | number }) => string = en.priceChangesAfter
export let discountNotIncluded: string = en.discountNotIncluded
export let reminders: string = en.reminders
export let remindBeforeEnd: string = en.remindBeforeEnd
export let remindersAlways: string = en.remindersAlways
export let remindersSaved: string = en.remindersSaved
export let seatMailSubject: (parameters: { number: number; cap: number; product: string | number }) => string = en.seatMailSubject
export let seatMailText: (parameters: { plan: string | number; number: number; cap: number; proof: string | number; link: string | number }) => string = en.seatMailText
export let errorBadRequest: string = en.errorBadRequest
export let errorBadFirstName: string = en.errorBadFirstName
export let errorBadEmail: string = en.errorBadEmail
export let errorCodeWrong: string = en.errorCodeWrong
export let errorCodeExpired: string = en.errorCodeExpired
export let errorCodeSpent: string = en.errorCodeSpent
export let errorUnknownProvider: string = en.errorUnknownProvider
export let errorEmailTaken: string = en.errorEmailTaken
export let errorExternalIdTaken: string = en.errorExternalIdTaken
export let errorKeyRefused: string = en.errorKeyRefused
export let errorForeignOrigin: string = en.errorForeignOrigin
export let errorBadPlan: string = en.errorBadPlan
export let errorNotSignedIn: string = en.errorNotSignedIn
export let errorProofNeeded: string = en.errorProofNeeded
export let errorUnknownPath: string = en.errorUnknownPath
export let errorNoReceipt: string = en.errorNoReceipt
export let errorNothingToManage: string = en.errorNothingToManage
export let errorNotYourCheckout: string = en.errorNotYourCheckout
export let errorHasMonthly: (parameters: { monthly: string | number }) => string = en.errorHasMonthly
export let errorHasLifetime: (parameters: { lifetime: string | number }) => string = en.errorHasLifetime
export let errorCheckoutReplaced: (parameters: { lifetime: string | number }) => string = en.errorCheckoutReplaced
export let errorPaymentProcessing: string = en.errorPaymentProcessing
export let errorSeatsHeld: string = en.errorSeatsHeld
export let errorNewcomersFull: string = en.errorNewcomersFull
export let errorMonthlyMeanwhile: (parameters: { sentence: string | number; monthly: string | number }) => string = en.errorMonthlyMeanwhile
export let errorPriceChanged: (parameters: { lifetime: string | number }) => string = en.errorPriceChanged
export let errorSubscriptionLive: string = en.errorSubscriptionLive
export let errorTooLarge: string = en.errorTooLarge
export let errorTooManyMails: string = en.errorTooManyMails
export let errorMailsExhausted: string = en.errorMailsExhausted
export let errorCodesExhausted: string = en.errorCodesExhausted
export let errorNetworkBusy: string = en.errorNetworkBusy
export let errorNetworkAwaiting: string = en.errorNetworkAwaiting
export let errorNetworkPaused: string = en.errorNetworkPaused
export let errorBuyerPaused: string = en.errorBuyerPaused
export let errorProviderDown: string = en.errorProviderDown
export let errorPaymentServiceDown: string = en.errorPaymentServiceDown
export let errorPaymentServiceBusy: string = en.errorPaymentServiceBusy
export let errorMailFailed: string = en.errorMailFailed
export let errorDatabaseDown: string = en.errorDatabaseDown

export function setMessages(next: Messages): void {
  language = next.language
  accountLink = next.accountLink
  accountNavigation = next.accountNavigation
  mainNavigation = next.mainNavigation
  languageNavigation = next.languageNavigation
  plansLink = next.plansLink
  billing = next.billing
  howSeatsAreCounted = next.howSeatsAreCounted
  terms = next.terms
  privacy = next.privacy
  imprint = next.imprint
  support = next.support
  testMode = next.testMode
  testModeTitle = next.testModeTitle
  testModeExplained = next.testModeExplained
  signIn = next.signIn
  signingIn = next.signingIn
  seeThePlans = next.seeThePlans
  goToAccount = next.goToAccount
  openProduct = next.openProduct
  redirecting = next.redirecting
  tryAgain = next.tryAgain
  trying = next.trying
  notKnown = next.notKnown
  serverUnreachable = next.serverUnreachable
  somethingWentWrong = next.somethingWentWrong
  pricingTitle = next.pricingTitle
  signInDescription = next.signInDescription
  accountDescription = next.accountDescription
  welcomeDescription = next.welcomeDescription
  continueAsTitle = next.continueAsTitle
  continueAsDescription = next.continueAsDescription
  howWeCountDescription = next.howWeCountDescription
  notFoundTitle = next.notFoundTitle
  notFoundDescription = next.notFoundDescription
  signInToUpgrade = next.signInToUpgrade
  yourCurrentPlan = next.yourCurrentPlan
  notifications = next.notifications
  youAreOn = next.youAreOn
  manageInAccount = next.manageInAccount
  comparePlans = next.comparePlans
  whatYouGet = next.whatYouGet
  included = next.included
  notIncluded = next.notIncluded
  whatCustomersSay = next.whatCustomersSay
  questionsAndAnswers = next.questionsAndAnswers
  noteOwnsLifetime = next.noteOwnsLifetime
  noteOwnPriceDiffers = next.noteOwnPriceDiffers
  notePaymentOnItsWay = next.notePaymentOnItsWay
  noteCardBeforeLifetime = next.noteCardBeforeLifetime
  noteCardBringsBack = next.noteCardBringsBack
  noteNoSeatFree = next.noteNoSeatFree
  noteEndsTrial = next.noteEndsTrial
  noteEndsAndRefunds = next.noteEndsAndRefunds
  noteEndsAndCredits = next.noteEndsAndCredits
  billingPeriod = next.billingPeriod
  byTheMonth = next.byTheMonth
  byTheYear = next.byTheYear
  saveAYear = next.saveAYear
  trialThen = next.trialThen
  afterDeal = next.afterDeal
  currency = next.currency
  currencyKept = next.currencyKept
  bannerSeats = next.bannerSeats
  bannerTime = next.bannerTime
  bannerDemand = next.bannerDemand
  liveSeats = next.liveSeats
  liveTime = next.liveTime
  liveTimeUntil = next.liveTimeUntil
  liveDemand = next.liveDemand
  dealEnded = next.dealEnded
  soldOut = next.soldOut
  allSeatsTaken = next.allSeatsTaken
  allSeatsHeld = next.allSeatsHeld
  seatsClaimed = next.seatsClaimed
  percentClaimed = next.percentClaimed
  startedSeats = next.startedSeats
  remainingClaimed = next.remainingClaimed
  purchaseFrom = next.purchaseFrom
  purchase = next.purchase
  someone = next.someone
  closeNotification = next.closeNotification
  countryBR = next.countryBR
  countryCA = next.countryCA
  countryDE = next.countryDE
  countryFR = next.countryFR
  countryIE = next.countryIE
  countryIN = next.countryIN
  countryJP = next.countryJP
  countryMX = next.countryMX
  countryNG = next.countryNG
  countryNO = next.countryNO
  countrySG = next.countrySG
  countryTR = next.countryTR
  checkoutRefused = next.checkoutRefused
  checkoutWithoutUrl = next.checkoutWithoutUrl
  checkoutNotStarted = next.checkoutNotStarted
  checkoutWaits = next.checkoutWaits
  checkoutWaitEnded = next.checkoutWaitEnded
  stopWaiting = next.stopWaiting
  dismissError = next.dismissError
  portalNotOpened = next.portalNotOpened
  receiptNotOpened = next.receiptNotOpened
  manageBilling = next.manageBilling
  payByTheYear = next.payByTheYear
  payByTheMonth = next.payByTheMonth
  updateCard = next.updateCard
  viewReceipt = next.viewReceipt
  upgrade = next.upgrade
  invoicesAndReceipts = next.invoicesAndReceipts
  documentStatus = next.documentStatus
  invoice = next.invoice
  receipt = next.receipt
  showOlder = next.showOlder
  loadingDocuments = next.loadingDocuments
  taxIncluded = next.taxIncluded
  taxAdded = next.taxAdded
  moneyBackDays = next.moneyBackDays
  withdrawOffer = next.withdrawOffer
  moneyBack = next.moneyBack
  moneyBackDescription = next.moneyBackDescription
  withdrawTerms = next.withdrawTerms
  withdrawConfirm = next.withdrawConfirm
  withdrawing = next.withdrawing
  withdrawKeep = next.withdrawKeep
  withdrawnHeading = next.withdrawnHeading
  withdrawnText = next.withdrawnText
  withdrawNothing = next.withdrawNothing
  withdrawNeedsScript = next.withdrawNeedsScript
  backToAccount = next.backToAccount
  errorGuaranteeOver = next.errorGuaranteeOver
  withdrawalMailSubject = next.withdrawalMailSubject
  withdrawalMailText = next.withdrawalMailText
  paidOnce = next.paidOnce
  nothingCharged = next.nothingCharged
  paymentFailedKeep = next.paymentFailedKeep
  paymentFailedKeepBy = next.paymentFailedKeepBy
  paymentFailedBack = next.paymentFailedBack
  endsOn = next.endsOn
  trialUntil = next.trialUntil
  trialUntilThen = next.trialUntilThen
  renewsOn = next.renewsOn
  paidRenewsOn = next.paidRenewsOn
  firstPaymentFailed = next.firstPaymentFailed
  planPaused = next.planPaused
  pendingPayment = next.pendingPayment
  pendingVoucher = next.pendingVoucher
  pendingTransfer = next.pendingTransfer
  pendingDebit = next.pendingDebit
  paidOn = next.paidOn
  seatIsYours = next.seatIsYours
  ownSeat = next.ownSeat
  seatProofText = next.seatProofText
  seatProofCheck = next.seatProofCheck
  seatProofSave = next.seatProofSave
  seatProofHolds = next.seatProofHolds
  seatProofFails = next.seatProofFails
  seatProofUnreadable = next.seatProofUnreadable
  seatProofNotSigned = next.seatProofNotSigned
  seatProofNotInLog = next.seatProofNotInLog
  seatProofOtherEntry = next.seatProofOtherEntry
  endedOn = next.endedOn
  unusedRefunded = next.unusedRefunded
  unusedCredited = next.unusedCredited
  refundedOn = next.refundedOn
  disputedOn = next.disputedOn
  oversoldOn = next.oversoldOn
  yourPayment = next.yourPayment
  paymentNotCompleted = next.paymentNotCompleted
  paymentWithoutSeat = next.paymentWithoutSeat
  boughtPlanEnded = next.boughtPlanEnded
  noPaymentHere = next.noPaymentHere
  nothingToDo = next.nothingToDo
  planStartsByItself = next.planStartsByItself
  checkAgain = next.checkAgain
  cannotReachServer = next.cannotReachServer
  cannotLookUpPayment = next.cannotLookUpPayment
  weKeepTrying = next.weKeepTrying
  paymentTakesLonger = next.paymentTakesLonger
  lookingUpPayment = next.lookingUpPayment
  paymentProcessing = next.paymentProcessing
  paymentNeedsScript = next.paymentNeedsScript
  welcomeTo = next.welcomeTo
  thankYou = next.thankYou
  yoursForGood = next.yoursForGood
  cancelAnyTime = next.cancelAnyTime
  activeNow = next.activeNow
  welcomeRenews = next.welcomeRenews
  welcomePaidRenews = next.welcomePaidRenews
  welcomeTrial = next.welcomeTrial
  welcomeTrialThen = next.welcomeTrialThen
  showFirstName = next.showFirstName
  purchaseAsSeen = next.purchaseAsSeen
  purchaseChoice = next.purchaseChoice
  showMyPurchase = next.showMyPurchase
  withFirstName = next.withFirstName
  withoutName = next.withoutName
  notAtAll = next.notAtAll
  firstName = next.firstName
  firstNameHint = next.firstNameHint
  save = next.save
  saving = next.saving
  choiceSaved = next.choiceSaved
  yourAccount = next.yourAccount
  you = next.you
  email = next.email
  name = next.name
  plan = next.plan
  signOut = next.signOut
  signOutEverywhere = next.signOutEverywhere
  signingOut = next.signingOut
  whereSignedIn = next.whereSignedIn
  thisDevice = next.thisDevice
  lastUsed = next.lastUsed
  justNow = next.justNow
  deviceOn = next.deviceOn
  unknownDevice = next.unknownDevice
  yourData = next.yourData
  downloadData = next.downloadData
  accountNotLoaded = next.accountNotLoaded
  accountNeedsScript = next.accountNeedsScript
  deleteAccount = next.deleteAccount
  deletionIsFinal = next.deletionIsFinal
  deletionLosesPlan = next.deletionLosesPlan
  deletionKeepsRecords = next.deletionKeepsRecords
  deleteMyAccount = next.deleteMyAccount
  sendingCode = next.sendingCode
  deletionCodeSent = next.deletionCodeSent
  proofNeeded = next.proofNeeded
  proofCodeSent = next.proofCodeSent
  proofConfirm = next.proofConfirm
  proofConfirming = next.proofConfirming
  deleteForGood = next.deleteForGood
  deleting = next.deleting
  keepMyAccount = next.keepMyAccount
  readOutbox = next.readOutbox
  outboxClosed = next.outboxClosed
  lookupFailed = next.lookupFailed
  continueAnyway = next.continueAnyway
  emailAddress = next.emailAddress
  emailHint = next.emailHint
  sendMeACode = next.sendMeACode
  sending = next.sending
  tryAgainIn = next.tryAgainIn
  or = next.or
  continueWith = next.continueWith
  codeSent = next.codeSent
  codeFilledIn = next.codeFilledIn
  useAnotherAddress = next.useAnotherAddress
  sixDigitCode = next.sixDigitCode
  sixDigits = next.sixDigits
  codeLasts = next.codeLasts
  newCodeOnItsWay = next.newCodeOnItsWay
  noEmail = next.noEmail
  sendNewCode = next.sendNewCode
  sendNewCodeIn = next.sendNewCodeIn
  providerFailed = next.providerFailed
  providerCancelled = next.providerCancelled
  providerAddressTaken = next.providerAddressTaken
  providerWithoutAddress = next.providerWithoutAddress
  providerTookTooLong = next.providerTookTooLong
  productNotSetUp = next.productNotSetUp
  productTookTooLong = next.productTookTooLong
  productAddressUnverified = next.productAddressUnverified
  productAddressOfAnother = next.productAddressOfAnother
  productNotReached = next.productNotReached
  signInLinkUsed = next.signInLinkUsed
  tooManyTries = next.tooManyTries
  continueAsQuestion = next.continueAsQuestion
  continueAsExplained = next.continueAsExplained
  continueAsUnknown = next.continueAsUnknown
  continueWithoutSignIn = next.continueWithoutSignIn
  continueAs = next.continueAs
  staySignedInAs = next.staySignedInAs
  noPageHere = next.noPageHere
  noPageReason = next.noPageReason
  howWeCount = next.howWeCount
  backToPlans = next.backToPlans
  countIsDemo = next.countIsDemo
  countOnceReal = next.countOnceReal
  rightNow = next.rightNow
  countNow = next.countNow
  countNotRead = next.countNotRead
  seats = next.seats
  countSource = next.countSource
  countHolds = next.countHolds
  countEnds = next.countEnds
  countCooldown = next.countCooldown
  purchases = next.purchases
  countPurchases = next.countPurchases
  everyDeal = next.everyDeal
  dealTerms = next.dealTerms
  dealOpened = next.dealOpened
  dealEndsBy = next.dealEndsBy
  dealChanged = next.dealChanged
  dealClosed = next.dealClosed
  dealCooldown = next.dealCooldown
  dealCooldownShort = next.dealCooldownShort
  seatsOverTime = next.seatsOverTime
  seatsSold = next.seatsSold
  seatsHeld = next.seatsHeld
  seatsFree = next.seatsFree
  timeInUtc = next.timeInUtc
  verifiedCount = next.verifiedCount
  logCheck = next.logCheck
  logExplained = next.logExplained
  logChecking = next.logChecking
  logVerified = next.logVerified
  logSameHistory = next.logSameHistory
  logIsWrong = next.logIsWrong
  logNotRead = next.logNotRead
  logUnsupported = next.logUnsupported
  logNeedsScript = next.logNeedsScript
  logFromOutside = next.logFromOutside
  logUnreadableEntry = next.logUnreadableEntry
  logTimeBackwards = next.logTimeBackwards
  logTimeAhead = next.logTimeAhead
  logUnknownOffer = next.logUnknownOffer
  logOfferStillOpen = next.logOfferStillOpen
  logOfferAgain = next.logOfferAgain
  logCooldownBroken = next.logCooldownBroken
  logTermsLoosened = next.logTermsLoosened
  logTermCap = next.logTermCap
  logTermPrice = next.logTermPrice
  logTermCurrency = next.logTermCurrency
  logTermEnd = next.logTermEnd
  logTermCooldown = next.logTermCooldown
  logOfferIsOver = next.logOfferIsOver
  logAboveCap = next.logAboveCap
  logWrongTotals = next.logWrongTotals
  logSoldTwice = next.logSoldTwice
  logWrongMovement = next.logWrongMovement
  logGone = next.logGone
  logBadCheckpoint = next.logBadCheckpoint
  logBadTile = next.logBadTile
  logRootDiffers = next.logRootDiffers
  logFirstDifference = next.logFirstDifference
  logShrunk = next.logShrunk
  logRewritten = next.logRewritten
  logBannerDiffers = next.logBannerDiffers
  signInMailSubject = next.signInMailSubject
  signInMailText = next.signInMailText
  deletionMailSubject = next.deletionMailSubject
  deletionMailText = next.deletionMailText
  proofMailSubject = next.proofMailSubject
  proofMailText = next.proofMailText
  formerAddressMailSubject = next.formerAddressMailSubject
  formerAddressMailText = next.formerAddressMailText
  refundMailSubject = next.refundMailSubject
  refundMailText = next.refundMailText
  trialMailSubject = next.trialMailSubject
  trialMailText = next.trialMailText
  managePlanAt = next.managePlanAt
  unpaidMailSubject = next.unpaidMailSubject
  unpaidMailText = next.unpaidMailText
  unpaidMailKeep = next.unpaidMailKeep
  unpaidMailOver = next.unpaidMailOver
  unpaidMailLast = next.unpaidMailLast
  updateCardAt = next.updateCardAt
  endMailSubject = next.endMailSubject
  endMailText = next.endMailText
  keepPlanAt = next.keepPlanAt
  reminderMailFooter = next.reminderMailFooter
  priceMailSubject = next.priceMailSubject
  priceMailText = next.priceMailText
  priceChangesAfter = next.priceChangesAfter
  discountNotIncluded = next.discountNotIncluded
  reminders = next.reminders
  remindBeforeEnd = next.remindBeforeEnd
  remindersAlways = next.remindersAlways
  remindersSaved = next.remindersSaved
  seatMailSubject = next.seatMailSubject
  seatMailText = next.seatMailText
  errorBadRequest = next.errorBadRequest
  errorBadFirstName = next.errorBadFirstName
  errorBadEmail = next.errorBadEmail
  errorCodeWrong = next.errorCodeWrong
  errorCodeExpired = next.errorCodeExpired
  errorCodeSpent = next.errorCodeSpent
  errorUnknownProvider = next.errorUnknownProvider
  errorEmailTaken = next.errorEmailTaken
  errorExternalIdTaken = next.errorExternalIdTaken
  errorKeyRefused = next.errorKeyRefused
  errorForeignOrigin = next.errorForeignOrigin
  errorBadPlan = next.errorBadPlan
  errorNotSignedIn = next.errorNotSignedIn
  errorProofNeeded = next.errorProofNeeded
  errorUnknownPath = next.errorUnknownPath
  errorNoReceipt = next.errorNoReceipt
  errorNothingToManage = next.errorNothingToManage
  errorNotYourCheckout = next.errorNotYourCheckout
  errorHasMonthly = next.errorHasMonthly
  errorHasLifetime = next.errorHasLifetime
  errorCheckoutReplaced = next.errorCheckoutReplaced
  errorPaymentProcessing = next.errorPaymentProcessing
  errorSeatsHeld = next.errorSeatsHeld
  errorNewcomersFull = next.errorNewcomersFull
  errorMonthlyMeanwhile = next.errorMonthlyMeanwhile
  errorPriceChanged = next.errorPriceChanged
  errorSubscriptionLive = next.errorSubscriptionLive
  errorTooLarge = next.errorTooLarge
  errorTooManyMails = next.errorTooManyMails
  errorMailsExhausted = next.errorMailsExhausted
  errorCodesExhausted = next.errorCodesExhausted
  errorNetworkBusy = next.errorNetworkBusy
  errorNetworkAwaiting = next.errorNetworkAwaiting
  errorNetworkPaused = next.errorNetworkPaused
  errorBuyerPaused = next.errorBuyerPaused
  errorProviderDown = next.errorProviderDown
  errorPaymentServiceDown = next.errorPaymentServiceDown
  errorPaymentServiceBusy = next.errorPaymentServiceBusy
  errorMailFailed = next.errorMailFailed
  errorDatabaseDown = next.errorDatabaseDown
}
