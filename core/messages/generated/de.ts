// Generated from messages/*.json by `npm run messages`; edit those.
import { pluralOf, formOf, formatNumber } from '../format.ts'

export const language = 'de'
export const accountLink = `Konto`
export const accountNavigation = `Konto`
export const mainNavigation = `Hauptnavigation`
export const languageNavigation = `Sprache`
export const plansLink = `Tarife`
export const billing = `Abrechnung`
export const howSeatsAreCounted = `So werden Plätze gezählt`
export const terms = `AGB`
export const privacy = `Datenschutz`
export const imprint = `Impressum`
export const support = `Support`
export const testMode = `Testmodus`
export const testModeTitle = `Es fließt kein echtes Geld`
export const testModeExplained = `: Es fließt kein echtes Geld`
export const signIn = `Anmelden`
export const signingIn = `Anmeldung läuft …`
export const seeThePlans = `Tarife ansehen`
export const goToAccount = `Zu Ihrem Konto`
export const openProduct = ({ product }: { product: string | number }): string => `${product} öffnen`
export const redirecting = `Weiterleitung …`
export const tryAgain = `Erneut versuchen`
export const trying = `Wird versucht …`
export const notKnown = `Nicht bekannt`
export const serverUnreachable = `Wir konnten den Server nicht erreichen. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.`
export const somethingWentWrong = `Bei uns ist etwas schiefgegangen. Bitte versuchen Sie es noch einmal.`
export const pricingTitle = `Preise`
export const signInDescription = ({ product }: { product: string | number }): string => `Melden Sie sich bei ${product} mit einem Code an, den wir an Ihre E-Mail-Adresse senden.`
export const accountDescription = ({ product }: { product: string | number }): string => `Ihr Tarif und Ihre Anmeldungen bei ${product}.`
export const welcomeDescription = ({ product }: { product: string | number }): string => `Der Stand Ihrer Zahlung an ${product}.`
export const continueAsTitle = `Anmeldung bestätigen`
export const continueAsDescription = `Eine Seite einer anderen Website oder eines anderen Kontos führt hierher. Bestätigen Sie, wer Sie sind.`
export const howWeCountDescription = `Woher die Zahl der freien Plätze kommt und welche Käufe gezeigt werden.`
export const notFoundTitle = `Nicht gefunden`
export const notFoundDescription = `Unter dieser Adresse gibt es keine Seite.`
export const signInToUpgrade = `Zum Kaufen anmelden`
export const yourCurrentPlan = `Ihr aktueller Tarif`
export const notifications = `Benachrichtigungen`
export const youAreOn = ({ plan }: { plan: string | number }): string => `Sie nutzen ${plan}.`
export const manageInAccount = `In Ihrem Konto verwalten`
export const comparePlans = `Tarife im Vergleich`
export const whatYouGet = `Leistung`
export const included = `Enthalten`
export const notIncluded = `Nicht enthalten`
export const whatCustomersSay = `Das sagen unsere Kunden`
export const questionsAndAnswers = `Fragen und Antworten`
export const noteOwnsLifetime = ({ lifetime }: { lifetime: string | number }): string => `Ihnen gehört ${lifetime}, mehr brauchen Sie nicht.`
export const noteOwnPriceDiffers = `Was Sie zahlen, kann von diesem Preis abweichen.`
export const notePaymentOnItsWay = ({ amount }: { amount: string | number }): string => `Ihre Zahlung über ${amount} ist unterwegs.`
export const noteCardBeforeLifetime = ({ lifetime, monthly }: { lifetime: string | number; monthly: string | number }): string => `Aktualisieren Sie zuerst Ihre Karte. Sie können ${lifetime} kaufen, sobald ${monthly} bezahlt ist.`
export const noteCardBringsBack = ({ monthly }: { monthly: string | number }): string => `Aktualisieren Sie zuerst Ihre Karte. Damit erhalten Sie ${monthly} zurück.`
export const noteNoSeatFree = `Im Moment ist kein Platz frei.`
export const noteEndsTrial = ({ monthly }: { monthly: string | number }): string => `Mit dem Kauf endet Ihre kostenlose Testphase von ${monthly}.`
export const noteEndsAndRefunds = ({ monthly }: { monthly: string | number }): string => `Mit dem Kauf endet ${monthly}, und der ungenutzte Teil wird erstattet.`
export const noteEndsAndCredits = ({ monthly }: { monthly: string | number }): string => `Mit dem Kauf endet ${monthly}, und der ungenutzte Teil wird Ihrem Guthaben gutgeschrieben.`
export const billingPeriod = `Abrechnungszeitraum`
export const byTheMonth = `Monatlich`
export const byTheYear = `Jährlich`
export const saveAYear = ({ amount }: { amount: string | number }): string => `${amount} im Jahr sparen`
export const trialThen = ({ days, price, period }: { days: number; price: string | number; period: string | number }): string => `${pluralOf(language, days, { "one": `${formatNumber(language, days)} Tag`, "other": `${formatNumber(language, days)} Tage` })} kostenlos, danach ${price} ${period}`
export const afterDeal = ({ price }: { price: string | number }): string => `${price} nach diesem Angebot`
export const currency = `Währung`
export const currencyKept = `Ihr Abonnement läuft in dieser Währung, daher auch alles andere, was Sie hier kaufen.`
export const bannerSeats = ({ remaining, price }: { remaining: number; price: string | number }): string => `${pluralOf(language, remaining, { "one": `Noch ${formatNumber(language, remaining)} Platz für ${price} – nur noch ${formatNumber(language, remaining)} Platz übrig!`, "other": `Noch ${formatNumber(language, remaining)} Plätze für ${price} – nur noch ${formatNumber(language, remaining)} Plätze übrig!` })}`
export const bannerTime = ({ price, remaining }: { price: string | number; remaining: number }): string => `Nur für kurze Zeit: Lifetime für ${price} – nur noch ${formatNumber(language, remaining)} übrig!`
export const bannerDemand = ({ remaining }: { remaining: number }): string => `Große Nachfrage: ${pluralOf(language, remaining, { "one": `nur noch ${formatNumber(language, remaining)} Platz`, "other": `nur noch ${formatNumber(language, remaining)} Plätze` })} vor der Preiserhöhung!`
export const liveSeats = ({ remaining, price }: { remaining: number; price: string | number }): string => `${pluralOf(language, remaining, { "one": `Noch ${formatNumber(language, remaining)} Platz für ${price} – nur noch ${formatNumber(language, remaining)} Platz übrig!`, "other": `Noch ${formatNumber(language, remaining)} Plätze für ${price} – nur noch ${formatNumber(language, remaining)} Plätze übrig!` })}`
export const liveTime = ({ price, plan, remaining }: { price: string | number; plan: string | number; remaining: number }): string => `Nur für kurze Zeit: ${plan} für ${price} – nur noch ${formatNumber(language, remaining)} übrig!`
export const liveTimeUntil = ({ price, plan, until, remaining }: { price: string | number; plan: string | number; until: string | number; remaining: number }): string => `Nur für kurze Zeit: ${plan} für ${price} bis ${until} – nur noch ${formatNumber(language, remaining)} übrig!`
export const liveDemand = ({ remaining }: { remaining: number }): string => `Große Nachfrage: ${pluralOf(language, remaining, { "one": `nur noch ${formatNumber(language, remaining)} Platz`, "other": `nur noch ${formatNumber(language, remaining)} Plätze` })} vor der Preiserhöhung!`
export const dealEnded = ({ plan, price }: { plan: string | number; price: string | number }): string => `Das Angebot ist beendet. ${plan} kostet jetzt ${price}.`
export const soldOut = ({ plan, price }: { plan: string | number; price: string | number }): string => `Ausverkauft. ${plan} kostet jetzt ${price}.`
export const allSeatsTaken = ({ cap }: { cap: number }): string => `${pluralOf(language, cap, { "one": `Der einzige Platz ist vergeben.`, "other": `Alle ${formatNumber(language, cap)} Plätze sind vergeben.` })}`
export const allSeatsHeld = ({ cap, held }: { cap: number; held: number }): string => `${pluralOf(language, cap, { "one": `Der einzige Platz wird gerade bezahlt; er kann innerhalb von 30 Minuten wieder frei werden.`, "other": `Alle ${formatNumber(language, cap)} Plätze sind vergeben. ${pluralOf(language, held, { "one": `${formatNumber(language, held)} davon wird`, "other": `${formatNumber(language, held)} davon werden` })} gerade bezahlt; innerhalb von 30 Minuten kann einer frei werden.` })}`
export const seatsClaimed = `Vergebene Plätze`
export const percentClaimed = ({ percent }: { percent: string | number }): string => `${percent} % vergeben`
export const startedSeats = ({ base }: { base: number }): string => `${pluralOf(language, base, { "one": `Zu Beginn: ${formatNumber(language, base)} Platz`, "other": `Zu Beginn: ${formatNumber(language, base)} Plätze` })}`
export const remainingClaimed = ({ remaining, percent }: { remaining: number; percent: string | number }): string => `${formatNumber(language, remaining)} übrig (${percent} % vergeben)`
export const purchaseFrom = <Node>({ strong, name, country, span, em, plan }: { strong: (text: string) => Node; name: string | number; country: string | number; span: (text: string) => Node; em: (text: string) => Node; plan: string | number }): (string | Node)[] => [strong(`${name} (${country})`), ` `, span(`nutzt jetzt`), ` `, em(`${plan}`)]
export const purchase = <Node>({ strong, name, span, em, plan }: { strong: (text: string) => Node; name: string | number; span: (text: string) => Node; em: (text: string) => Node; plan: string | number }): (string | Node)[] => [strong(`${name}`), ` `, span(`nutzt jetzt`), ` `, em(`${plan}`)]
export const someone = `Jemand`
export const closeNotification = `Benachrichtigung schließen`
export const countryBR = `Brasilien`
export const countryCA = `Kanada`
export const countryDE = `Deutschland`
export const countryFR = `Frankreich`
export const countryIE = `Irland`
export const countryIN = `Indien`
export const countryJP = `Japan`
export const countryMX = `Mexiko`
export const countryNG = `Nigeria`
export const countryNO = `Norwegen`
export const countrySG = `Singapur`
export const countryTR = `Türkei`
export const checkoutRefused = `Der Bezahlvorgang konnte nicht angelegt werden`
export const checkoutWithoutUrl = `Es kam keine Adresse zum Bezahlen zurück`
export const checkoutNotStarted = `Der Bezahlvorgang konnte nicht gestartet werden`
export const checkoutWaits = ({ reason, minutes, time }: { reason: string | number; minutes: string | number; time: string | number }): string => `${reason} Lassen Sie diese Seite offen: Sie fragt alle paar Sekunden nach und bringt Sie zur Zahlung, sobald Platz ist. Sie wartet höchstens ${minutes} Minuten, bis ${time}.`
export const checkoutWaitEnded = `Während diese Seite gewartet hat, ist kein Platz für Sie frei geworden. Bitte versuchen Sie es später noch einmal.`
export const stopWaiting = `Nicht länger warten`
export const dismissError = `Fehlermeldung schließen`
export const portalNotOpened = `Wir konnten die Abrechnungsseite nicht öffnen. Bitte versuchen Sie es noch einmal.`
export const receiptNotOpened = `Wir konnten den Beleg nicht öffnen. Bitte versuchen Sie es noch einmal.`
export const manageBilling = `Abrechnung verwalten`
export const payByTheYear = `Jährlich zahlen`
export const payByTheMonth = `Monatlich zahlen`
export const updateCard = `Karte aktualisieren`
export const viewReceipt = `Beleg ansehen`
export const upgrade = `Tarif wechseln`
export const invoicesAndReceipts = `Rechnungen und Belege`
export const documentStatus = ({ status }: { status: string }): string => `${formOf({ "paid": `Bezahlt`, "open": `Noch nicht bezahlt`, "uncollectible": `Nicht bezahlt`, "void": `Storniert`, "refunded": `Erstattet`, "other": `Teilweise erstattet` }, status)}`
export const invoice = `Rechnung`
export const receipt = `Beleg`
export const showOlder = `Ältere anzeigen`
export const loadingDocuments = `Wird geladen …`
export const taxIncluded = `inkl. MwSt.`
export const taxAdded = `zzgl. MwSt.`
export const moneyBackDays = ({ days }: { days: string | number }): string => `${days} Tage Geld-zurück-Garantie`
export const withdrawOffer = `Vertrag widerrufen und Geld zurück`
export const moneyBack = `Vertrag widerrufen und Geld zurück`
export const moneyBackDescription = ({ product }: { product: string | number }): string => `Den Tarif bei ${product} zurückgeben und das Geld zurückbekommen.`
export const withdrawTerms = ({ plan, amount, date }: { plan: string | number; amount: string | number; date: string | number }): string => `${plan} endet sofort, und alles, was du dafür bezahlt hast, ${amount}, geht auf dem Zahlungsweg zurück. Das geht bis ${date}. Es lässt sich nicht rückgängig machen.`
export const withdrawConfirm = ({ plan, amount }: { plan: string | number; amount: string | number }): string => `Widerruf bestätigen: ${plan} beenden, ${amount} zurück`
export const withdrawing = `Wird bestätigt …`
export const withdrawKeep = ({ plan }: { plan: string | number }): string => `${plan} behalten`
export const withdrawnHeading = `Deine Erstattung ist unterwegs`
export const withdrawnText = ({ date, plan, amount }: { date: string | number; plan: string | number; amount: string | number }): string => `Dein Widerruf ist am ${date} eingegangen. ${plan} ist beendet, und ${amount} gehen auf dem Zahlungsweg zurück. Banken brauchen meist 5 bis 10 Werktage. Eine Bestätigung haben wir dir per E-Mail geschickt.`
export const withdrawNothing = `Es gibt nichts zu erstatten. Die Geld-zurück-Garantie gilt in den ersten Tagen nach der ersten Zahlung für einen Tarif.`
export const withdrawNeedsScript = `Diese Seite braucht JavaScript.`
export const backToAccount = `Zurück zum Konto`
export const errorGuaranteeOver = `Es gibt nichts mehr zu erstatten: Die Tage der Geld-zurück-Garantie sind vorbei, oder das Geld ist schon zurückgegangen.`
export const withdrawalMailSubject = ({ product }: { product: string | number }): string => `Dein Widerruf bei ${product}`
export const withdrawalMailText = ({ plan, requestedAt, amount, link }: { plan: string | number; requestedAt: string | number; amount: string | number; link: string | number }): string => `Dein Widerruf von ${plan} ist am ${requestedAt} bei uns eingegangen.\n\n${plan} ist beendet, und alles, was du dafür bezahlt hast, ${amount}, geht auf dem Zahlungsweg zurück. Banken brauchen meist 5 bis 10 Werktage. Du musst nichts weiter tun.\n\nDein Konto: ${link}`
export const paidOnce = `Einmal bezahlt. Nichts verlängert sich.`
export const nothingCharged = `Es wird nichts berechnet.`
export const paymentFailedKeep = ({ plan }: { plan: string | number }): string => `Ihre letzte Zahlung ist fehlgeschlagen. Aktualisieren Sie Ihre Karte, um ${plan} zu behalten.`
export const paymentFailedKeepBy = ({ date, plan }: { date: string | number; plan: string | number }): string => `Ihre letzte Zahlung ist fehlgeschlagen. Aktualisieren Sie Ihre Karte bis zum ${date}, um ${plan} zu behalten.`
export const paymentFailedBack = ({ plan }: { plan: string | number }): string => `Ihre letzte Zahlung ist fehlgeschlagen. Aktualisieren Sie Ihre Karte, um ${plan} zurückzuerhalten.`
export const endsOn = ({ date }: { date: string | number }): string => `Endet am ${date}`
export const trialUntil = ({ date }: { date: string | number }): string => `Kostenlose Testphase bis zum ${date}`
export const trialUntilThen = ({ date, amount, interval }: { date: string | number; amount: string | number; interval: string }): string => `Kostenlose Testphase bis zum ${date}, danach ${amount} ${formOf({ "yearly": `im Jahr`, "other": `im Monat` }, interval)}.`
export const renewsOn = ({ date }: { date: string | number }): string => `Verlängert sich am ${date}`
export const paidRenewsOn = ({ amount, interval, date }: { amount: string | number; interval: string; date: string | number }): string => `${amount} ${formOf({ "yearly": `im Jahr`, "other": `im Monat` }, interval)}. Verlängert sich am ${date}`
export const firstPaymentFailed = `Ihre erste Zahlung ist fehlgeschlagen.`
export const planPaused = ({ plan }: { plan: string | number }): string => `${plan} ist pausiert. Hinterlegen Sie eine Karte, um es fortzusetzen.`
export const pendingPayment = ({ amount, plan, date }: { amount: string | number; plan: string | number; date: string | number }): string => `Ihre Zahlung über ${amount} für ${plan} ist seit dem ${date} unterwegs.`
export const pendingVoucher = ({ plan }: { plan: string | number }): string => `${plan} beginnt etwa einen Werktag, nachdem Sie den Zahlschein bezahlt haben.`
export const pendingTransfer = ({ plan }: { plan: string | number }): string => `${plan} beginnt, sobald Ihre Überweisung eingegangen ist, meist innerhalb weniger Werktage.`
export const pendingDebit = ({ method, plan }: { method: string; plan: string | number }): string => `${formOf({ "sepa_debit": `Eine Lastschrift dauert meist etwa 5 Werktage.`, "us_bank_account": `Eine Lastschrift dauert meist bis zu 4 Werktage.`, "au_becs_debit": `Eine Lastschrift dauert meist bis zu 3 Werktage.`, "other": `Eine Lastschrift dauert meist mehrere Werktage.` }, method)} Sie müssen nichts tun: ${plan} beginnt von selbst, sobald das Geld da ist.`
export const paidOn = ({ amount, date }: { amount: string | number; date: string | number }): string => `Sie haben am ${date} ${amount} bezahlt.`
export const seatIsYours = ({ number, cap }: { number: string | number; cap: string | number }): string => `Platz ${number} von ${cap} gehört Ihnen.`
export const ownSeat = ({ number, cap }: { number: number; cap: number }): string => `Platz ${number} von ${cap}`
export const seatProofText = `Der Verkauf Ihres Platzes steht in unserem öffentlichen Protokoll. Dieser Nachweis belegt es ohne unser Zutun, was immer wir später tun: Bewahren Sie ihn auf.`
export const seatProofCheck = `Nachweis prüfen`
export const seatProofSave = `Nachweis herunterladen`
export const seatProofHolds = ({ number }: { number: number }): string => `In Ihrem Browser geprüft: Der Verkauf Ihres Platzes, Nummer ${number}, steht im Protokoll.`
export const seatProofFails = ({ problem }: { problem: string | number }): string => `Der Nachweis stimmt nicht: ${problem}`
export const seatProofUnreadable = `Er ist nicht lesbar.`
export const seatProofNotSigned = `Er ist nicht mit dem Schlüssel dieses Protokolls unterschrieben.`
export const seatProofNotInLog = `Sein Eintrag steht nicht im unterschriebenen Protokoll.`
export const seatProofOtherEntry = `Sein Eintrag ist nicht der Verkauf dieses Platzes.`
export const endedOn = ({ plan, date }: { plan: string | number; date: string | number }): string => `${plan} endete am ${date}.`
export const unusedRefunded = ({ amount }: { amount: string | number }): string => `Davon wurden ${amount} auf Ihrem Zahlungsweg erstattet.`
export const unusedCredited = `Der ungenutzte Teil wurde Ihrem Guthaben gutgeschrieben.`
export const refundedOn = ({ amount, plan, date }: { amount: string | number; plan: string | number; date: string | number }): string => `Ihre Zahlung über ${amount} für ${plan} wurde am ${date} erstattet, deshalb ist ${plan} beendet.`
export const disputedOn = ({ amount, plan, date }: { amount: string | number; plan: string | number; date: string | number }): string => `Ihre Bank hat Ihre Zahlung über ${amount} zurückgeholt, deshalb endete ${plan} am ${date}.`
export const oversoldOn = ({ amount, date }: { amount: string | number; date: string | number }): string => `Ihre Zahlung über ${amount} kam an, als der letzte Platz schon vergeben war. Am ${date} haben wir begonnen, den ganzen Betrag zurückzusenden.`
export const yourPayment = `Ihre Zahlung`
export const paymentNotCompleted = `Diese Zahlung wurde nicht abgeschlossen, und Ihnen wurde nichts berechnet.`
export const paymentWithoutSeat = `Jemand anderes bekam den letzten Platz zu diesem Preis, bevor Ihre Zahlung ankam. Wir senden Ihnen das ganze Geld zurück und haben Ihnen die Einzelheiten per E-Mail geschickt.`
export const boughtPlanEnded = `Der Tarif, den Sie hier bekommen haben, ist beendet. Ihr Konto zeigt Ihren Tarif, Ihre Zahlungen und was erstattet wurde.`
export const noPaymentHere = `Hier gibt es keine Zahlung anzuzeigen.`
export const nothingToDo = `Sie müssen nichts tun.`
export const planStartsByItself = `Sie können diese Seite schließen. Bitte bezahlen Sie nicht noch einmal: Ihr Tarif beginnt von selbst, sobald die Zahlung durch ist.`
export const checkAgain = `Noch einmal prüfen`
export const cannotReachServer = `Wir können den Server gerade nicht erreichen.`
export const cannotLookUpPayment = `Wir können Ihre Zahlung gerade nicht abfragen.`
export const weKeepTrying = `Wir versuchen es weiter.`
export const paymentTakesLonger = `Ihre Zahlung wird noch bearbeitet. Manche Zahlungsarten dauern länger.`
export const lookingUpPayment = `Ihre Zahlung wird abgefragt …`
export const paymentProcessing = `Ihre Zahlung wird bearbeitet. Das dauert meist nur ein paar Sekunden.`
export const paymentNeedsScript = `Um Ihre Zahlung abzufragen, brauchen wir JavaScript. Bitte erlauben Sie es für diese Website und laden Sie die Seite neu.`
export const welcomeTo = ({ plan }: { plan: string | number }): string => `Willkommen bei ${plan}`
export const thankYou = `Vielen Dank.`
export const yoursForGood = `Es gehört Ihnen auf Dauer: einmal bezahlt, nichts verlängert sich.`
export const cancelAnyTime = `Sie können jederzeit in Ihrem Konto kündigen.`
export const activeNow = `Ihr Tarif ist jetzt aktiv.`
export const welcomeRenews = ({ date }: { date: string | number }): string => `Ihr Abonnement verlängert sich am ${date}.`
export const welcomePaidRenews = ({ amount, date }: { amount: string | number; date: string | number }): string => `Sie haben ${amount} bezahlt. Ihr Abonnement verlängert sich am ${date} für ${amount}.`
export const welcomeTrial = ({ date }: { date: string | number }): string => `Ihre kostenlose Testphase läuft bis zum ${date}. Vorher zahlen Sie nichts.`
export const welcomeTrialThen = ({ date, amount, interval }: { date: string | number; amount: string | number; interval: string }): string => `Ihre kostenlose Testphase läuft bis zum ${date}. Vorher zahlen Sie nichts, danach ${amount} ${formOf({ "yearly": `im Jahr`, "other": `im Monat` }, interval)}.`
export const showFirstName = `Dürfen wir Ihren Vornamen zeigen?`
export const purchaseAsSeen = `Ihr Kauf, wie andere ihn sehen`
export const purchaseChoice = ({ plan }: { plan: string | number }): string => `Wer die Preisseite besucht, sieht vielleicht einen kurzen Hinweis, dass jemand im Lauf des letzten Tages ${plan} gekauft hat. Wie soll Ihr Kauf erscheinen?`
export const showMyPurchase = `Meinen Kauf zeigen`
export const withFirstName = `Mit meinem Vornamen`
export const withoutName = `Ohne Namen`
export const notAtAll = `Gar nicht`
export const firstName = `Vorname`
export const firstNameHint = `Nur Buchstaben. Sonst wird nichts über Sie gezeigt.`
export const save = `Speichern`
export const saving = `Wird gespeichert …`
export const choiceSaved = `Gespeichert. Sie können das jederzeit in Ihrem Konto ändern.`
export const yourAccount = `Ihr Konto`
export const you = `Sie`
export const email = `E-Mail`
export const name = `Name`
export const plan = `Tarif`
export const signOut = `Abmelden`
export const signOutEverywhere = `Überall abmelden`
export const signingOut = `Abmeldung läuft …`
export const whereSignedIn = `Wo Sie angemeldet sind`
export const thisDevice = `Dieses Gerät`
export const lastUsed = <Node>({ time, moment }: { time: (text: string) => Node; moment: string | number }): (string | Node)[] => [`Zuletzt verwendet: `, time(`${moment}`)]
export const justNow = `gerade eben`
export const deviceOn = ({ browser, system }: { browser: string | number; system: string | number }): string => `${browser} unter ${system}`
export const unknownDevice = `Unbekanntes Gerät`
export const yourData = `Ihre Daten`
export const downloadData = `Alles herunterladen, was über Sie gespeichert ist`
export const accountNotLoaded = `Wir konnten Ihr Konto nicht laden. Bitte versuchen Sie es noch einmal.`
export const accountNeedsScript = `Ihr Konto braucht JavaScript. Bitte erlauben Sie es für diese Website und laden Sie die Seite neu.`
export const deleteAccount = `Konto löschen`
export const deletionIsFinal = `Damit werden Ihr Name, Ihre E-Mail-Adresse und Ihre Anmeldungen endgültig gelöscht.`
export const deletionLosesPlan = <Node>({ strong, plan }: { strong: (text: string) => Node; plan: string | number }): (string | Node)[] => [strong(`Sie verlieren auch ${plan}`), `: Es kann nicht auf ein anderes Konto übertragen werden, und das Löschen ist keine Erstattung.`]
export const deletionKeepsRecords = `Wir behalten Aufzeichnungen Ihrer Zahlungen, ohne Ihren Namen.`
export const deleteMyAccount = `Mein Konto löschen`
export const sendingCode = `Code wird gesendet …`
export const deletionCodeSent = <Node>({ strong, email }: { strong: (text: string) => Node; email: string | number }): (string | Node)[] => [`Wir haben einen sechsstelligen Code an `, strong(`${email}`), ` gesendet. Wenn Sie ihn eingeben, wird Ihr Konto sofort gelöscht.`]
export const proofNeeded = ({ product }: { product: string | number }): string => `${product} hat Sie hier angemeldet. Bevor Sie Ihre Daten herunterladen oder Geld zurückbekommen, senden wir Ihnen einen sechsstelligen Code per E-Mail.`
export const proofCodeSent = `Wir haben einen sechsstelligen Code an Ihre E-Mail-Adresse gesendet.`
export const proofConfirm = `Bestätigen`
export const proofConfirming = `Wird bestätigt …`
export const deleteForGood = `Endgültig löschen`
export const deleting = `Wird gelöscht …`
export const keepMyAccount = `Mein Konto behalten`
export const readOutbox = <Node>({ link }: { link: (text: string) => Node }): (string | Node)[] => [`Testmodus: `, link(`Lesen Sie Ihre E-Mails im Postausgang`)]
export const outboxClosed = `Testmodus: Es wird keine E-Mail gesendet. Um sie zu lesen, öffnen Sie die Adresse, die der Server beim Start ausgegeben hat.`
export const lookupFailed = `Sie sind anscheinend angemeldet, aber wir konnten Ihren Tarif gerade nicht abfragen.`
export const continueAnyway = `Trotzdem fortfahren`
export const emailAddress = `E-Mail-Adresse`
export const emailHint = `Kein Passwort nötig: Wir senden Ihnen einen sechsstelligen Code.`
export const sendMeACode = `Code senden`
export const sending = `Wird gesendet …`
export const tryAgainIn = ({ seconds }: { seconds: string | number }): string => `Erneut versuchen in ${seconds} s`
export const or = `oder`
export const continueWith = ({ provider }: { provider: string | number }): string => `Weiter mit ${provider}`
export const codeSent = <Node>({ strong, email }: { strong: (text: string) => Node; email: string | number }): (string | Node)[] => [`Wir haben einen sechsstelligen Code an `, strong(`${email}`), ` gesendet.`]
export const codeFilledIn = <Node>({ strong, email }: { strong: (text: string) => Node; email: string | number }): (string | Node)[] => [`Wir haben den Code für `, strong(`${email}`), ` eingetragen.`]
export const useAnotherAddress = `Andere Adresse verwenden`
export const sixDigitCode = `Sechsstelliger Code`
export const sixDigits = `Sechs Ziffern`
export const codeLasts = `Er gilt 10 Minuten.`
export const newCodeOnItsWay = `Ein neuer Code ist unterwegs.`
export const noEmail = `Keine E-Mail? Sehen Sie im Spam-Ordner nach.`
export const sendNewCode = `Neuen Code senden`
export const sendNewCodeIn = ({ seconds }: { seconds: string | number }): string => `Neuen Code senden in ${seconds} s`
export const providerFailed = `Diese Anmeldung hat nicht geklappt. Versuchen Sie es noch einmal oder verwenden Sie Ihre E-Mail-Adresse.`
export const providerCancelled = `Sie haben diese Anmeldung abgebrochen. Versuchen Sie es noch einmal oder verwenden Sie Ihre E-Mail-Adresse.`
export const providerAddressTaken = `Mit dieser E-Mail-Adresse gibt es schon ein Konto. Melden Sie sich mit einem Code an, den wir dorthin senden.`
export const providerWithoutAddress = `Bei dieser Anmeldung haben wir keine E-Mail-Adresse erhalten. Verwenden Sie stattdessen hier Ihre E-Mail-Adresse.`
export const providerTookTooLong = `Diese Anmeldung hat zu lange gedauert oder wurde in einem anderen Fenster begonnen. Bitte versuchen Sie es noch einmal.`
export const productNotSetUp = `Die Website, von der Sie kommen, ist dafür nicht eingerichtet. Bitte sagen Sie ihrem Betreiber Bescheid.`
export const productTookTooLong = `Diese Anmeldung hat zu lange gedauert. Gehen Sie dorthin zurück, woher Sie kamen, und versuchen Sie es noch einmal, oder melden Sie sich hier an.`
export const productAddressUnverified = `Ihre E-Mail-Adresse ist dort noch nicht bestätigt. Bestätigen Sie sie und versuchen Sie es noch einmal, oder melden Sie sich hier mit einem Code an.`
export const productAddressOfAnother = `Das Konto mit dieser E-Mail-Adresse gehört zu einer anderen Anmeldung. Melden Sie sich mit einem Code an, den wir dorthin senden.`
export const productNotReached = `Wir können diese Anmeldung gerade nicht prüfen. Versuchen Sie es in einer Minute noch einmal oder verwenden Sie Ihre E-Mail-Adresse.`
export const signInLinkUsed = `Dieser Anmeldelink wurde schon verwendet oder ist älter als eine Minute. Öffnen Sie ihn neu oder melden Sie sich hier an.`
export const tooManyTries = `Zu viele Versuche. Bitte warten Sie einen Moment und versuchen Sie es noch einmal.`
export const continueAsQuestion = ({ email }: { email: string | number }): string => `Als ${email} fortfahren?`
export const continueAsExplained = <Node>({ strong, email }: { strong: (text: string) => Node; email: string | number }): (string | Node)[] => [`Sie sind als `, strong(`${email}`), ` angemeldet. Dieser Link gehört zu einem anderen Konto. Was Sie dort kaufen, gehört zu jenem Konto.`]
export const continueAsUnknown = <Node>({ strong, email }: { strong: (text: string) => Node; email: string | number }): (string | Node)[] => [`Dieser Link meldet Sie im Konto von `, strong(`${email}`), ` an. Fahren Sie nur fort, wenn es Ihres ist: Was Sie kaufen, gehört zu diesem Konto.`]
export const continueWithoutSignIn = `Ohne Anmeldung fortfahren`
export const continueAs = ({ email }: { email: string | number }): string => `Als ${email} fortfahren`
export const staySignedInAs = ({ email }: { email: string | number }): string => `Als ${email} angemeldet bleiben`
export const noPageHere = `Hier ist keine Seite`
export const noPageReason = `Vielleicht ist die Adresse falsch geschrieben, oder die Seite ist umgezogen.`
export const howWeCount = `So zählen wir`
export const backToPlans = `Zurück zu den Tarifen`
export const countIsDemo = `Dies ist eine Vorführung. Die Zahl der Plätze wird aus der Uhrzeit berechnet, und die Käufer in den Benachrichtigungen sind erfunden. Nichts ist begrenzt.`
export const countOnceReal = `Sobald wirklich verkauft wird, werden Plätze und Käufe so gezählt.`
export const rightNow = `Im Moment`
export const countNow = <Node>({ remaining, cap, plan, price, time, moment }: { remaining: number; cap: number; plan: string | number; price: string | number; time: (text: string) => Node; moment: string | number }): (string | Node)[] => [`${pluralOf(language, cap, { "one": `Noch ${formatNumber(language, remaining)} von ${formatNumber(language, cap)} Platz ist frei.`, "other": `Noch ${formatNumber(language, remaining)} von ${formatNumber(language, cap)} Plätzen sind frei.` })}`, ` `, `${plan}`, ` kostet `, `${price}`, `. Gezählt am `, time(`${moment}`), `.`]
export const countNotRead = `Wir können die Zahlen gerade nicht lesen, deshalb zeigen wir keine.`
export const seats = `Plätze`
export const countSource = `Frei sind alle Plätze abzüglich der verkauften und derer, die gerade jemand bezahlt. Die Zahl stammt aus demselben Datensatz, der entscheidet, ob Sie kaufen können; sie kann also nichts anderes sagen als der Bezahlvorgang. Alle sehen dieselbe Zahl.`
export const countHolds = `Wenn Sie zu bezahlen beginnen, halten wir bis zu einer halben Stunde lang einen Platz für Sie frei, oder fünf Minuten lang, wenn andere in Ihrem Netzwerk warten. Bezahlen Sie nicht, wird er wieder frei, und die Zahl kann wieder steigen. Eine Zahlung, die Tage dauert, behält ihren Platz, bis das Geld da ist oder die Zahlung scheitert.`
export const countEnds = `Solange das Angebot läuft, fügen wir keine Plätze hinzu, und ein verkaufter Platz bleibt verkauft, auch wenn sein Käufer das Geld zurückerhält. Ist der letzte verkauft, ist das Angebot vorbei und es gilt der spätere Preis.`
export const countCooldown = `Ein Angebot, das vorbei ist, kommt nicht so bald wieder: Ein neues zum selben oder einem niedrigeren Preis darf erst beginnen, wenn der spätere Preis so lange gegolten hat, wie das Angebot versprach: 30 Tage, wenn bei ihm nichts anderes steht.`
export const purchases = `Käufe`
export const countPurchases = `Jeder Kauf, den wir erwähnen, wurde im Lauf des letzten Tages bezahlt und nicht erstattet. Einen Vornamen zeigen wir nur, wenn der Käufer zugestimmt hat, und ein Land nur, wenn mindestens drei Käufer von dort kommen. Käufer können das jederzeit in ihrem Konto ändern oder ihren Kauf verbergen.`
export const everyDeal = `Alle Angebote bisher`
export const dealTerms = ({ cap, price, later }: { cap: number; price: string | number; later: string | number }): string => `${pluralOf(language, cap, { "one": `${formatNumber(language, cap)} Platz`, "other": `${formatNumber(language, cap)} Plätze` })} zu ${price}, danach ${later}.`
export const dealOpened = <Node>({ time, moment }: { time: (text: string) => Node; moment: string | number }): (string | Node)[] => [`Eröffnet am `, time(`${moment}`), `.`]
export const dealEndsBy = <Node>({ time, moment }: { time: (text: string) => Node; moment: string | number }): (string | Node)[] => [`Endet spätestens am `, time(`${moment}`), `.`]
export const dealChanged = <Node>({ time, moment, cap }: { time: (text: string) => Node; moment: string | number; cap: number }): (string | Node)[] => [`Seit `, time(`${moment}`), `: `, `${pluralOf(language, cap, { "one": `${formatNumber(language, cap)} Platz`, "other": `${formatNumber(language, cap)} Plätze` })}`, `.`]
export const dealClosed = <Node>({ time, moment, sold }: { time: (text: string) => Node; moment: string | number; sold: number }): (string | Node)[] => [`Beendet am `, time(`${moment}`), `, `, `${pluralOf(language, sold, { "one": `${formatNumber(language, sold)} Platz`, "other": `${formatNumber(language, sold)} Plätze` })}`, ` verkauft.`]
export const dealCooldown = ({ days }: { days: number }): string => `Nach seinem Ende ${pluralOf(language, days, { "one": `${formatNumber(language, days)} Tag`, "other": `${formatNumber(language, days)} Tage` })} lang kein Angebot zu diesem oder einem niedrigeren Preis.`
export const dealCooldownShort = ({ usual }: { usual: number }): string => `Das ist kürzer als die üblichen ${usual} Tage.`
export const seatsOverTime = `Plätze im Lauf der Zeit`
export const seatsSold = `Verkauft`
export const seatsHeld = `Wird gerade bezahlt`
export const seatsFree = `Frei`
export const timeInUtc = `Zeit (UTC)`
export const verifiedCount = `Geprüfte Zahl`
export const logCheck = `Von Ihrem Browser geprüft`
export const logExplained = `Jede Änderung an einem Platz ist ein Eintrag in einem öffentlichen Protokoll, das nur wachsen kann. Ihr Browser liest es ganz, prüft die Unterschrift, verfolgt jeden Platz und vergleicht das Ergebnis mit dem Banner.`
export const logChecking = `Ihr Browser prüft das Protokoll …`
export const logVerified = ({ entries, sold, cap, remaining }: { entries: string | number; sold: string | number; cap: string | number; remaining: string | number }): string => `Geprüft. Einträge im Protokoll: ${entries}. Plätze verkauft: ${sold} von ${cap}, frei: ${remaining}. Das Banner zeigt dieselbe Zahl.`
export const logSameHistory = `Was Sie bei Ihrem letzten Besuch gesehen haben, steht unverändert da.`
export const logIsWrong = `Etwas stimmt nicht, verlassen Sie sich also nicht auf die Zahl der Plätze:`
export const logNotRead = `Das Protokoll lässt sich gerade nicht lesen, deshalb wurde nichts geprüft.`
export const logUnsupported = `Dieser Browser kann die Unterschrift nicht prüfen, deshalb wurde nichts geprüft. Ein neuerer kann es.`
export const logNeedsScript = `Zum Prüfen wird JavaScript benötigt. Bitte erlauben Sie es für diese Website und laden Sie die Seite neu.`
export const logFromOutside = <Node>({ code, command }: { code: (text: string) => Node; command: string | number }): (string | Node)[] => [`Dieselbe Prüfung kann jeder von außen ausführen, in einem Checkout von Fairseat: `, code(`${command}`)]
export const logUnreadableEntry = ({ entry }: { entry: string | number }): string => `Eintrag ${entry} ist nicht lesbar.`
export const logTimeBackwards = ({ entry, at, before }: { entry: string | number; at: string | number; before: string | number }): string => `Eintrag ${entry} trägt die Zeit ${at}, der davor ${before}.`
export const logTimeAhead = ({ entry, at, now }: { entry: string | number; at: string | number; now: string | number }): string => `Eintrag ${entry} trägt die Zeit ${at}, aber Ihre Uhr zeigt ${now}.`
export const logUnknownOffer = ({ entry, offer }: { entry: string | number; offer: string | number }): string => `Eintrag ${entry} gehört zu einem Angebot, das nie begonnen hat: ${offer}.`
export const logOfferStillOpen = ({ entry, offer, open }: { entry: string | number; offer: string | number; open: string | number }): string => `Eintrag ${entry} beginnt das Angebot ${offer}, während ${open} noch läuft.`
export const logOfferAgain = ({ entry, offer }: { entry: string | number; offer: string | number }): string => `Eintrag ${entry} beginnt das Angebot ${offer} ein zweites Mal.`
export const logCooldownBroken = ({ entry, offer, after, days }: { entry: string | number; offer: string | number; after: string | number; days: string | number }): string => `Eintrag ${entry} beginnt das Angebot ${offer} zu früh: Die Zahl der Tage, die nach dem Ende von ${after} vergehen müssen, ist ${days}, außer der Preis ist höher.`
export const logTermsLoosened = ({ entry, term, from, to }: { entry: string | number; term: string | number; from: string | number; to: string | number }): string => `Eintrag ${entry} lockert die Bedingungen eines laufenden Angebots: ${term} von ${from} auf ${to}.`
export const logTermCap = `Zahl der Plätze`
export const logTermPrice = `Preis`
export const logTermCurrency = `Währung`
export const logTermEnd = `Ende`
export const logTermCooldown = `Wartezeit`
export const logOfferIsOver = ({ entry, offer }: { entry: string | number; offer: string | number }): string => `Eintrag ${entry} ändert das Angebot ${offer} nach seinem Ende.`
export const logAboveCap = ({ entry, taken, cap }: { entry: string | number; taken: string | number; cap: string | number }): string => `Eintrag ${entry} belegt mehr Plätze, als es gibt: ${taken} von ${cap}.`
export const logWrongTotals = ({ entry, taken, sold, shouldBeTaken, shouldBeSold }: { entry: string | number; taken: string | number; sold: string | number; shouldBeTaken: string | number; shouldBeSold: string | number }): string => `Eintrag ${entry} hat falsche Summen: ${taken} belegt und ${sold} verkauft, die Einträge ergeben aber ${shouldBeTaken} und ${shouldBeSold}.`
export const logSoldTwice = ({ entry }: { entry: string | number }): string => `Eintrag ${entry} verkauft einen Platz, der schon verkauft war.`
export const logWrongMovement = ({ entry }: { entry: string | number }): string => `Eintrag ${entry} ändert einen Platz auf eine Weise, die nicht möglich ist.`
export const logGone = `Das Protokoll, das Sie bei Ihrem letzten Besuch gesehen haben, ist verschwunden.`
export const logBadCheckpoint = `Die Unterschrift des Protokolls ist nicht gültig.`
export const logBadTile = ({ path }: { path: string | number }): string => `Ein Teil des Protokolls fehlt oder ist beschädigt: ${path}`
export const logRootDiffers = `Die Einträge sind nicht die, die unterschrieben wurden.`
export const logFirstDifference = ({ entry }: { entry: string | number }): string => `Der erste, der abweicht, ist Eintrag ${entry}.`
export const logShrunk = ({ seen, size }: { seen: string | number; size: string | number }): string => `Das Protokoll ist kürzer geworden: ${seen} Einträge bei Ihrem letzten Besuch, jetzt ${size}.`
export const logRewritten = ({ size }: { size: string | number }): string => `Die Geschichte wurde umgeschrieben: Was Sie bei Ihrem letzten Besuch gesehen haben (Größe des Protokolls: ${size}), steht nicht mehr darin.`
export const logBannerDiffers = ({ shown, counted }: { shown: string | number; counted: string | number }): string => `Freie Plätze: ${shown} laut Banner, aber ${counted} laut Protokoll.`
export const signInMailSubject = ({ code, product }: { code: string | number; product: string | number }): string => `${code} ist Ihr Anmeldecode für ${product}`
export const signInMailText = ({ code, link }: { code: string | number; link: string | number }): string => `Ihr Code lautet ${code}. Er gilt einmal, 10 Minuten lang, in dem Browser, in dem Sie ihn angefordert haben.\n\nOder öffnen Sie diesen Link, der den Code für Sie einträgt. Er funktioniert eine Stunde lang in jedem Browser:\n${link}\n\nWenn Sie den Code nicht angefordert haben, können Sie diese E-Mail ignorieren: Ohne sie kann sich niemand anmelden. Geben Sie den Code niemals weiter.`
export const deletionMailSubject = ({ code, product }: { code: string | number; product: string | number }): string => `${code} ist Ihr Code zum Löschen Ihres Kontos bei ${product}`
export const deletionMailText = ({ code, link }: { code: string | number; link: string | number }): string => `Ihr Code lautet ${code}. Geben Sie ihn unter ${link} ein, um Ihr Konto endgültig zu löschen. Er gilt 10 Minuten.\n\nWenn Sie ihn nicht angefordert haben, ist jemand anderes in Ihrem Namen angemeldet: Melden Sie sich unter ${link} überall ab.`
export const proofMailSubject = ({ code, product }: { code: string | number; product: string | number }): string => `${code} ist Ihr Bestätigungscode für ${product}`
export const proofMailText = ({ code, link }: { code: string | number; link: string | number }): string => `Ihr Code lautet ${code}. Geben Sie ihn auf der Seite ein, die danach gefragt hat, um Ihre Daten zu sehen oder Geld zurückzubekommen. Er gilt 10 Minuten.\n\nWenn Sie ihn nicht angefordert haben, ist jemand anderes in Ihrem Namen angemeldet: Melden Sie sich unter ${link} überall ab.`
export const formerAddressMailSubject = ({ product }: { product: string | number }): string => `Die E-Mail-Adresse Ihres Kontos bei ${product} wurde geändert`
export const formerAddressMailText = ({ product, newAddress, contact }: { product: string | number; newAddress: string | number; contact: string | number }): string => `Die E-Mail-Adresse Ihres Kontos bei ${product} wurde von dieser in ${newAddress} geändert. Die Änderung kam von ${product}, nicht von unserer Anmeldeseite. Sie wurden überall abgemeldet.\n\nWenn Sie das nicht waren, wenden Sie sich bitte sofort an uns: ${contact}`
export const refundMailSubject = ({ product }: { product: string | number }): string => `Ihre Zahlung an ${product} wurde vollständig erstattet`
export const refundMailText = ({ plan, link }: { plan: string | number; link: string | number }): string => `Ihre Zahlung für ${plan} kam bei uns an, als der letzte Platz zu diesem Preis schon vergeben war.\n\nWir haben den ganzen Betrag auf die Karte oder das Konto zurückgesendet, von dem Sie bezahlt haben; er kommt meist innerhalb von zehn Tagen an. Sie müssen nichts tun, und Ihnen wird nichts weiter berechnet.\n\nDas aktuelle Angebot: ${link}`
export const trialMailSubject = ({ product }: { product: string | number }): string => `Ihre kostenlose Testphase von ${product} endet bald`
export const trialMailText = ({ plan, date, amount }: { plan: string | number; date: string | number; amount: string | number }): string => `Ihre kostenlose Testphase von ${plan} endet am ${date}. Dann werden ${amount} abgebucht, und Ihr Tarif verlängert sich, bis Sie ihn kündigen.\n\nWenn Sie nicht weitermachen möchten, kündigen Sie vorher, und es wird nichts abgebucht.`
export const managePlanAt = ({ link }: { link: string | number }): string => `Tarif verwalten: ${link}`
export const unpaidMailSubject = ({ product }: { product: string | number }): string => `Ihre Zahlung an ${product} ist fehlgeschlagen`
export const unpaidMailText = ({ amount, plan }: { amount: string | number; plan: string | number }): string => `Wir konnten ${amount} für ${plan} nicht abbuchen.`
export const unpaidMailKeep = ({ plan, date }: { plan: string | number; date: string | number }): string => `Sie behalten ${plan} bis zum ${date}. Aktualisieren Sie Ihre Karte vorher, dann ändert sich sonst nichts.`
export const unpaidMailOver = ({ freePlan, plan }: { freePlan: string | number; plan: string | number }): string => `Sie haben vorerst ${freePlan}. Aktualisieren Sie Ihre Karte, um ${plan} zurückzuerhalten.`
export const unpaidMailLast = ({ plan, date, freePlan }: { plan: string | number; date: string | number; freePlan: string | number }): string => `Sie behalten ${plan} bis zum ${date}. Danach haben Sie ${freePlan}.`
export const updateCardAt = ({ link }: { link: string | number }): string => `Karte aktualisieren: ${link}`
export const endMailSubject = ({ product }: { product: string | number }): string => `Ihr Zugang zu ${product} endet bald`
export const endMailText = ({ plan, date }: { plan: string | number; date: string | number }): string => `${plan} ist gekündigt und endet am ${date}. Dafür wird nichts mehr abgebucht.`
export const keepPlanAt = ({ plan, link }: { plan: string | number; link: string | number }): string => `${plan} doch behalten: ${link}`
export const reminderMailFooter = `Solche Erinnerungen können Sie in Ihrem Konto abschalten.`
export const priceMailSubject = ({ product }: { product: string | number }): string => `Der Preis von ${product} ändert sich`
export const priceMailText = ({ plan, amount, before, date }: { plan: string | number; amount: string | number; before: string | number; date: string | number }): string => `${plan} kostet ${amount} statt ${before}, ab Ihrer ersten Verlängerung nach dem ${date}.\n\nBis dahin ändert sich nichts. Wenn Sie den neuen Preis nicht zahlen möchten, kündigen Sie vor dieser Verlängerung, und er wird nicht abgebucht.`
export const priceChangesAfter = ({ amount, date }: { amount: string | number; date: string | number }): string => `${amount} ab Ihrer ersten Verlängerung nach dem ${date}.`
export const discountNotIncluded = `Ihr Rabatt ist hier nicht eingerechnet. Er wird weiterhin abgezogen, solange er gilt.`
export const reminders = `Erinnerungen per E-Mail`
export const remindBeforeEnd = `Mich erinnern, bevor mein Zugang endet`
export const remindersAlways = `E-Mails über Abbuchungen kommen immer.`
export const remindersSaved = `Gespeichert.`
export const seatMailSubject = ({ number, cap, product }: { number: number; cap: number; product: string | number }): string => `Platz ${number} von ${cap} bei ${product} gehört Ihnen`
export const seatMailText = ({ plan, number, cap, proof, link }: { plan: string | number; number: number; cap: number; proof: string | number; link: string | number }): string => `Danke, dass Sie ${plan} gekauft haben. Sie haben Platz ${number} von ${cap} zu diesem Preis.\n\nDer Verkauf Ihres Platzes steht in unserem öffentlichen Protokoll. Dieser Nachweis belegt es ohne unser Zutun, was immer wir später tun. Bewahren Sie diese E-Mail daher auf:\n\n${proof}\n\nNachweis in Ihrem Konto prüfen: ${link}`
export const errorBadRequest = `Die Anfrage wurde nicht verstanden.`
export const errorBadFirstName = `Bitte verwenden Sie für Ihren Vornamen nur Buchstaben, höchstens 24.`
export const errorBadEmail = `Das sieht nicht wie eine E-Mail-Adresse aus. Bitte prüfen Sie sie.`
export const errorCodeWrong = `Dieser Code stimmt nicht. Sehen Sie in der neuesten E-Mail nach oder fordern Sie einen neuen Code an.`
export const errorCodeExpired = `Dieser Code ist abgelaufen. Fordern Sie einen neuen an.`
export const errorCodeSpent = `Zu viele falsche Versuche, deshalb gilt dieser Code nicht mehr. Fordern Sie einen neuen an.`
export const errorUnknownProvider = `So können Sie sich hier nicht anmelden. Bitte verwenden Sie Ihre E-Mail-Adresse.`
export const errorEmailTaken = `Diese E-Mail-Adresse gehört zu einem anderen Konto und ist nicht auf beiden Seiten bestätigt. Es wurde nichts geändert.`
export const errorExternalIdTaken = `Das Konto mit dieser E-Mail-Adresse hat schon eine andere externe Kennung.`
export const errorKeyRefused = `Der öffentliche Schlüssel dieser Seite ist nicht der dieses Servers. Bitte laden Sie die Seite neu.`
export const errorForeignOrigin = `Diese Anfrage kam von einer anderen Website und wurde abgelehnt.`
export const errorBadPlan = `Wählen Sie einen Tarif, der im Angebot ist: „monthly“, „lifetime“ oder, falls vorhanden, „yearly“.`
export const errorNotSignedIn = `Bitte melden Sie sich zuerst an.`
export const errorProofNeeded = `Bitte bestätigen Sie zuerst, dass Sie es sind: Wir senden Ihnen einen Code per E-Mail.`
export const errorUnknownPath = `Unter dieser Adresse gibt es nichts.`
export const errorNoReceipt = `Es gibt noch keinen Beleg. Sie finden ihn hier, sobald eine Zahlung durch ist.`
export const errorNothingToManage = `Sie haben noch kein Abonnement, das Sie verwalten könnten.`
export const errorNotYourCheckout = `Diese Zahlung gehört zu einem anderen Konto. Melden Sie sich mit dem an, von dem Sie bezahlt haben.`
export const errorHasMonthly = ({ monthly }: { monthly: string | number }): string => `Sie nutzen ${monthly} bereits. Sie können es in Ihrem Konto verwalten.`
export const errorHasLifetime = ({ lifetime }: { lifetime: string | number }): string => `Ihnen gehört ${lifetime} bereits. Es gibt nichts mehr zu bezahlen.`
export const errorCheckoutReplaced = ({ lifetime }: { lifetime: string | number }): string => `Sie haben sich inzwischen anders entschieden. Wählen Sie ${lifetime} noch einmal, wenn Sie es weiterhin möchten.`
export const errorPaymentProcessing = `Ihre Zahlung wird noch bearbeitet. Ihnen wird nicht noch einmal etwas berechnet; bitte sehen Sie später wieder nach.`
export const errorSeatsHeld = `Alle Plätze zu diesem Preis sind vergeben oder werden gerade bezahlt. Innerhalb einer halben Stunde kann einer frei werden.`
export const errorNewcomersFull = `Alle Plätze zu diesem Preis, die neue Konten bekommen können, werden gerade bezahlt. In wenigen Minuten kann einer frei werden.`
export const errorMonthlyMeanwhile = ({ sentence, monthly }: { sentence: string | number; monthly: string | number }): string => `${sentence} Sie können auch jetzt mit ${monthly} beginnen.`
export const errorPriceChanged = ({ lifetime }: { lifetime: string | number }): string => `Das Angebot ist gerade zu Ende gegangen, und der Preis von ${lifetime} hat sich geändert. Wählen Sie es noch einmal, wenn Sie es weiterhin möchten.`
export const errorSubscriptionLive = `Ihr Abonnement läuft noch. Kündigen Sie es zuerst; Sie können Ihr Konto löschen, sobald es beendet ist.`
export const errorTooLarge = `Das sind mehr Daten, als wir hier annehmen.`
export const errorTooManyMails = `Wir haben in der letzten Stunde mehrere E-Mails an diese Adresse gesendet. Öffnen Sie den Link in der neuesten: Er meldet Sie in jedem Browser an. Oder warten Sie und fordern Sie später eine neue an.`
export const errorMailsExhausted = `Gerade fordern sehr viele Menschen Anmelde-E-Mails an, deshalb können wir an neue Browser keine weiteren senden. Bitte versuchen Sie es später noch einmal oder verwenden Sie einen Browser, in dem Sie schon einmal angemeldet waren. Der Link in einer E-Mail aus der letzten Stunde funktioniert weiterhin.`
export const errorCodesExhausted = `Es wurden zu viele falsche Codes eingegeben. Öffnen Sie stattdessen den Link in unserer E-Mail: Er meldet Sie weiterhin an. Oder warten Sie und versuchen Sie es später noch einmal.`
export const errorNetworkBusy = `Alle Plätze, die Ihr Netzwerk gleichzeitig bekommen kann, werden gerade bezahlt. Platz ist wieder, sobald einer bezahlt ist, oder nach fünf Minuten.`
export const errorNetworkAwaiting = `Alle Plätze, die Ihr Netzwerk gleichzeitig bekommen kann, warten auf eine Zahlung, die Tage dauert. Bitte versuchen Sie es später oder aus einem anderen Netzwerk noch einmal.`
export const errorNetworkPaused = `Aus Ihrem Netzwerk wurden heute zu viele Plätze reserviert und nicht bezahlt. Bitte versuchen Sie es morgen oder aus einem anderen Netzwerk noch einmal.`
export const errorBuyerPaused = `Sie haben heute zu viele Plätze wieder freigegeben. Bitte versuchen Sie es morgen noch einmal.`
export const errorProviderDown = `Diese Art der Anmeldung ist gerade nicht verfügbar. Bitte verwenden Sie Ihre E-Mail-Adresse.`
export const errorPaymentServiceDown = `Wir können den Zahlungsdienst gerade nicht erreichen. Ihnen wurde nichts berechnet; bitte versuchen Sie es in einer Minute noch einmal.`
export const errorPaymentServiceBusy = `Im Moment kaufen sehr viele Menschen. Ihnen wurde nichts berechnet; bitte versuchen Sie es in ein paar Sekunden noch einmal.`
export const errorMailFailed = `Wir konnten die E-Mail nicht senden. Bitte versuchen Sie es in einer Minute noch einmal.`
export const errorDatabaseDown = `Wir können unsere Datenbank gerade nicht erreichen. Bitte versuchen Sie es in einer Minute noch einmal.`
