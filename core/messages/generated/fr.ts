// Generated from messages/*.json by `npm run messages`; edit those.
import { pluralOf, formOf, formatNumber } from '../format.ts'

export const language = 'fr'
export const accountLink = `Compte`
export const accountNavigation = `Compte`
export const mainNavigation = `Navigation principale`
export const languageNavigation = `Langue`
export const plansLink = `Offres`
export const billing = `Facturation`
export const howSeatsAreCounted = `Comment les places sont comptées`
export const terms = `Conditions`
export const privacy = `Confidentialité`
export const imprint = `Mentions légales`
export const support = `Assistance`
export const testMode = `Mode test`
export const testModeTitle = `Aucun paiement réel`
export const testModeExplained = ` : aucun paiement réel`
export const signIn = `Se connecter`
export const signingIn = `Connexion…`
export const seeThePlans = `Voir les offres`
export const goToAccount = `Accéder à votre compte`
export const openProduct = ({ product }: { product: string | number }): string => `Ouvrir ${product}`
export const redirecting = `Redirection…`
export const tryAgain = `Réessayer`
export const trying = `Nouvel essai…`
export const notKnown = `Inconnue`
export const serverUnreachable = `Nous n’avons pas pu joindre le serveur. Vérifiez votre connexion et réessayez.`
export const somethingWentWrong = `Un problème est survenu de notre côté. Veuillez réessayer.`
export const pricingTitle = `Tarifs`
export const signInDescription = ({ product }: { product: string | number }): string => `Connectez-vous à ${product} avec un code envoyé à votre adresse e-mail.`
export const accountDescription = ({ product }: { product: string | number }): string => `Votre offre et vos sessions chez ${product}.`
export const welcomeDescription = ({ product }: { product: string | number }): string => `L’état de votre paiement à ${product}.`
export const continueAsTitle = `Confirmez votre connexion`
export const continueAsDescription = `Une page d’un autre site ou d’un autre compte mène ici. Confirmez votre identité.`
export const howWeCountDescription = `D’où vient le nombre de places restantes, et quels achats sont affichés.`
export const notFoundTitle = `Page introuvable`
export const notFoundDescription = `Il n’y a pas de page à cette adresse.`
export const signInToUpgrade = `Se connecter pour acheter`
export const yourCurrentPlan = `Votre offre actuelle`
export const notifications = `Notifications`
export const youAreOn = ({ plan }: { plan: string | number }): string => `Vous avez l’offre ${plan}.`
export const manageInAccount = `La gérer dans votre compte`
export const comparePlans = `Comparer les offres`
export const whatYouGet = `Ce que vous obtenez`
export const included = `Inclus`
export const notIncluded = `Non inclus`
export const whatCustomersSay = `Ce qu’en disent nos clients`
export const questionsAndAnswers = `Questions et réponses`
export const noteOwnsLifetime = ({ lifetime }: { lifetime: string | number }): string => `Vous possédez ${lifetime} : il ne vous faut rien de plus.`
export const noteOwnPriceDiffers = `Ce que vous payez peut différer de ce prix.`
export const notePaymentOnItsWay = ({ amount }: { amount: string | number }): string => `Votre paiement de ${amount} est en cours d’acheminement.`
export const noteCardBeforeLifetime = ({ lifetime, monthly }: { lifetime: string | number; monthly: string | number }): string => `Mettez d’abord votre carte à jour. Vous pourrez acheter ${lifetime} une fois ${monthly} payé.`
export const noteCardBringsBack = ({ monthly }: { monthly: string | number }): string => `Mettez d’abord votre carte à jour. Vous retrouverez ainsi ${monthly}.`
export const noteNoSeatFree = `Aucune place n’est libre pour le moment.`
export const noteEndsTrial = ({ monthly }: { monthly: string | number }): string => `Cet achat met fin à votre essai gratuit de ${monthly}.`
export const noteEndsAndRefunds = ({ monthly }: { monthly: string | number }): string => `Cet achat met fin à ${monthly}, et la partie inutilisée est remboursée.`
export const noteEndsAndCredits = ({ monthly }: { monthly: string | number }): string => `Cet achat met fin à ${monthly}, et la partie inutilisée est ajoutée à votre solde.`
export const billingPeriod = `Période de facturation`
export const byTheMonth = `Mensuel`
export const byTheYear = `Annuel`
export const saveAYear = ({ amount }: { amount: string | number }): string => `Économisez ${amount} par an`
export const trialThen = ({ days, price, period }: { days: number; price: string | number; period: string | number }): string => `${pluralOf(language, days, { "one": `${formatNumber(language, days)} jour gratuit`, "many": `${formatNumber(language, days)} jours gratuits`, "other": `${formatNumber(language, days)} jours gratuits` })}, puis ${price} ${period}`
export const afterDeal = ({ price }: { price: string | number }): string => `${price} après cette offre`
export const currency = `Devise`
export const currencyKept = `Votre abonnement est dans cette devise, et donc tout ce que vous achetez ici.`
export const bannerSeats = ({ remaining, price }: { remaining: number; price: string | number }): string => `${pluralOf(language, remaining, { "one": `${formatNumber(language, remaining)} place à ${price} — Plus que ${formatNumber(language, remaining)} place !`, "many": `${formatNumber(language, remaining)} de places à ${price} — Plus que ${formatNumber(language, remaining)} de places !`, "other": `${formatNumber(language, remaining)} places à ${price} — Plus que ${formatNumber(language, remaining)} places !` })}`
export const bannerTime = ({ price, remaining }: { price: string | number; remaining: number }): string => `Durée limitée : l’offre Lifetime à ${price} — Plus que ${formatNumber(language, remaining)} !`
export const bannerDemand = ({ remaining }: { remaining: number }): string => `Forte demande : plus que ${pluralOf(language, remaining, { "one": `${formatNumber(language, remaining)} place`, "many": `${formatNumber(language, remaining)} de places`, "other": `${formatNumber(language, remaining)} places` })} avant la hausse du prix !`
export const liveSeats = ({ remaining, price }: { remaining: number; price: string | number }): string => `${pluralOf(language, remaining, { "one": `${formatNumber(language, remaining)} place à ${price} — Plus que ${formatNumber(language, remaining)} place !`, "many": `${formatNumber(language, remaining)} de places à ${price} — Plus que ${formatNumber(language, remaining)} de places !`, "other": `${formatNumber(language, remaining)} places à ${price} — Plus que ${formatNumber(language, remaining)} places !` })}`
export const liveTime = ({ price, plan, remaining }: { price: string | number; plan: string | number; remaining: number }): string => `Durée limitée : ${plan} à ${price} — Plus que ${formatNumber(language, remaining)} !`
export const liveTimeUntil = ({ price, plan, until, remaining }: { price: string | number; plan: string | number; until: string | number; remaining: number }): string => `Durée limitée : ${plan} à ${price} jusqu’au ${until} — Plus que ${formatNumber(language, remaining)} !`
export const liveDemand = ({ remaining }: { remaining: number }): string => `Forte demande : plus que ${pluralOf(language, remaining, { "one": `${formatNumber(language, remaining)} place`, "many": `${formatNumber(language, remaining)} de places`, "other": `${formatNumber(language, remaining)} places` })} avant la hausse du prix !`
export const dealEnded = ({ plan, price }: { plan: string | number; price: string | number }): string => `L’offre spéciale est terminée. ${plan} coûte désormais ${price}.`
export const soldOut = ({ plan, price }: { plan: string | number; price: string | number }): string => `Épuisé. ${plan} coûte désormais ${price}.`
export const allSeatsTaken = ({ cap }: { cap: number }): string => `${pluralOf(language, cap, { "one": `La seule place est prise.`, "many": `Les ${formatNumber(language, cap)} de places sont toutes prises.`, "other": `Les ${formatNumber(language, cap)} places sont toutes prises.` })}`
export const allSeatsHeld = ({ cap, held }: { cap: number; held: number }): string => `${pluralOf(language, cap, { "one": `La seule place est en cours de paiement ; elle peut se libérer d’ici 30 minutes.`, "many": `Les ${formatNumber(language, cap)} de places sont toutes prises, dont ${formatNumber(language, held)} en cours de paiement ; une place peut se libérer d’ici 30 minutes.`, "other": `Les ${formatNumber(language, cap)} places sont toutes prises, dont ${formatNumber(language, held)} en cours de paiement ; une place peut se libérer d’ici 30 minutes.` })}`
export const seatsClaimed = `Places prises`
export const percentClaimed = ({ percent }: { percent: string | number }): string => `${percent} % prises`
export const startedSeats = ({ base }: { base: number }): string => `${pluralOf(language, base, { "one": `Au départ : ${formatNumber(language, base)} place`, "many": `Au départ : ${formatNumber(language, base)} de places`, "other": `Au départ : ${formatNumber(language, base)} places` })}`
export const remainingClaimed = ({ remaining, percent }: { remaining: number; percent: string | number }): string => `${pluralOf(language, remaining, { "one": `${formatNumber(language, remaining)} restante`, "many": `${formatNumber(language, remaining)} restantes`, "other": `${formatNumber(language, remaining)} restantes` })} (${percent} % prises)`
export const purchaseFrom = <Node>({ strong, name, country, span, em, plan }: { strong: (text: string) => Node; name: string | number; country: string | number; span: (text: string) => Node; em: (text: string) => Node; plan: string | number }): (string | Node)[] => [strong(`${name} (${country})`), ` `, span(`vient de choisir`), ` `, em(`${plan}`)]
export const purchase = <Node>({ strong, name, span, em, plan }: { strong: (text: string) => Node; name: string | number; span: (text: string) => Node; em: (text: string) => Node; plan: string | number }): (string | Node)[] => [strong(`${name}`), ` `, span(`vient de choisir`), ` `, em(`${plan}`)]
export const someone = `Quelqu’un`
export const closeNotification = `Fermer la notification`
export const countryBR = `Brésil`
export const countryCA = `Canada`
export const countryDE = `Allemagne`
export const countryFR = `France`
export const countryIE = `Irlande`
export const countryIN = `Inde`
export const countryJP = `Japon`
export const countryMX = `Mexique`
export const countryNG = `Nigeria`
export const countryNO = `Norvège`
export const countrySG = `Singapour`
export const countryTR = `Turquie`
export const checkoutRefused = `Impossible de créer la session de paiement`
export const checkoutWithoutUrl = `Aucune adresse de paiement reçue`
export const checkoutNotStarted = `Impossible de démarrer le paiement`
export const checkoutWaits = ({ reason, minutes, time }: { reason: string | number; minutes: string | number; time: string | number }): string => `${reason} Gardez cette page ouverte : elle vérifie toutes les quelques secondes et vous mène au paiement dès qu’une place se libère. Elle attend ${minutes} minutes au plus, jusqu’à ${time}.`
export const checkoutWaitEnded = `Aucune place ne s’est libérée pour vous pendant que cette page attendait. Réessayez plus tard.`
export const stopWaiting = `Ne plus attendre`
export const dismissError = `Fermer le message d’erreur`
export const portalNotOpened = `Nous n’avons pas pu ouvrir la page de facturation. Veuillez réessayer.`
export const receiptNotOpened = `Nous n’avons pas pu ouvrir le reçu. Veuillez réessayer.`
export const manageBilling = `Gérer la facturation`
export const payByTheYear = `Payer à l’année`
export const payByTheMonth = `Payer au mois`
export const updateCard = `Mettre à jour votre carte`
export const viewReceipt = `Voir le reçu`
export const upgrade = `Changer d’offre`
export const invoicesAndReceipts = `Factures et reçus`
export const documentStatus = ({ status }: { status: string }): string => `${formOf({ "paid": `Payée`, "open": `Pas encore payée`, "uncollectible": `Impayée`, "void": `Annulée`, "refunded": `Remboursée`, "other": `Partiellement remboursée` }, status)}`
export const invoice = `Facture`
export const receipt = `Reçu`
export const showOlder = `Afficher les plus anciens`
export const loadingDocuments = `Chargement…`
export const taxIncluded = `TVA comprise`
export const taxAdded = `TVA en sus`
export const moneyBackDays = ({ days }: { days: string | number }): string => `Satisfait ou remboursé ${days} jours`
export const withdrawOffer = `Se rétracter et être remboursé`
export const moneyBack = `Se rétracter et être remboursé`
export const moneyBackDescription = ({ product }: { product: string | number }): string => `Rendre votre formule chez ${product} et être remboursé.`
export const withdrawTerms = ({ plan, amount, date }: { plan: string | number; amount: string | number; date: string | number }): string => `${plan} prend fin immédiatement et tout ce que vous avez payé, ${amount}, vous est remboursé par le même moyen de paiement. C’est possible jusqu’au ${date}. C’est définitif.`
export const withdrawConfirm = ({ plan, amount }: { plan: string | number; amount: string | number }): string => `Confirmer : mettre fin à ${plan} et rembourser ${amount}`
export const withdrawing = `Confirmation…`
export const withdrawKeep = ({ plan }: { plan: string | number }): string => `Garder ${plan}`
export const withdrawnHeading = `Votre remboursement est en route`
export const withdrawnText = ({ date, plan, amount }: { date: string | number; plan: string | number; amount: string | number }): string => `Nous avons reçu votre rétractation le ${date}. ${plan} a pris fin et ${amount} vous sont remboursés par le même moyen de paiement. Les banques mettent en général 5 à 10 jours ouvrés. Nous vous avons envoyé une confirmation par e-mail.`
export const withdrawNothing = `Il n’y a rien à rembourser. La garantie couvre les premiers jours après votre premier paiement pour une formule.`
export const withdrawNeedsScript = `Cette page a besoin de JavaScript.`
export const backToAccount = `Retour au compte`
export const errorGuaranteeOver = `Il n’y a plus rien à rembourser : les jours de la garantie sont passés, ou l’argent a déjà été remboursé.`
export const withdrawalMailSubject = ({ product }: { product: string | number }): string => `Votre rétractation chez ${product}`
export const withdrawalMailText = ({ plan, requestedAt, amount, link }: { plan: string | number; requestedAt: string | number; amount: string | number; link: string | number }): string => `Nous avons reçu votre rétractation de ${plan} le ${requestedAt}.\n\n${plan} a pris fin et tout ce que vous avez payé, ${amount}, vous est remboursé par le même moyen de paiement. Les banques mettent en général 5 à 10 jours ouvrés. Vous n’avez rien d’autre à faire.\n\nVotre compte : ${link}`
export const paidOnce = `Payé une seule fois. Rien ne se renouvelle.`
export const nothingCharged = `Rien n’est facturé.`
export const paymentFailedKeep = ({ plan }: { plan: string | number }): string => `Votre dernier paiement a échoué. Mettez votre carte à jour pour conserver ${plan}.`
export const paymentFailedKeepBy = ({ date, plan }: { date: string | number; plan: string | number }): string => `Votre dernier paiement a échoué. Mettez votre carte à jour avant le ${date} pour conserver ${plan}.`
export const paymentFailedBack = ({ plan }: { plan: string | number }): string => `Votre dernier paiement a échoué. Mettez votre carte à jour pour retrouver ${plan}.`
export const endsOn = ({ date }: { date: string | number }): string => `Prend fin le ${date}`
export const trialUntil = ({ date }: { date: string | number }): string => `Essai gratuit jusqu’au ${date}`
export const trialUntilThen = ({ date, amount, interval }: { date: string | number; amount: string | number; interval: string }): string => `Essai gratuit jusqu’au ${date}, puis ${amount} ${formOf({ "yearly": `par an`, "other": `par mois` }, interval)}.`
export const renewsOn = ({ date }: { date: string | number }): string => `Renouvellement le ${date}`
export const paidRenewsOn = ({ amount, interval, date }: { amount: string | number; interval: string; date: string | number }): string => `${amount} ${formOf({ "yearly": `par an`, "other": `par mois` }, interval)}. Renouvellement le ${date}`
export const firstPaymentFailed = `Votre premier paiement n’a pas abouti.`
export const planPaused = ({ plan }: { plan: string | number }): string => `${plan} est en pause. Ajoutez une carte pour reprendre.`
export const pendingPayment = ({ amount, plan, date }: { amount: string | number; plan: string | number; date: string | number }): string => `Votre paiement de ${amount} pour ${plan} est en cours d’acheminement depuis le ${date}.`
export const pendingVoucher = ({ plan }: { plan: string | number }): string => `${plan} commence environ un jour ouvré après le paiement du bon.`
export const pendingTransfer = ({ plan }: { plan: string | number }): string => `${plan} commence dès que votre virement est arrivé, généralement en quelques jours ouvrés.`
export const pendingDebit = ({ method, plan }: { method: string; plan: string | number }): string => `${formOf({ "sepa_debit": `Un prélèvement prend généralement environ 5 jours ouvrés.`, "us_bank_account": `Un prélèvement prend généralement jusqu’à 4 jours ouvrés.`, "au_becs_debit": `Un prélèvement prend généralement jusqu’à 3 jours ouvrés.`, "other": `Un prélèvement prend généralement plusieurs jours ouvrés.` }, method)} Vous n’avez rien à faire : ${plan} commence automatiquement dès que l’argent est arrivé.`
export const paidOn = ({ amount, date }: { amount: string | number; date: string | number }): string => `Vous avez payé ${amount} le ${date}.`
export const seatIsYours = ({ number, cap }: { number: string | number; cap: string | number }): string => `La place ${number} sur ${cap} est à vous.`
export const ownSeat = ({ number, cap }: { number: number; cap: number }): string => `Place ${number} sur ${cap}`
export const seatProofText = `La vente de votre place figure dans notre journal public. Cette preuve le montre sans notre aide, quoi que nous fassions plus tard : conservez-la.`
export const seatProofCheck = `Vérifier la preuve`
export const seatProofSave = `Télécharger la preuve`
export const seatProofHolds = ({ number }: { number: number }): string => `Vérifié dans votre navigateur : la vente de votre place, numéro ${number}, figure dans le journal.`
export const seatProofFails = ({ problem }: { problem: string | number }): string => `La preuve n’est pas valable : ${problem}`
export const seatProofUnreadable = `Elle est illisible.`
export const seatProofNotSigned = `Elle n’est pas signée avec la clé de ce journal.`
export const seatProofNotInLog = `Son entrée ne figure pas dans le journal signé.`
export const seatProofOtherEntry = `Son entrée n’est pas la vente de cette place.`
export const endedOn = ({ plan, date }: { plan: string | number; date: string | number }): string => `${plan} a pris fin le ${date}.`
export const unusedRefunded = ({ amount }: { amount: string | number }): string => `${amount} vous ont été remboursés par votre moyen de paiement.`
export const unusedCredited = `La partie inutilisée a été ajoutée à votre solde.`
export const refundedOn = ({ amount, plan, date }: { amount: string | number; plan: string | number; date: string | number }): string => `Votre paiement de ${amount} pour ${plan} a été remboursé le ${date} ; ${plan} a donc pris fin.`
export const disputedOn = ({ amount, plan, date }: { amount: string | number; plan: string | number; date: string | number }): string => `Votre banque a repris votre paiement de ${amount} ; ${plan} a donc pris fin le ${date}.`
export const oversoldOn = ({ amount, date }: { amount: string | number; date: string | number }): string => `Votre paiement de ${amount} est arrivé après l’attribution de la dernière place. Nous avons lancé son remboursement intégral le ${date}.`
export const yourPayment = `Votre paiement`
export const paymentNotCompleted = `Ce paiement n’a pas été finalisé et rien ne vous a été facturé.`
export const paymentWithoutSeat = `Quelqu’un d’autre a obtenu la dernière place à ce prix avant l’arrivée de votre paiement. Nous vous remboursons intégralement et vous avons envoyé les détails par e-mail.`
export const boughtPlanEnded = `L’offre que vous avez obtenue ici a pris fin. Votre compte indique votre offre, vos paiements et ce qui a été remboursé.`
export const noPaymentHere = `Il n’y a aucun paiement à afficher ici.`
export const nothingToDo = `Vous n’avez rien à faire.`
export const planStartsByItself = `Vous pouvez fermer cette page. Ne payez pas une seconde fois : votre offre commence automatiquement une fois le paiement effectué.`
export const checkAgain = `Vérifier à nouveau`
export const cannotReachServer = `Nous ne pouvons pas joindre le serveur pour le moment.`
export const cannotLookUpPayment = `Nous ne pouvons pas consulter votre paiement pour le moment.`
export const weKeepTrying = `Nous continuons d’essayer.`
export const paymentTakesLonger = `Votre paiement est encore en cours de traitement. Certains moyens de paiement prennent plus de temps.`
export const lookingUpPayment = `Recherche de votre paiement…`
export const paymentProcessing = `Votre paiement est en cours de traitement. Cela prend généralement quelques secondes.`
export const paymentNeedsScript = `JavaScript est nécessaire pour consulter votre paiement. Veuillez l’autoriser pour ce site, puis recharger la page.`
export const welcomeTo = ({ plan }: { plan: string | number }): string => `Bienvenue dans ${plan}`
export const thankYou = `Merci.`
export const yoursForGood = `C’est à vous pour toujours : payé une fois, rien ne se renouvelle.`
export const cancelAnyTime = `Vous pouvez résilier à tout moment dans votre compte.`
export const activeNow = `Votre offre est active.`
export const welcomeRenews = ({ date }: { date: string | number }): string => `Votre abonnement se renouvelle le ${date}.`
export const welcomePaidRenews = ({ amount, date }: { amount: string | number; date: string | number }): string => `Vous avez payé ${amount}. Votre abonnement se renouvelle le ${date} pour ${amount}.`
export const welcomeTrial = ({ date }: { date: string | number }): string => `Votre essai gratuit dure jusqu’au ${date}. Vous ne payez rien avant cette date.`
export const welcomeTrialThen = ({ date, amount, interval }: { date: string | number; amount: string | number; interval: string }): string => `Votre essai gratuit dure jusqu’au ${date}. Vous ne payez rien avant cette date, puis ${amount} ${formOf({ "yearly": `par an`, "other": `par mois` }, interval)}.`
export const showFirstName = `Pouvons-nous afficher votre prénom ?`
export const purchaseAsSeen = `Votre achat, tel que les autres le voient`
export const purchaseChoice = ({ plan }: { plan: string | number }): string => `Les visiteurs de la page des tarifs peuvent voir une courte note indiquant que quelqu’un a acheté ${plan} au cours du dernier jour. Comment souhaitez-vous que votre achat apparaisse ?`
export const showMyPurchase = `Afficher mon achat`
export const withFirstName = `Avec mon prénom`
export const withoutName = `Sans nom`
export const notAtAll = `Pas du tout`
export const firstName = `Prénom`
export const firstNameHint = `Uniquement des lettres. Rien d’autre sur vous n’est affiché.`
export const save = `Enregistrer`
export const saving = `Enregistrement…`
export const choiceSaved = `Enregistré. Vous pouvez le modifier à tout moment dans votre compte.`
export const yourAccount = `Votre compte`
export const you = `Vous`
export const email = `E-mail`
export const name = `Nom`
export const plan = `Offre`
export const signOut = `Se déconnecter`
export const signOutEverywhere = `Se déconnecter partout`
export const signingOut = `Déconnexion…`
export const whereSignedIn = `Où vous êtes connecté`
export const thisDevice = `Cet appareil`
export const lastUsed = <Node>({ time, moment }: { time: (text: string) => Node; moment: string | number }): (string | Node)[] => [`Dernière utilisation : `, time(`${moment}`)]
export const justNow = `à l’instant`
export const deviceOn = ({ browser, system }: { browser: string | number; system: string | number }): string => `${browser} sur ${system}`
export const unknownDevice = `Appareil inconnu`
export const yourData = `Vos données`
export const downloadData = `Télécharger tout ce qui est enregistré à votre sujet`
export const accountNotLoaded = `Nous n’avons pas pu charger votre compte. Veuillez réessayer.`
export const accountNeedsScript = `Votre compte nécessite JavaScript. Veuillez l’autoriser pour ce site, puis recharger la page.`
export const deleteAccount = `Supprimer le compte`
export const deletionIsFinal = `Votre nom, votre adresse e-mail et vos sessions seront définitivement supprimés.`
export const deletionLosesPlan = <Node>({ strong, plan }: { strong: (text: string) => Node; plan: string | number }): (string | Node)[] => [strong(`Vous perdrez aussi ${plan}`), ` : cette offre ne peut pas être transférée à un autre compte, et la suppression ne donne pas lieu à un remboursement.`]
export const deletionKeepsRecords = `Nous conservons une trace de vos paiements, sans votre nom.`
export const deleteMyAccount = `Supprimer mon compte`
export const sendingCode = `Envoi d’un code…`
export const deletionCodeSent = <Node>({ strong, email }: { strong: (text: string) => Node; email: string | number }): (string | Node)[] => [`Nous avons envoyé un code à six chiffres à `, strong(`${email}`), `. Sa saisie supprime votre compte immédiatement.`]
export const proofNeeded = ({ product }: { product: string | number }): string => `${product} vous a connecté ici. Avant de télécharger vos données ou d’être remboursé, vous recevez de nous un code à six chiffres par e-mail.`
export const proofCodeSent = `Nous avons envoyé un code à six chiffres à votre adresse e-mail.`
export const proofConfirm = `Confirmer`
export const proofConfirming = `Confirmation…`
export const deleteForGood = `Supprimer définitivement`
export const deleting = `Suppression…`
export const keepMyAccount = `Garder mon compte`
export const readOutbox = <Node>({ link }: { link: (text: string) => Node }): (string | Node)[] => [`Mode test : `, link(`lisez vos e-mails dans la boîte d’envoi`)]
export const outboxClosed = `Mode test : aucun e-mail n’est envoyé. Pour le lire, ouvrez l’adresse que le serveur a affichée au démarrage.`
export const lookupFailed = `Vous semblez être connecté, mais nous n’avons pas pu consulter votre offre à l’instant.`
export const continueAnyway = `Continuer quand même`
export const emailAddress = `Adresse e-mail`
export const emailHint = `Pas de mot de passe : nous vous enverrons un code à six chiffres par e-mail.`
export const sendMeACode = `Recevoir un code`
export const sending = `Envoi…`
export const tryAgainIn = ({ seconds }: { seconds: string | number }): string => `Réessayer dans ${seconds} s`
export const or = `ou`
export const continueWith = ({ provider }: { provider: string | number }): string => `Continuer avec ${provider}`
export const codeSent = <Node>({ strong, email }: { strong: (text: string) => Node; email: string | number }): (string | Node)[] => [`Nous avons envoyé un code à six chiffres à `, strong(`${email}`), `.`]
export const codeFilledIn = <Node>({ strong, email }: { strong: (text: string) => Node; email: string | number }): (string | Node)[] => [`Nous avons saisi le code pour `, strong(`${email}`), `.`]
export const useAnotherAddress = `Utiliser une autre adresse`
export const sixDigitCode = `Code à six chiffres`
export const sixDigits = `Six chiffres`
export const codeLasts = `Il est valable 10 minutes.`
export const newCodeOnItsWay = `Un nouveau code est en route.`
export const noEmail = `Pas d’e-mail ? Vérifiez votre dossier de courrier indésirable.`
export const sendNewCode = `Envoyer un nouveau code`
export const sendNewCodeIn = ({ seconds }: { seconds: string | number }): string => `Envoyer un nouveau code dans ${seconds} s`
export const providerFailed = `Cette connexion n’a pas fonctionné. Réessayez ou utilisez votre adresse e-mail.`
export const providerCancelled = `Vous avez annulé cette connexion. Réessayez ou utilisez votre adresse e-mail.`
export const providerAddressTaken = `Il existe déjà un compte avec cette adresse e-mail. Connectez-vous avec un code envoyé à celle-ci.`
export const providerWithoutAddress = `Cette connexion ne nous a pas fourni d’adresse e-mail. Utilisez plutôt votre adresse e-mail ici.`
export const providerTookTooLong = `Cette connexion a pris trop de temps ou a été commencée dans une autre fenêtre. Veuillez réessayer.`
export const productNotSetUp = `Le site qui vous a envoyé ici n’est pas configuré pour cela. Veuillez en informer son propriétaire.`
export const productTookTooLong = `Cette connexion a pris trop de temps. Revenez d’où vous venez et réessayez, ou connectez-vous ici.`
export const productAddressUnverified = `Votre adresse e-mail n’y est pas encore vérifiée. Vérifiez-la et réessayez, ou connectez-vous ici avec un code.`
export const productAddressOfAnother = `Le compte avec cette adresse e-mail appartient à une autre connexion. Connectez-vous avec un code envoyé à celle-ci.`
export const productNotReached = `Nous ne pouvons pas vérifier cette connexion pour le moment. Réessayez dans une minute ou utilisez votre adresse e-mail.`
export const signInLinkUsed = `Ce lien de connexion a déjà été utilisé ou date de plus d’une minute. Ouvrez-le à nouveau ou connectez-vous ici.`
export const tooManyTries = `Trop d’essais. Veuillez patienter un instant, puis réessayer.`
export const continueAsQuestion = ({ email }: { email: string | number }): string => `Continuer en tant que ${email} ?`
export const continueAsExplained = <Node>({ strong, email }: { strong: (text: string) => Node; email: string | number }): (string | Node)[] => [`Vous êtes connecté en tant que `, strong(`${email}`), `. Ce lien est destiné à un autre compte. Ce que vous y achetez appartient à ce compte.`]
export const continueAsUnknown = <Node>({ strong, email }: { strong: (text: string) => Node; email: string | number }): (string | Node)[] => [`Ce lien vous connecte au compte de `, strong(`${email}`), `. Continuez seulement s’il est à vous : ce que vous achetez appartient à ce compte.`]
export const continueWithoutSignIn = `Continuer sans se connecter`
export const continueAs = ({ email }: { email: string | number }): string => `Continuer en tant que ${email}`
export const staySignedInAs = ({ email }: { email: string | number }): string => `Rester connecté en tant que ${email}`
export const noPageHere = `Il n’y a pas de page ici`
export const noPageReason = `L’adresse est peut-être mal saisie, ou la page a été déplacée.`
export const howWeCount = `Notre façon de compter`
export const backToPlans = `Retour aux offres`
export const countIsDemo = `Ceci est une démonstration. Le nombre de places est calculé d’après l’heure, et les acheteurs des notifications sont inventés. Rien n’est limité.`
export const countOnceReal = `Dès que les ventes sont réelles, les places et les achats sont comptés ainsi.`
export const rightNow = `En ce moment`
export const countNow = <Node>({ remaining, cap, plan, price, time, moment }: { remaining: number; cap: number; plan: string | number; price: string | number; time: (text: string) => Node; moment: string | number }): (string | Node)[] => [`${pluralOf(language, cap, { "one": `Il reste ${formatNumber(language, remaining)} place sur ${formatNumber(language, cap)}.`, "many": `Il reste ${formatNumber(language, remaining)} places sur ${formatNumber(language, cap)}.`, "other": `Il reste ${formatNumber(language, remaining)} places sur ${formatNumber(language, cap)}.` })}`, ` `, `${plan}`, ` coûte `, `${price}`, `. Compté le `, time(`${moment}`), `.`]
export const countNotRead = `Nous ne pouvons pas lire les chiffres pour le moment ; nous n’en affichons donc aucun.`
export const seats = `Places`
export const countSource = `Les places restantes sont toutes les places, moins celles vendues, moins celles que quelqu’un est en train de payer. Ce nombre provient du même enregistrement que celui qui décide si vous pouvez acheter ; il ne peut donc pas dire autre chose que le paiement. Tout le monde voit le même nombre.`
export const countHolds = `Lorsque vous commencez à payer, nous vous réservons une place pendant une demi-heure au plus, ou cinq minutes si d’autres personnes de votre réseau attendent. Si vous ne payez pas, elle est remise en vente et le nombre peut remonter. Un paiement qui prend plusieurs jours garde sa place jusqu’à l’arrivée de l’argent ou l’échec du paiement.`
export const countEnds = `Nous n’ajoutons jamais de places pendant l’offre, et une place vendue reste vendue, même si son acheteur est remboursé. Une fois la dernière vendue, l’offre est terminée et le prix ultérieur s’applique.`
export const countCooldown = `Une offre terminée ne revient pas de sitôt : une nouvelle au même prix ou moins cher ne peut commencer que lorsque le prix ultérieur est en vigueur depuis aussi longtemps que l’offre l’a promis, 30 jours sauf indication contraire de l’offre.`
export const purchases = `Achats`
export const countPurchases = `Chaque achat mentionné a été payé au cours du dernier jour et n’a pas été remboursé. Nous n’affichons un prénom que si l’acheteur l’a accepté, et un pays que si au moins trois acheteurs le partagent. Les acheteurs peuvent modifier ce choix, ou masquer leur achat, à tout moment dans leur compte.`
export const everyDeal = `Toutes les offres jusqu’ici`
export const dealTerms = ({ cap, price, later }: { cap: number; price: string | number; later: string | number }): string => `${pluralOf(language, cap, { "one": `${formatNumber(language, cap)} place`, "many": `${formatNumber(language, cap)} de places`, "other": `${formatNumber(language, cap)} places` })} à ${price}, puis ${later}.`
export const dealOpened = <Node>({ time, moment }: { time: (text: string) => Node; moment: string | number }): (string | Node)[] => [`Ouverte le `, time(`${moment}`), `.`]
export const dealEndsBy = <Node>({ time, moment }: { time: (text: string) => Node; moment: string | number }): (string | Node)[] => [`Se termine au plus tard le `, time(`${moment}`), `.`]
export const dealChanged = <Node>({ time, moment, cap }: { time: (text: string) => Node; moment: string | number; cap: number }): (string | Node)[] => [`Depuis le `, time(`${moment}`), ` : `, `${pluralOf(language, cap, { "one": `${formatNumber(language, cap)} place`, "many": `${formatNumber(language, cap)} de places`, "other": `${formatNumber(language, cap)} places` })}`, `.`]
export const dealClosed = <Node>({ time, moment, sold }: { time: (text: string) => Node; moment: string | number; sold: number }): (string | Node)[] => [`Terminée le `, time(`${moment}`), `, `, `${pluralOf(language, sold, { "one": `${formatNumber(language, sold)} place vendue`, "many": `${formatNumber(language, sold)} de places vendues`, "other": `${formatNumber(language, sold)} places vendues` })}`, `.`]
export const dealCooldown = ({ days }: { days: number }): string => `Aucune offre à ce prix ou moins cher pendant ${pluralOf(language, days, { "one": `${formatNumber(language, days)} jour`, "many": `${formatNumber(language, days)} de jours`, "other": `${formatNumber(language, days)} jours` })} après sa fin.`
export const dealCooldownShort = ({ usual }: { usual: number }): string => `C’est moins que les ${usual} jours habituels.`
export const seatsOverTime = `Les places au fil du temps`
export const seatsSold = `Vendues`
export const seatsHeld = `Paiement en cours`
export const seatsFree = `Libres`
export const timeInUtc = `Heure (UTC)`
export const verifiedCount = `Nombre vérifié`
export const logCheck = `Vérifié par votre navigateur`
export const logExplained = `Chaque changement d’une place est une entrée d’un journal public qui ne peut que grandir. Votre navigateur le lit en entier, vérifie la signature, suit chaque place et compare le résultat avec le bandeau.`
export const logChecking = `Votre navigateur vérifie le journal…`
export const logVerified = ({ entries, sold, cap, remaining }: { entries: string | number; sold: string | number; cap: string | number; remaining: string | number }): string => `Vérifié. Entrées du journal : ${entries}. Places vendues : ${sold} sur ${cap}, restantes : ${remaining}. Le bandeau affiche le même nombre.`
export const logSameHistory = `Ce que vous avez vu lors de votre dernière visite est toujours là, inchangé.`
export const logIsWrong = `Quelque chose ne va pas ; ne vous fiez donc pas au nombre de places :`
export const logNotRead = `Le journal est illisible pour le moment ; rien n’a donc été vérifié.`
export const logUnsupported = `Ce navigateur ne peut pas vérifier la signature ; rien n’a donc été vérifié. Un navigateur plus récent le peut.`
export const logNeedsScript = `La vérification nécessite JavaScript. Autorisez-le pour ce site, puis rechargez la page.`
export const logFromOutside = <Node>({ code, command }: { code: (text: string) => Node; command: string | number }): (string | Node)[] => [`Tout le monde peut faire la même vérification de l’extérieur, dans une copie du code de Fairseat : `, code(`${command}`)]
export const logUnreadableEntry = ({ entry }: { entry: string | number }): string => `L’entrée ${entry} est illisible.`
export const logTimeBackwards = ({ entry, at, before }: { entry: string | number; at: string | number; before: string | number }): string => `L’entrée ${entry} est datée du ${at}, mais la précédente du ${before}.`
export const logTimeAhead = ({ entry, at, now }: { entry: string | number; at: string | number; now: string | number }): string => `L’entrée ${entry} est datée de ${at}, mais votre horloge indique ${now}.`
export const logUnknownOffer = ({ entry, offer }: { entry: string | number; offer: string | number }): string => `L’entrée ${entry} concerne une offre qui n’a jamais commencé : ${offer}.`
export const logOfferStillOpen = ({ entry, offer, open }: { entry: string | number; offer: string | number; open: string | number }): string => `L’entrée ${entry} commence l’offre ${offer} alors que ${open} est encore en cours.`
export const logOfferAgain = ({ entry, offer }: { entry: string | number; offer: string | number }): string => `L’entrée ${entry} commence l’offre ${offer} une seconde fois.`
export const logCooldownBroken = ({ entry, offer, after, days }: { entry: string | number; offer: string | number; after: string | number; days: string | number }): string => `L’entrée ${entry} commence l’offre ${offer} trop tôt : le nombre de jours requis après la fin de ${after} est de ${days}, sauf si le prix est plus élevé.`
export const logTermsLoosened = ({ entry, term, from, to }: { entry: string | number; term: string | number; from: string | number; to: string | number }): string => `L’entrée ${entry} assouplit les conditions d’une offre en cours : ${term} de ${from} à ${to}.`
export const logTermCap = `nombre de places`
export const logTermPrice = `prix`
export const logTermCurrency = `devise`
export const logTermEnd = `fin`
export const logTermCooldown = `délai`
export const logOfferIsOver = ({ entry, offer }: { entry: string | number; offer: string | number }): string => `L’entrée ${entry} modifie l’offre ${offer} après sa fin.`
export const logAboveCap = ({ entry, taken, cap }: { entry: string | number; taken: string | number; cap: string | number }): string => `L’entrée ${entry} prend plus de places qu’il n’y en a : ${taken} sur ${cap}.`
export const logWrongTotals = ({ entry, taken, sold, shouldBeTaken, shouldBeSold }: { entry: string | number; taken: string | number; sold: string | number; shouldBeTaken: string | number; shouldBeSold: string | number }): string => `Les totaux de l’entrée ${entry} sont faux : ${taken} prises et ${sold} vendues, mais les entrées donnent ${shouldBeTaken} et ${shouldBeSold}.`
export const logSoldTwice = ({ entry }: { entry: string | number }): string => `L’entrée ${entry} vend une place déjà vendue.`
export const logWrongMovement = ({ entry }: { entry: string | number }): string => `L’entrée ${entry} modifie une place d’une façon impossible.`
export const logGone = `Le journal que vous avez vu lors de votre dernière visite a disparu.`
export const logBadCheckpoint = `La signature du journal n’est pas valide.`
export const logBadTile = ({ path }: { path: string | number }): string => `Une partie du journal manque ou est endommagée : ${path}`
export const logRootDiffers = `Les entrées ne sont pas celles qui ont été signées.`
export const logFirstDifference = ({ entry }: { entry: string | number }): string => `La première qui diffère est l’entrée ${entry}.`
export const logShrunk = ({ seen, size }: { seen: string | number; size: string | number }): string => `Le journal a raccourci : ${seen} entrées lors de votre dernière visite, ${size} maintenant.`
export const logRewritten = ({ size }: { size: string | number }): string => `L’historique a été réécrit : ce que vous avez vu lors de votre dernière visite (taille du journal : ${size}) n’en fait plus partie.`
export const logBannerDiffers = ({ shown, counted }: { shown: string | number; counted: string | number }): string => `Places restantes : ${shown} selon le bandeau, mais ${counted} selon le journal.`
export const signInMailSubject = ({ code, product }: { code: string | number; product: string | number }): string => `${code} est votre code de connexion à ${product}`
export const signInMailText = ({ code, link }: { code: string | number; link: string | number }): string => `Votre code est ${code}. Il fonctionne une seule fois, pendant 10 minutes, dans le navigateur où vous l’avez demandé.\n\nOu ouvrez ce lien, qui saisit le code pour vous. Il fonctionne dans tous les navigateurs pendant une heure :\n${link}\n\nSi vous ne l’avez pas demandé, vous pouvez ignorer cet e-mail : personne ne peut se connecter sans lui. Ne communiquez jamais ce code.`
export const deletionMailSubject = ({ code, product }: { code: string | number; product: string | number }): string => `${code} est votre code pour supprimer votre compte ${product}`
export const deletionMailText = ({ code, link }: { code: string | number; link: string | number }): string => `Votre code est ${code}. Saisissez-le sur ${link} pour supprimer définitivement votre compte. Il est valable 10 minutes.\n\nSi vous ne l’avez pas demandé, quelqu’un d’autre est connecté à votre place : déconnectez-vous partout sur ${link}.`
export const proofMailSubject = ({ code, product }: { code: string | number; product: string | number }): string => `${code} est votre code de confirmation pour ${product}`
export const proofMailText = ({ code, link }: { code: string | number; link: string | number }): string => `Votre code est ${code}. Saisissez-le sur la page qui l’a demandé, pour voir vos données ou être remboursé. Il est valable 10 minutes.\n\nSi vous ne l’avez pas demandé, quelqu’un d’autre est connecté à votre place : déconnectez-vous partout sur ${link}.`
export const formerAddressMailSubject = ({ product }: { product: string | number }): string => `L’adresse e-mail de votre compte ${product} a été modifiée`
export const formerAddressMailText = ({ product, newAddress, contact }: { product: string | number; newAddress: string | number; contact: string | number }): string => `L’adresse e-mail de votre compte ${product} a été remplacée par ${newAddress}. La modification vient de ${product}, et non de notre page de connexion. Vous avez été déconnecté partout.\n\nSi ce n’était pas vous, contactez-nous sans attendre : ${contact}`
export const refundMailSubject = ({ product }: { product: string | number }): string => `Votre paiement à ${product} a été intégralement remboursé`
export const refundMailText = ({ plan, link }: { plan: string | number; link: string | number }): string => `Votre paiement pour ${plan} nous est parvenu après l’attribution de la dernière place à ce prix.\n\nNous avons renvoyé la totalité sur la carte ou le compte utilisé pour payer ; le montant arrive généralement sous dix jours. Vous n’avez rien à faire et rien d’autre ne vous sera facturé.\n\nVoir l’offre actuelle : ${link}`
export const trialMailSubject = ({ product }: { product: string | number }): string => `Votre essai gratuit de ${product} se termine bientôt`
export const trialMailText = ({ plan, date, amount }: { plan: string | number; date: string | number; amount: string | number }): string => `Votre essai gratuit de ${plan} se termine le ${date}. ${amount} seront alors débités, et votre formule se renouvelle jusqu’à ce que vous la résiliiez.\n\nSi vous ne souhaitez pas continuer, résiliez avant cette date et rien ne sera débité.`
export const managePlanAt = ({ link }: { link: string | number }): string => `Gérer votre formule : ${link}`
export const unpaidMailSubject = ({ product }: { product: string | number }): string => `Votre paiement à ${product} a échoué`
export const unpaidMailText = ({ amount, plan }: { amount: string | number; plan: string | number }): string => `Nous n’avons pas pu prélever ${amount} pour ${plan}.`
export const unpaidMailKeep = ({ plan, date }: { plan: string | number; date: string | number }): string => `Vous conservez ${plan} jusqu’au ${date}. Mettez votre carte à jour avant cette date et rien d’autre ne change.`
export const unpaidMailOver = ({ freePlan, plan }: { freePlan: string | number; plan: string | number }): string => `Vous êtes pour l’instant sur ${freePlan}. Mettez votre carte à jour pour retrouver ${plan}.`
export const unpaidMailLast = ({ plan, date, freePlan }: { plan: string | number; date: string | number; freePlan: string | number }): string => `Vous conservez ${plan} jusqu’au ${date}. Ensuite, vous passez à ${freePlan}.`
export const updateCardAt = ({ link }: { link: string | number }): string => `Mettre votre carte à jour : ${link}`
export const endMailSubject = ({ product }: { product: string | number }): string => `Votre accès à ${product} se termine bientôt`
export const endMailText = ({ plan, date }: { plan: string | number; date: string | number }): string => `${plan} est résilié et prend fin le ${date}. Plus rien ne sera débité pour cette formule.`
export const keepPlanAt = ({ plan, link }: { plan: string | number; link: string | number }): string => `Conserver ${plan} : ${link}`
export const reminderMailFooter = `Vous pouvez désactiver ce type de rappel dans votre compte.`
export const priceMailSubject = ({ product }: { product: string | number }): string => `Le prix de ${product} change`
export const priceMailText = ({ plan, amount, before, date }: { plan: string | number; amount: string | number; before: string | number; date: string | number }): string => `${plan} coûtera ${amount} au lieu de ${before} à partir de votre premier renouvellement après le ${date}.\n\nD’ici là, rien ne change. Si vous ne souhaitez pas payer le nouveau prix, résiliez avant ce renouvellement et il ne sera pas débité.`
export const priceChangesAfter = ({ amount, date }: { amount: string | number; date: string | number }): string => `${amount} à partir de votre premier renouvellement après le ${date}.`
export const discountNotIncluded = `Votre réduction n’est pas comprise ici. Elle reste déduite tant qu’elle est valable.`
export const reminders = `Rappels par e-mail`
export const remindBeforeEnd = `Me prévenir avant la fin de mon accès`
export const remindersAlways = `Les e-mails concernant vos paiements sont toujours envoyés.`
export const remindersSaved = `Enregistré.`
export const seatMailSubject = ({ number, cap, product }: { number: number; cap: number; product: string | number }): string => `La place ${number} sur ${cap} chez ${product} est à vous`
export const seatMailText = ({ plan, number, cap, proof, link }: { plan: string | number; number: number; cap: number; proof: string | number; link: string | number }): string => `Merci d’avoir acheté ${plan}. Vous avez la place ${number} sur ${cap} à ce prix.\n\nLa vente de votre place figure dans notre journal public. Cette preuve le montre sans notre aide, quoi que nous fassions plus tard. Conservez donc cet e-mail :\n\n${proof}\n\nVérifier la preuve dans votre compte : ${link}`
export const errorBadRequest = `La requête n’a pas été comprise.`
export const errorBadFirstName = `Veuillez n’utiliser que des lettres pour votre prénom, 24 au plus.`
export const errorBadEmail = `Cela ne ressemble pas à une adresse e-mail. Veuillez la vérifier.`
export const errorCodeWrong = `Ce code n’est pas correct. Vérifiez le dernier e-mail ou demandez un nouveau code.`
export const errorCodeExpired = `Ce code a expiré. Demandez-en un nouveau.`
export const errorCodeSpent = `Trop d’essais incorrects : ce code ne fonctionne plus. Demandez-en un nouveau.`
export const errorUnknownProvider = `Vous ne pouvez pas vous connecter ainsi ici. Veuillez utiliser votre adresse e-mail.`
export const errorEmailTaken = `Un autre compte a cette adresse e-mail, et elle n’est pas vérifiée des deux côtés. Rien n’a été modifié.`
export const errorExternalIdTaken = `Le compte avec cette adresse e-mail a déjà un autre identifiant externe.`
export const errorKeyRefused = `La clé publique de cette page n’est pas celle de ce serveur. Veuillez recharger la page.`
export const errorForeignOrigin = `Cette requête venait d’un autre site et a été refusée.`
export const errorBadPlan = `Choisissez une formule en vente : « monthly », « lifetime » ou, si elle existe, « yearly ».`
export const errorNotSignedIn = `Veuillez d’abord vous connecter.`
export const errorProofNeeded = `Confirmez d’abord que c’est bien vous : nous vous envoyons un code par e-mail.`
export const errorUnknownPath = `Il n’y a rien à cette adresse.`
export const errorNoReceipt = `Il n’y a pas encore de reçu. Vous le trouverez ici une fois un paiement effectué.`
export const errorNothingToManage = `Vous n’avez pas encore d’abonnement à gérer.`
export const errorNotYourCheckout = `Ce paiement appartient à un autre compte. Connectez-vous avec celui depuis lequel vous avez payé.`
export const errorHasMonthly = ({ monthly }: { monthly: string | number }): string => `Vous avez déjà ${monthly}. Vous pouvez le gérer dans votre compte.`
export const errorHasLifetime = ({ lifetime }: { lifetime: string | number }): string => `Vous possédez déjà ${lifetime}. Il n’y a plus rien à payer.`
export const errorCheckoutReplaced = ({ lifetime }: { lifetime: string | number }): string => `Vous avez fait un autre choix entre-temps. Choisissez ${lifetime} de nouveau si vous le souhaitez toujours.`
export const errorPaymentProcessing = `Votre paiement est encore en cours de traitement. Vous ne serez pas débité une seconde fois ; revenez un peu plus tard.`
export const errorSeatsHeld = `Toutes les places à ce prix sont prises ou en cours de paiement. Une place peut se libérer d’ici une demi-heure.`
export const errorNewcomersFull = `Toutes les places à ce prix accessibles aux nouveaux comptes sont en cours de paiement. Une place peut se libérer dans quelques minutes.`
export const errorMonthlyMeanwhile = ({ sentence, monthly }: { sentence: string | number; monthly: string | number }): string => `${sentence} Vous pouvez aussi commencer ${monthly} dès maintenant.`
export const errorPriceChanged = ({ lifetime }: { lifetime: string | number }): string => `L’offre vient de se terminer et le prix de ${lifetime} a changé. Choisissez-la de nouveau si vous la souhaitez toujours.`
export const errorSubscriptionLive = `Votre abonnement est encore en cours. Résiliez-le d’abord ; vous pourrez supprimer votre compte une fois qu’il aura pris fin.`
export const errorTooLarge = `C’est plus de données que nous n’en acceptons ici.`
export const errorTooManyMails = `Nous avons envoyé plusieurs e-mails à cette adresse au cours de la dernière heure. Ouvrez le lien du plus récent : il vous connecte dans n’importe quel navigateur. Sinon, attendez et redemandez-en un plus tard.`
export const errorMailsExhausted = `De très nombreuses personnes demandent un e-mail de connexion en ce moment ; nous ne pouvons pas en envoyer davantage aux nouveaux navigateurs. Réessayez plus tard ou utilisez un navigateur avec lequel vous vous êtes déjà connecté. Le lien d’un e-mail reçu dans la dernière heure fonctionne toujours.`
export const errorCodesExhausted = `Trop de codes incorrects ont été saisis. Ouvrez plutôt le lien de notre e-mail : il vous connecte toujours. Sinon, attendez et réessayez plus tard.`
export const errorNetworkBusy = `Toutes les places que votre réseau peut avoir en même temps sont en cours de paiement. Il y aura de la place dès que l’une d’elles sera payée, ou dans cinq minutes.`
export const errorNetworkAwaiting = `Toutes les places que votre réseau peut avoir en même temps attendent un paiement qui prend plusieurs jours. Réessayez plus tard ou depuis un autre réseau.`
export const errorNetworkPaused = `Trop de places ont été réservées aujourd’hui depuis votre réseau sans être payées. Réessayez demain ou depuis un autre réseau.`
export const errorBuyerPaused = `Vous avez laissé passer trop de places aujourd’hui. Réessayez demain.`
export const errorProviderDown = `Ce mode de connexion n’est pas disponible pour le moment. Veuillez utiliser votre adresse e-mail.`
export const errorPaymentServiceDown = `Nous ne pouvons pas joindre le service de paiement pour le moment. Rien ne vous a été facturé ; veuillez réessayer dans une minute.`
export const errorPaymentServiceBusy = `Beaucoup de personnes achètent en ce moment. Rien ne vous a été facturé ; veuillez réessayer dans quelques secondes.`
export const errorMailFailed = `Nous n’avons pas pu envoyer l’e-mail. Veuillez réessayer dans une minute.`
export const errorDatabaseDown = `Nous ne pouvons pas joindre notre base de données pour le moment. Veuillez réessayer dans une minute.`
