// Generated from messages/*.json by `npm run messages`; edit those.
import { pluralOf, formOf, formatNumber } from '../format.ts'

export const language = 'ja'
export const accountLink = `アカウント`
export const accountNavigation = `アカウント`
export const mainNavigation = `メイン`
export const languageNavigation = `言語`
export const plansLink = `プラン`
export const billing = `お支払い`
export const howSeatsAreCounted = `残席の数え方`
export const terms = `利用規約`
export const privacy = `プライバシー`
export const imprint = `運営者情報`
export const support = `サポート`
export const testMode = `テストモード`
export const testModeTitle = `実際の決済は行われません`
export const testModeExplained = `：実際の決済は行われません`
export const signIn = `ログイン`
export const signingIn = `ログイン中…`
export const seeThePlans = `プランを見る`
export const goToAccount = `アカウントへ`
export const openProduct = ({ product }: { product: string | number }): string => `${product}を開く`
export const redirecting = `移動しています…`
export const tryAgain = `もう一度試す`
export const trying = `試しています…`
export const notKnown = `不明`
export const serverUnreachable = `サーバーに接続できませんでした。接続を確認して、もう一度お試しください。`
export const somethingWentWrong = `こちら側で問題が発生しました。もう一度お試しください。`
export const pricingTitle = `料金`
export const signInDescription = ({ product }: { product: string | number }): string => `メールアドレスに届くコードで${product}にログインします。`
export const accountDescription = ({ product }: { product: string | number }): string => `${product}でのプランとログイン状況です。`
export const welcomeDescription = ({ product }: { product: string | number }): string => `${product}へのお支払いの状況です。`
export const continueAsTitle = `ログインの確認`
export const continueAsDescription = `別のサイト、または別のアカウントのページからここに来ました。ご本人か確認してください。`
export const howWeCountDescription = `残席数の根拠と、表示される購入についての説明です。`
export const notFoundTitle = `見つかりません`
export const notFoundDescription = `このアドレスにページはありません。`
export const signInToUpgrade = `ログインして購入`
export const yourCurrentPlan = `現在のプラン`
export const notifications = `お知らせ`
export const youAreOn = ({ plan }: { plan: string | number }): string => `${plan}をご利用中です。`
export const manageInAccount = `アカウントで管理する`
export const comparePlans = `プランの比較`
export const whatYouGet = `内容`
export const included = `含まれます`
export const notIncluded = `含まれません`
export const whatCustomersSay = `お客様の声`
export const questionsAndAnswers = `よくあるご質問`
export const noteOwnsLifetime = ({ lifetime }: { lifetime: string | number }): string => `すでに${lifetime}をお持ちのため、ほかに必要なものはありません。`
export const noteOwnPriceDiffers = `実際のお支払い額は、この料金と異なる場合があります。`
export const notePaymentOnItsWay = ({ amount }: { amount: string | number }): string => `${amount}のお支払いは送金中です。`
export const noteCardBeforeLifetime = ({ lifetime, monthly }: { lifetime: string | number; monthly: string | number }): string => `先にカードを更新してください。${monthly}のお支払いが済むと、${lifetime}を購入できます。`
export const noteCardBringsBack = ({ monthly }: { monthly: string | number }): string => `先にカードを更新してください。${monthly}が再び使えるようになります。`
export const noteNoSeatFree = `ただいま空席はありません。`
export const noteEndsTrial = ({ monthly }: { monthly: string | number }): string => `購入すると、${monthly}の無料体験は終了します。`
export const noteEndsAndRefunds = ({ monthly }: { monthly: string | number }): string => `購入すると${monthly}は終了し、未使用分は返金されます。`
export const noteEndsAndCredits = ({ monthly }: { monthly: string | number }): string => `購入すると${monthly}は終了し、未使用分は残高に加算されます。`
export const billingPeriod = `お支払い間隔`
export const byTheMonth = `月払い`
export const byTheYear = `年払い`
export const saveAYear = ({ amount }: { amount: string | number }): string => `年間${amount}お得`
export const trialThen = ({ days, price, period }: { days: number; price: string | number; period: string | number }): string => `${pluralOf(language, days, { "other": `${formatNumber(language, days)}日間` })}無料、その後は${price} ${period}`
export const afterDeal = ({ price }: { price: string | number }): string => `この特典の終了後は${price}`
export const currency = `通貨`
export const currencyKept = `ご契約中のプランがこの通貨のため、ここでのお支払いはすべてこの通貨になります。`
export const bannerSeats = ({ remaining, price }: { remaining: number; price: string | number }): string => `${price}の席は残り${formatNumber(language, remaining)}席 — あと${formatNumber(language, remaining)}席のみ！`
export const bannerTime = ({ price, remaining }: { price: string | number; remaining: number }): string => `期間限定：Lifetimeが${price} — 残り${formatNumber(language, remaining)}席のみ！`
export const bannerDemand = ({ remaining }: { remaining: number }): string => `人気上昇中：値上げまで残り${formatNumber(language, remaining)}席！`
export const liveSeats = ({ remaining, price }: { remaining: number; price: string | number }): string => `${price}の席は残り${formatNumber(language, remaining)}席 — あと${formatNumber(language, remaining)}席のみ！`
export const liveTime = ({ price, plan, remaining }: { price: string | number; plan: string | number; remaining: number }): string => `期間限定：${plan}が${price} — 残り${formatNumber(language, remaining)}席のみ！`
export const liveTimeUntil = ({ price, plan, until, remaining }: { price: string | number; plan: string | number; until: string | number; remaining: number }): string => `${until}までの期間限定：${plan}が${price} — 残り${formatNumber(language, remaining)}席のみ！`
export const liveDemand = ({ remaining }: { remaining: number }): string => `人気上昇中：値上げまで残り${formatNumber(language, remaining)}席！`
export const dealEnded = ({ plan, price }: { plan: string | number; price: string | number }): string => `特別価格は終了しました。${plan}は現在${price}です。`
export const soldOut = ({ plan, price }: { plan: string | number; price: string | number }): string => `完売しました。${plan}は現在${price}です。`
export const allSeatsTaken = ({ cap }: { cap: number }): string => `${pluralOf(language, cap, { "=1": `唯一の席は埋まっています。`, "other": `全${formatNumber(language, cap)}席が埋まっています。` })}`
export const allSeatsHeld = ({ cap, held }: { cap: number; held: number }): string => `${pluralOf(language, cap, { "=1": `唯一の席は決済手続き中です。30分以内に空く可能性があります。`, "other": `全${formatNumber(language, cap)}席が埋まっています。うち${formatNumber(language, held)}席は決済手続き中で、30分以内に空く可能性があります。` })}`
export const seatsClaimed = `埋まった席`
export const percentClaimed = ({ percent }: { percent: string | number }): string => `${percent}%が埋まりました`
export const startedSeats = ({ base }: { base: number }): string => `開始時：${formatNumber(language, base)}席`
export const remainingClaimed = ({ remaining, percent }: { remaining: number; percent: string | number }): string => `残り${formatNumber(language, remaining)}席（${percent}%が埋まりました）`
export const purchaseFrom = <Node>({ strong, name, country, span, em, plan }: { strong: (text: string) => Node; name: string | number; country: string | number; span: (text: string) => Node; em: (text: string) => Node; plan: string | number }): (string | Node)[] => [strong(`${name}さん（${country}）`), span(`がアップグレードしました：`), em(`${plan}`)]
export const purchase = <Node>({ strong, name, span, em, plan }: { strong: (text: string) => Node; name: string | number; span: (text: string) => Node; em: (text: string) => Node; plan: string | number }): (string | Node)[] => [strong(`${name}さん`), span(`がアップグレードしました：`), em(`${plan}`)]
export const someone = `どなたか`
export const closeNotification = `お知らせを閉じる`
export const countryBR = `ブラジル`
export const countryCA = `カナダ`
export const countryDE = `ドイツ`
export const countryFR = `フランス`
export const countryIE = `アイルランド`
export const countryIN = `インド`
export const countryJP = `日本`
export const countryMX = `メキシコ`
export const countryNG = `ナイジェリア`
export const countryNO = `ノルウェー`
export const countrySG = `シンガポール`
export const countryTR = `トルコ`
export const checkoutRefused = `決済手続きを作成できませんでした`
export const checkoutWithoutUrl = `決済ページのアドレスを受け取れませんでした`
export const checkoutNotStarted = `決済手続きを開始できませんでした`
export const checkoutWaits = ({ reason, minutes, time }: { reason: string | number; minutes: string | number; time: string | number }): string => `${reason} このページを開いたままにしてください。数秒ごとに確認し、空きができ次第お支払いに進みます。お待ちいただくのは最長${minutes}分、${time}までです。`
export const checkoutWaitEnded = `このページでお待ちの間に席は空きませんでした。しばらくしてからもう一度お試しください。`
export const stopWaiting = `待つのをやめる`
export const dismissError = `エラーを閉じる`
export const portalNotOpened = `お支払い管理ページを開けませんでした。もう一度お試しください。`
export const receiptNotOpened = `領収書を開けませんでした。もう一度お試しください。`
export const manageBilling = `お支払いを管理`
export const payByTheYear = `年払いに変更`
export const payByTheMonth = `月払いに変更`
export const updateCard = `カードを更新`
export const viewReceipt = `領収書を見る`
export const upgrade = `アップグレード`
export const invoicesAndReceipts = `請求書と領収書`
export const documentStatus = ({ status }: { status: string }): string => `${formOf({ "paid": `支払い済み`, "open": `未払い`, "uncollectible": `回収不能`, "void": `取り消し`, "refunded": `返金済み`, "other": `一部返金済み` }, status)}`
export const invoice = `請求書`
export const receipt = `領収書`
export const showOlder = `以前のものを表示`
export const loadingDocuments = `読み込み中…`
export const taxIncluded = `税込`
export const taxAdded = `税別`
export const moneyBackDays = ({ days }: { days: string | number }): string => `${days}日間返金保証`
export const withdrawOffer = `契約を撤回して返金を受ける`
export const moneyBack = `契約を撤回して返金を受ける`
export const moneyBackDescription = ({ product }: { product: string | number }): string => `${product}のプランを返して返金を受けます。`
export const withdrawTerms = ({ plan, amount, date }: { plan: string | number; amount: string | number; date: string | number }): string => `${plan}はすぐに終了し、お支払いの全額${amount}を同じ支払い方法に返金します。${date}まで手続きできます。取り消しはできません。`
export const withdrawConfirm = ({ plan, amount }: { plan: string | number; amount: string | number }): string => `確認：${plan}を終了して${amount}を返金`
export const withdrawing = `確認中…`
export const withdrawKeep = ({ plan }: { plan: string | number }): string => `${plan}を続ける`
export const withdrawnHeading = `返金の手続きを始めました`
export const withdrawnText = ({ date, plan, amount }: { date: string | number; plan: string | number; amount: string | number }): string => `${date}に撤回を受け付けました。${plan}は終了し、${amount}を同じ支払い方法に返金します。通常5〜10営業日かかります。確認のメールを送りました。`
export const withdrawNothing = `返金するものはありません。返金保証は、プランの最初のお支払いから一定の日数に限られます。`
export const withdrawNeedsScript = `このページにはJavaScriptが必要です。`
export const backToAccount = `アカウントに戻る`
export const errorGuaranteeOver = `返金するものはもうありません。返金保証の期間が過ぎたか、すでに返金済みです。`
export const withdrawalMailSubject = ({ product }: { product: string | number }): string => `${product}の契約撤回`
export const withdrawalMailText = ({ plan, requestedAt, amount, link }: { plan: string | number; requestedAt: string | number; amount: string | number; link: string | number }): string => `${requestedAt}に${plan}の撤回を受け付けました。\n\n${plan}は終了し、お支払いの全額${amount}を同じ支払い方法に返金します。通常5〜10営業日かかります。ほかに必要な手続きはありません。\n\nアカウント：${link}`
export const paidOnce = `一度のお支払いのみで、更新はありません。`
export const nothingCharged = `料金は発生しません。`
export const paymentFailedKeep = ({ plan }: { plan: string | number }): string => `前回のお支払いができませんでした。${plan}を継続するには、カードを更新してください。`
export const paymentFailedKeepBy = ({ date, plan }: { date: string | number; plan: string | number }): string => `前回のお支払いができませんでした。${plan}を継続するには、次の期日までにカードを更新してください： ${date}`
export const paymentFailedBack = ({ plan }: { plan: string | number }): string => `前回のお支払いができませんでした。${plan}を再開するには、カードを更新してください。`
export const endsOn = ({ date }: { date: string | number }): string => `終了日： ${date}`
export const trialUntil = ({ date }: { date: string | number }): string => `無料体験の終了日： ${date}`
export const trialUntilThen = ({ date, amount, interval }: { date: string | number; amount: string | number; interval: string }): string => `無料体験の終了日： ${date}。その後は${formOf({ "yearly": `年額`, "other": `月額` }, interval)}${amount}です。`
export const renewsOn = ({ date }: { date: string | number }): string => `次回更新日： ${date}`
export const paidRenewsOn = ({ amount, interval, date }: { amount: string | number; interval: string; date: string | number }): string => `${formOf({ "yearly": `年額`, "other": `月額` }, interval)}${amount}。次回更新日： ${date}`
export const firstPaymentFailed = `初回のお支払いができませんでした。`
export const planPaused = ({ plan }: { plan: string | number }): string => `${plan}は一時停止中です。再開するにはカードを登録してください。`
export const pendingPayment = ({ amount, plan, date }: { amount: string | number; plan: string | number; date: string | number }): string => `${plan}の${amount}のお支払いは、${date}から送金中です。`
export const pendingVoucher = ({ plan }: { plan: string | number }): string => `${plan}は、お支払い票でのお支払いからおよそ1営業日以内に始まります。`
export const pendingTransfer = ({ plan }: { plan: string | number }): string => `${plan}は、銀行振込の着金後に始まります。通常は数営業日以内です。`
export const pendingDebit = ({ method, plan }: { method: string; plan: string | number }): string => `${formOf({ "sepa_debit": `口座振替には通常5営業日ほどかかります。`, "us_bank_account": `口座振替には通常4営業日までかかります。`, "au_becs_debit": `口座振替には通常3営業日までかかります。`, "other": `口座振替には通常数営業日かかります。` }, method)}お手続きは不要です。入金が確認でき次第、${plan}は自動的に始まります。`
export const paidOn = ({ amount, date }: { amount: string | number; date: string | number }): string => `${date}に${amount}をお支払いいただきました。`
export const seatIsYours = ({ number, cap }: { number: string | number; cap: string | number }): string => `全${cap}席のうち${number}番の席がお客様のものです。`
export const ownSeat = ({ number, cap }: { number: number; cap: number }): string => `${formatNumber(language, cap)}席中${formatNumber(language, number)}席目`
export const seatProofText = `お客様の席の販売は、公開ログに記録されています。この証明があれば、今後当社が何をしても、当社を介さずに確認できます。保管してください。`
export const seatProofCheck = `証明を確認する`
export const seatProofSave = `証明をダウンロード`
export const seatProofHolds = ({ number }: { number: number }): string => `お使いのブラウザーで確認しました。${formatNumber(language, number)}席目の販売がログに記録されています。`
export const seatProofFails = ({ problem }: { problem: string | number }): string => `証明が正しくありません：${problem}`
export const seatProofUnreadable = `証明を読み取れません。`
export const seatProofNotSigned = `このログの鍵で署名されていません。`
export const seatProofNotInLog = `項目が、署名されたログにありません。`
export const seatProofOtherEntry = `項目が、この席の販売ではありません。`
export const endedOn = ({ plan, date }: { plan: string | number; date: string | number }): string => `${plan}は${date}に終了しました。`
export const unusedRefunded = ({ amount }: { amount: string | number }): string => `そのうち${amount}を、お支払いと同じ方法で返金しました。`
export const unusedCredited = `未使用分は残高に加算されました。`
export const refundedOn = ({ amount, plan, date }: { amount: string | number; plan: string | number; date: string | number }): string => `${plan}の${amount}のお支払いは${date}に返金されたため、${plan}は終了しました。`
export const disputedOn = ({ amount, plan, date }: { amount: string | number; plan: string | number; date: string | number }): string => `${amount}のお支払いが銀行により取り消されたため、${plan}は${date}に終了しました。`
export const oversoldOn = ({ amount, date }: { amount: string | number; date: string | number }): string => `${amount}のお支払いは、最後の席が埋まった後に届きました。${date}に全額の返金手続きを開始しました。`
export const yourPayment = `お支払い`
export const paymentNotCompleted = `このお支払いは完了しておらず、請求は発生していません。`
export const paymentWithoutSeat = `お支払いが届く前に、この価格の最後の席が埋まりました。全額を返金いたします。詳細はメールでお送りしました。`
export const boughtPlanEnded = `ここで購入されたプランは終了しています。現在のプラン、お支払い、返金の内容はアカウントでご確認いただけます。`
export const noPaymentHere = `表示できるお支払いはありません。`
export const nothingToDo = `お手続きは不要です。`
export const planStartsByItself = `このページは閉じてもかまいません。もう一度お支払いにならないでください。お支払いが完了すると、プランは自動的に始まります。`
export const checkAgain = `もう一度確認`
export const cannotReachServer = `ただいまサーバーに接続できません。`
export const cannotLookUpPayment = `ただいまお支払いを確認できません。`
export const weKeepTrying = `引き続き試しています。`
export const paymentTakesLonger = `お支払いはまだ処理中です。お支払い方法によっては時間がかかります。`
export const lookingUpPayment = `お支払いを確認しています…`
export const paymentProcessing = `お支払いを処理しています。通常は数秒で終わります。`
export const paymentNeedsScript = `お支払いの確認にはJavaScriptが必要です。このサイトで許可してから、ページを再読み込みしてください。`
export const welcomeTo = ({ plan }: { plan: string | number }): string => `${plan}へようこそ`
export const thankYou = `ありがとうございます。`
export const yoursForGood = `ずっとお使いいただけます。お支払いは一度だけで、更新はありません。`
export const cancelAnyTime = `アカウントからいつでも解約できます。`
export const activeNow = `プランは有効になりました。`
export const welcomeRenews = ({ date }: { date: string | number }): string => `次回の更新日は${date}です。`
export const welcomePaidRenews = ({ amount, date }: { amount: string | number; date: string | number }): string => `${amount}をお支払いいただきました。次回は${date}に${amount}で更新されます。`
export const welcomeTrial = ({ date }: { date: string | number }): string => `無料体験は${date}までです。それまで料金はかかりません。`
export const welcomeTrialThen = ({ date, amount, interval }: { date: string | number; amount: string | number; interval: string }): string => `無料体験は${date}までです。それまで料金はかからず、その後は${formOf({ "yearly": `年額`, "other": `月額` }, interval)}${amount}です。`
export const showFirstName = `お名前（名）を表示してもよろしいですか？`
export const purchaseAsSeen = `ほかの方に見えるお客様の購入`
export const purchaseChoice = ({ plan }: { plan: string | number }): string => `料金ページの訪問者には、過去1日以内に${plan}が購入されたことを知らせる短いお知らせが表示されることがあります。お客様の購入はどのように表示しますか？`
export const showMyPurchase = `購入の表示`
export const withFirstName = `名前（名）つきで`
export const withoutName = `名前なしで`
export const notAtAll = `表示しない`
export const firstName = `名前（名）`
export const firstNameHint = `文字のみ。ほかの情報は表示されません。`
export const save = `保存`
export const saving = `保存中…`
export const choiceSaved = `保存しました。アカウントからいつでも変更できます。`
export const yourAccount = `アカウント`
export const you = `お客様`
export const email = `メール`
export const name = `名前`
export const plan = `プラン`
export const signOut = `ログアウト`
export const signOutEverywhere = `すべての端末からログアウト`
export const signingOut = `ログアウト中…`
export const whereSignedIn = `ログイン中の端末`
export const thisDevice = `この端末`
export const lastUsed = <Node>({ time, moment }: { time: (text: string) => Node; moment: string | number }): (string | Node)[] => [`最終利用：`, time(`${moment}`)]
export const justNow = `たった今`
export const deviceOn = ({ browser, system }: { browser: string | number; system: string | number }): string => `${browser}（${system}）`
export const unknownDevice = `不明な端末`
export const yourData = `お客様のデータ`
export const downloadData = `保存されているすべてのデータをダウンロード`
export const accountNotLoaded = `アカウントを読み込めませんでした。もう一度お試しください。`
export const accountNeedsScript = `アカウントの表示にはJavaScriptが必要です。このサイトで許可してから、ページを再読み込みしてください。`
export const deleteAccount = `アカウントの削除`
export const deletionIsFinal = `お名前、メールアドレス、ログイン情報が完全に削除されます。`
export const deletionLosesPlan = <Node>({ strong, plan }: { strong: (text: string) => Node; plan: string | number }): (string | Node)[] => [strong(`${plan}も失われます`), `。別のアカウントに移すことはできず、削除しても返金はされません。`]
export const deletionKeepsRecords = `お支払いの記録は、お名前を除いて保管されます。`
export const deleteMyAccount = `アカウントを削除する`
export const sendingCode = `コードを送信中…`
export const deletionCodeSent = <Node>({ strong, email }: { strong: (text: string) => Node; email: string | number }): (string | Node)[] => [strong(`${email}`), `に6桁のコードを送信しました。入力すると、アカウントはすぐに削除されます。`]
export const proofNeeded = ({ product }: { product: string | number }): string => `${product}からログインしています。データのダウンロードや返金の前に、6桁のコードをメールでお送りします。`
export const proofCodeSent = `ご登録のメールアドレスに6桁のコードを送信しました。`
export const proofConfirm = `確認する`
export const proofConfirming = `確認中…`
export const deleteForGood = `完全に削除する`
export const deleting = `削除中…`
export const keepMyAccount = `削除しない`
export const readOutbox = <Node>({ link }: { link: (text: string) => Node }): (string | Node)[] => [`テストモード：`, link(`送信トレイでメールを読む`)]
export const outboxClosed = `テストモード：メールは送信されません。読むには、サーバーが起動時に表示したアドレスを開いてください。`
export const lookupFailed = `ログイン中のようですが、ただいまプランを確認できませんでした。`
export const continueAnyway = `このまま続ける`
export const emailAddress = `メールアドレス`
export const emailHint = `パスワードは不要です。6桁のコードをメールでお送りします。`
export const sendMeACode = `コードを送信`
export const sending = `送信中…`
export const tryAgainIn = ({ seconds }: { seconds: string | number }): string => `${seconds}秒後に再試行`
export const or = `または`
export const continueWith = ({ provider }: { provider: string | number }): string => `${provider}で続ける`
export const codeSent = <Node>({ strong, email }: { strong: (text: string) => Node; email: string | number }): (string | Node)[] => [strong(`${email}`), `に6桁のコードを送信しました。`]
export const codeFilledIn = <Node>({ strong, email }: { strong: (text: string) => Node; email: string | number }): (string | Node)[] => [strong(`${email}`), `のコードを入力しました。`]
export const useAnotherAddress = `別のアドレスを使う`
export const sixDigitCode = `6桁のコード`
export const sixDigits = `6桁の数字`
export const codeLasts = `10分間有効です。`
export const newCodeOnItsWay = `新しいコードを送信しました。`
export const noEmail = `メールが届きませんか？迷惑メールフォルダーをご確認ください。`
export const sendNewCode = `新しいコードを送信`
export const sendNewCodeIn = ({ seconds }: { seconds: string | number }): string => `${seconds}秒後に新しいコードを送信`
export const providerFailed = `ログインできませんでした。もう一度試すか、メールアドレスをご利用ください。`
export const providerCancelled = `ログインはキャンセルされました。もう一度試すか、メールアドレスをご利用ください。`
export const providerAddressTaken = `そのメールアドレスのアカウントはすでにあります。届いたコードでログインしてください。`
export const providerWithoutAddress = `メールアドレスを受け取れませんでした。代わりにここでメールアドレスをご利用ください。`
export const providerTookTooLong = `時間がかかりすぎたか、別のウィンドウで開始されたログインです。もう一度お試しください。`
export const productNotSetUp = `移動元のサイトは、この機能の設定がされていません。サイトの運営者にお知らせください。`
export const productTookTooLong = `ログインに時間がかかりすぎました。元のページに戻ってもう一度試すか、ここでログインしてください。`
export const productAddressUnverified = `メールアドレスがまだ確認されていません。確認してからもう一度試すか、ここでコードを使ってログインしてください。`
export const productAddressOfAnother = `そのメールアドレスのアカウントは、別のログインのものです。届いたコードでログインしてください。`
export const productNotReached = `ただいまログインを確認できません。1分後にもう一度試すか、メールアドレスをご利用ください。`
export const signInLinkUsed = `そのログインリンクは使用済みか、1分以上経過しています。もう一度開くか、ここでログインしてください。`
export const tooManyTries = `試行回数が多すぎます。しばらく待ってから、もう一度お試しください。`
export const continueAsQuestion = ({ email }: { email: string | number }): string => `${email}として続けますか？`
export const continueAsExplained = <Node>({ strong, email }: { strong: (text: string) => Node; email: string | number }): (string | Node)[] => [strong(`${email}`), `としてログイン中です。このリンクは別のアカウントのものです。そこで購入したものは、そのアカウントのものになります。`]
export const continueAsUnknown = <Node>({ strong, email }: { strong: (text: string) => Node; email: string | number }): (string | Node)[] => [`このリンクは`, strong(`${email}`), `のアカウントにログインします。ご自身のアカウントの場合のみ続けてください。購入したものはそのアカウントのものになります。`]
export const continueWithoutSignIn = `ログインせずに続ける`
export const continueAs = ({ email }: { email: string | number }): string => `${email}として続ける`
export const staySignedInAs = ({ email }: { email: string | number }): string => `${email}のままにする`
export const noPageHere = `ページがありません`
export const noPageReason = `アドレスが間違っているか、ページが移動した可能性があります。`
export const howWeCount = `数え方について`
export const backToPlans = `プランに戻る`
export const countIsDemo = `これはデモです。席数は時刻から計算され、お知らせの購入者は架空です。実際の制限はありません。`
export const countOnceReal = `実際の販売では、席と購入は次のように数えます。`
export const rightNow = `現在`
export const countNow = <Node>({ remaining, cap, plan, price, time, moment }: { remaining: number; cap: number; plan: string | number; price: string | number; time: (text: string) => Node; moment: string | number }): (string | Node)[] => [`全`, `${formatNumber(language, cap)}`, `席のうち残り`, `${formatNumber(language, remaining)}`, `席です。`, `${plan}`, `は`, `${price}`, `です。集計日時：`, time(`${moment}`)]
export const countNotRead = `ただいま数値を読み取れないため、表示していません。`
export const seats = `席`
export const countSource = `残席数は、全席から販売済みの席と決済手続き中の席を引いた数です。この数は購入の可否を決める記録そのものから取得しているため、決済の結果と食い違うことはありません。すべての方に同じ数が表示されます。`
export const countHolds = `お支払いを始めると、最長30分間（同じネットワークの他の方がお待ちの場合は5分間）席を確保します。お支払いがなければ席は戻り、残席数が増えることもあります。数日かかるお支払いの場合、入金または失敗が確定するまで席を確保します。`
export const countEnds = `特別価格の期間中に席を追加することはありません。返金があっても、販売済みの席は販売済みのままです。最後の席が売れると特別価格は終了し、以後の価格が適用されます。`
export const countCooldown = `終了した特別価格がすぐに戻ることはありません。同じ価格またはそれより安い特別価格は、開始時に約束した期間（別の記載がなければ30日）、以後の価格が適用された後でなければ始められません。`
export const purchases = `購入`
export const countPurchases = `表示する購入は、すべて過去1日以内に支払われ、返金されていないものです。お名前（名）は購入者の同意がある場合のみ、国は3名以上の購入者がいる場合のみ表示します。購入者はアカウントからいつでも変更したり、購入を非表示にしたりできます。`
export const everyDeal = `これまでの特別価格`
export const dealTerms = ({ cap, price, later }: { cap: number; price: string | number; later: string | number }): string => `${price}で${formatNumber(language, cap)}席、その後は${later}。`
export const dealOpened = <Node>({ time, moment }: { time: (text: string) => Node; moment: string | number }): (string | Node)[] => [`開始：`, time(`${moment}`)]
export const dealEndsBy = <Node>({ time, moment }: { time: (text: string) => Node; moment: string | number }): (string | Node)[] => [`遅くとも`, time(`${moment}`), `に終了します。`]
export const dealChanged = <Node>({ time, moment, cap }: { time: (text: string) => Node; moment: string | number; cap: number }): (string | Node)[] => [time(`${moment}`), `から`, `${formatNumber(language, cap)}`, `席。`]
export const dealClosed = <Node>({ time, moment, sold }: { time: (text: string) => Node; moment: string | number; sold: number }): (string | Node)[] => [`終了：`, time(`${moment}`), `（`, `${formatNumber(language, sold)}`, `席を販売）`]
export const dealCooldown = ({ days }: { days: number }): string => `終了後${formatNumber(language, days)}日間は、この価格以下の特別価格を始めません。`
export const dealCooldownShort = ({ usual }: { usual: number }): string => `通常の${formatNumber(language, usual)}日より短い期間です。`
export const seatsOverTime = `席数の推移`
export const seatsSold = `販売済み`
export const seatsHeld = `お支払い中`
export const seatsFree = `空き`
export const timeInUtc = `日時（UTC）`
export const verifiedCount = `検証済みの残席数`
export const logCheck = `お使いのブラウザーによる検証`
export const logExplained = `席の変化はすべて、追記しかできない公開ログの項目になります。ブラウザーがそのすべてを読み、署名を確かめ、一席ずつたどり、結果をバナーと比べます。`
export const logChecking = `ブラウザーがログを検証しています…`
export const logVerified = ({ entries, sold, cap, remaining }: { entries: string | number; sold: string | number; cap: string | number; remaining: string | number }): string => `検証済み。ログの項目：${entries}件。全${cap}席のうち${sold}席が販売済み、残り${remaining}席。バナーの数も同じです。`
export const logSameHistory = `前回ご覧になった内容は、変わらずに残っています。`
export const logIsWrong = `問題が見つかりました。残席数を信用しないでください：`
export const logNotRead = `ただいまログを読み取れないため、何も検証していません。`
export const logUnsupported = `このブラウザーでは署名を確かめられないため、何も検証していません。新しいブラウザーでは検証できます。`
export const logNeedsScript = `検証にはJavaScriptが必要です。このサイトで許可してから、ページを再読み込みしてください。`
export const logFromOutside = <Node>({ code, command }: { code: (text: string) => Node; command: string | number }): (string | Node)[] => [`同じ検証は、Fairseat のソースコードのフォルダーで、外部のどなたでも行えます：`, code(`${command}`)]
export const logUnreadableEntry = ({ entry }: { entry: string | number }): string => `項目${entry}を読み取れません。`
export const logTimeBackwards = ({ entry, at, before }: { entry: string | number; at: string | number; before: string | number }): string => `項目${entry}の日時は${at}ですが、その前の項目は${before}です。`
export const logTimeAhead = ({ entry, at, now }: { entry: string | number; at: string | number; now: string | number }): string => `項目${entry}の日時は${at}ですが、お使いの時計は${now}を指しています。`
export const logUnknownOffer = ({ entry, offer }: { entry: string | number; offer: string | number }): string => `項目${entry}は、始まったことのないオファー（${offer}）のものです。`
export const logOfferStillOpen = ({ entry, offer, open }: { entry: string | number; offer: string | number; open: string | number }): string => `項目${entry}は、${open}の期間中にオファー${offer}を始めています。`
export const logOfferAgain = ({ entry, offer }: { entry: string | number; offer: string | number }): string => `項目${entry}は、オファー${offer}を二度始めています。`
export const logCooldownBroken = ({ entry, offer, after, days }: { entry: string | number; offer: string | number; after: string | number; days: string | number }): string => `項目${entry}によるオファー${offer}の開始は早すぎます。価格がより高い場合を除き、${after}の終了から${days}日が必要です。`
export const logTermsLoosened = ({ entry, term, from, to }: { entry: string | number; term: string | number; from: string | number; to: string | number }): string => `項目${entry}は、期間中のオファーの条件を緩めています：${term}が${from}から${to}へ。`
export const logTermCap = `席数`
export const logTermPrice = `価格`
export const logTermCurrency = `通貨`
export const logTermEnd = `終了日時`
export const logTermCooldown = `待機期間`
export const logOfferIsOver = ({ entry, offer }: { entry: string | number; offer: string | number }): string => `項目${entry}は、終了後のオファー${offer}を変更しています。`
export const logAboveCap = ({ entry, taken, cap }: { entry: string | number; taken: string | number; cap: string | number }): string => `項目${entry}では${taken}席が使われていますが、席は${cap}席しかありません。`
export const logWrongTotals = ({ entry, taken, sold, shouldBeTaken, shouldBeSold }: { entry: string | number; taken: string | number; sold: string | number; shouldBeTaken: string | number; shouldBeSold: string | number }): string => `項目${entry}では使用${taken}席・販売${sold}席ですが、項目を合計すると${shouldBeTaken}席と${shouldBeSold}席です。`
export const logSoldTwice = ({ entry }: { entry: string | number }): string => `項目${entry}は、すでに販売済みの席を販売しています。`
export const logWrongMovement = ({ entry }: { entry: string | number }): string => `項目${entry}は、あり得ない形で席を変更しています。`
export const logGone = `前回ご覧になったログがなくなっています。`
export const logBadCheckpoint = `ログの署名が正しくありません。`
export const logBadTile = ({ path }: { path: string | number }): string => `ログの一部が欠けているか、壊れています：${path}`
export const logRootDiffers = `項目が、署名されたものと異なります。`
export const logFirstDifference = ({ entry }: { entry: string | number }): string => `最初に異なるのは項目${entry}です。`
export const logShrunk = ({ seen, size }: { seen: string | number; size: string | number }): string => `ログは現在${size}件ですが、前回は${seen}件でした。`
export const logRewritten = ({ size }: { size: string | number }): string => `最初の${size}件が前回ご覧になったものと異なります。履歴が書き換えられました。`
export const logBannerDiffers = ({ shown, counted }: { shown: string | number; counted: string | number }): string => `バナーでは残り${shown}席ですが、ログでは${counted}席です。`
export const signInMailSubject = ({ code, product }: { code: string | number; product: string | number }): string => `${product}のログインコード：${code}`
export const signInMailText = ({ code, link }: { code: string | number; link: string | number }): string => `コードは${code}です。コードを請求したブラウザーで、10分間、一度だけ使えます。\n\nまたは、次のリンクを開くとコードが自動的に入力されます。どのブラウザーでも1時間有効です。\n${link}\n\nお心当たりがない場合は、このメールを無視してください。このメールなしでは誰もログインできません。コードは決してほかの人に教えないでください。`
export const deletionMailSubject = ({ code, product }: { code: string | number; product: string | number }): string => `${product}のアカウント削除コード：${code}`
export const deletionMailText = ({ code, link }: { code: string | number; link: string | number }): string => `コードは${code}です。${link} で入力すると、アカウントが完全に削除されます。10分間有効です。\n\nお心当たりがない場合は、ほかの人がお客様としてログインしています。${link} ですべての端末からログアウトしてください。`
export const proofMailSubject = ({ code, product }: { code: string | number; product: string | number }): string => `${product}の確認コード：${code}`
export const proofMailText = ({ code, link }: { code: string | number; link: string | number }): string => `コードは${code}です。データの表示や返金のためにコードを求めたページで入力してください。10分間有効です。\n\nお心当たりがない場合は、ほかの人がお客様としてログインしています。${link} ですべての端末からログアウトしてください。`
export const formerAddressMailSubject = ({ product }: { product: string | number }): string => `${product}のアカウントのメールアドレスが変更されました`
export const formerAddressMailText = ({ product, newAddress, contact }: { product: string | number; newAddress: string | number; contact: string | number }): string => `${product}のアカウントのメールアドレスが、このアドレスから${newAddress}に変更されました。この変更は、当サイトのログインページではなく${product}から行われました。すべての端末からログアウトされています。\n\nお心当たりがない場合は、すぐにお問い合わせください： ${contact}`
export const refundMailSubject = ({ product }: { product: string | number }): string => `${product}へのお支払いを全額返金しました`
export const refundMailText = ({ plan, link }: { plan: string | number; link: string | number }): string => `${plan}のお支払いは、その価格の最後の席が埋まった後に届きました。\n\nお支払いに使われたカードまたは口座に全額を返金しました。通常は10日以内に届きます。お手続きは不要で、今後の請求もありません。\n\n現在のプランはこちら： ${link}`
export const trialMailSubject = ({ product }: { product: string | number }): string => `${product}の無料体験がまもなく終了します`
export const trialMailText = ({ plan, date, amount }: { plan: string | number; date: string | number; amount: string | number }): string => `${plan}の無料体験は${date}に終了します。その時点で${amount}が請求され、解約されるまでプランは更新されます。\n\n継続を希望されない場合は、それまでに解約してください。料金はかかりません。`
export const managePlanAt = ({ link }: { link: string | number }): string => `プランの管理： ${link}`
export const unpaidMailSubject = ({ product }: { product: string | number }): string => `${product}へのお支払いができませんでした`
export const unpaidMailText = ({ amount, plan }: { amount: string | number; plan: string | number }): string => `${plan}の料金${amount}を請求できませんでした。`
export const unpaidMailKeep = ({ plan, date }: { plan: string | number; date: string | number }): string => `${plan}は${date}まで利用できます。それまでにカードを更新すれば、ほかに変更はありません。`
export const unpaidMailOver = ({ freePlan, plan }: { freePlan: string | number; plan: string | number }): string => `現在は${freePlan}をご利用中です。${plan}を再開するには、カードを更新してください。`
export const unpaidMailLast = ({ plan, date, freePlan }: { plan: string | number; date: string | number; freePlan: string | number }): string => `${plan}は${date}まで利用できます。その後は${freePlan}になります。`
export const updateCardAt = ({ link }: { link: string | number }): string => `カードの更新： ${link}`
export const endMailSubject = ({ product }: { product: string | number }): string => `${product}の利用期間がまもなく終了します`
export const endMailText = ({ plan, date }: { plan: string | number; date: string | number }): string => `${plan}は解約済みで、${date}に終了します。今後の請求はありません。`
export const keepPlanAt = ({ plan, link }: { plan: string | number; link: string | number }): string => `${plan}を継続する： ${link}`
export const reminderMailFooter = `このようなお知らせは、アカウントページで停止できます。`
export const priceMailSubject = ({ product }: { product: string | number }): string => `${product}の価格が変わります`
export const priceMailText = ({ plan, amount, before, date }: { plan: string | number; amount: string | number; before: string | number; date: string | number }): string => `${plan}の料金は、${date}より後の最初の更新から、${before}から${amount}に変わります。\n\nそれまでは変更ありません。新しい料金を希望されない場合は、その更新の前に解約してください。新しい料金は請求されません。`
export const priceChangesAfter = ({ amount, date }: { amount: string | number; date: string | number }): string => `次の日時より後の最初の更新から${amount}： ${date}`
export const discountNotIncluded = `ここには割引が含まれていません。割引は有効な間、引き続き適用されます。`
export const reminders = `メールでのお知らせ`
export const remindBeforeEnd = `利用期間が終わる前に知らせる`
export const remindersAlways = `請求に関するメールは常に送信されます。`
export const remindersSaved = `保存しました。`
export const seatMailSubject = ({ number, cap, product }: { number: number; cap: number; product: string | number }): string => `${product}：${formatNumber(language, cap)}席中${formatNumber(language, number)}席目はお客様のものです`
export const seatMailText = ({ plan, number, cap, proof, link }: { plan: string | number; number: number; cap: number; proof: string | number; link: string | number }): string => `${plan}をご購入いただき、ありがとうございます。この価格の${formatNumber(language, cap)}席中${formatNumber(language, number)}席目です。\n\nお客様の席の販売は、公開ログに記録されています。次の証明があれば、今後当社が何をしても、当社を介さずに確認できます。このメールを保管してください。\n\n${proof}\n\nアカウントで証明を確認する： ${link}`
export const errorBadRequest = `リクエストを理解できませんでした。`
export const errorBadFirstName = `名前（名）は24文字以内の文字のみでご入力ください。`
export const errorBadEmail = `メールアドレスの形式ではないようです。ご確認ください。`
export const errorCodeWrong = `コードが正しくありません。最新のメールを確認するか、新しいコードを請求してください。`
export const errorCodeExpired = `コードの有効期限が切れています。新しいコードを請求してください。`
export const errorCodeSpent = `誤入力が多すぎたため、このコードは使えません。新しいコードを請求してください。`
export const errorUnknownProvider = `その方法ではログインできません。メールアドレスをご利用ください。`
export const errorEmailTaken = `このメールアドレスは別のアカウントで使われており、双方で確認されていません。変更は行われていません。`
export const errorExternalIdTaken = `このメールアドレスのアカウントには、すでに別の外部IDがあります。`
export const errorKeyRefused = `このページの公開キーはこのサーバーのものではありません。ページを再読み込みしてください。`
export const errorForeignOrigin = `このリクエストは別のサイトから送信されたため、拒否されました。`
export const errorBadPlan = `販売中のプランをお選びください：「monthly」「lifetime」、ある場合は「yearly」。`
export const errorNotSignedIn = `先にログインしてください。`
export const errorProofNeeded = `先にご本人か確認してください。コードをメールでお送りします。`
export const errorUnknownPath = `このアドレスには何もありません。`
export const errorNoReceipt = `領収書はまだありません。お支払いが完了すると、ここに表示されます。`
export const errorNothingToManage = `管理できる定期購入はまだありません。`
export const errorNotYourCheckout = `このお支払いは別のアカウントのものです。お支払いに使ったアカウントでログインしてください。`
export const errorHasMonthly = ({ monthly }: { monthly: string | number }): string => `すでに${monthly}をご利用中です。アカウントから管理できます。`
export const errorHasLifetime = ({ lifetime }: { lifetime: string | number }): string => `すでに${lifetime}をお持ちです。これ以上のお支払いはありません。`
export const errorCheckoutReplaced = ({ lifetime }: { lifetime: string | number }): string => `その間に別の内容が選択されました。${lifetime}をご希望の場合はもう一度お選びください。`
export const errorPaymentProcessing = `お支払いはまだ処理中です。二重に請求されることはありません。しばらくしてからご確認ください。`
export const errorSeatsHeld = `この価格の席は、すべて埋まっているか決済手続き中です。30分以内に空く可能性があります。`
export const errorNewcomersFull = `新しいアカウントが購入できるこの価格の席は、すべて決済手続き中です。数分で空く可能性があります。`
export const errorMonthlyMeanwhile = ({ sentence, monthly }: { sentence: string | number; monthly: string | number }): string => `${sentence}今すぐ${monthly}を始めることもできます。`
export const errorPriceChanged = ({ lifetime }: { lifetime: string | number }): string => `特別価格がちょうど終了し、${lifetime}の価格が変わりました。ご希望の場合はもう一度お選びください。`
export const errorSubscriptionLive = `定期購入が継続中です。先に解約してください。終了後にアカウントを削除できます。`
export const errorTooLarge = `受け付けられるデータ量を超えています。`
export const errorTooManyMails = `この1時間に、このアドレスへ複数のメールをお送りしました。最新のメールのリンクを開くと、どのブラウザーでもログインできます。または、時間をおいて再度請求してください。`
export const errorMailsExhausted = `現在、ログイン用メールの請求が非常に多いため、初めてのブラウザーにはこれ以上お送りできません。時間をおいて再度お試しいただくか、以前ログインしたことのあるブラウザーをお使いください。この1時間以内に届いたメールのリンクは引き続きご利用いただけます。`
export const errorCodesExhausted = `誤ったコードの入力が多すぎます。代わりにメールのリンクを開いてください。リンクからは引き続きログインできます。または、時間をおいて再度お試しください。`
export const errorNetworkBusy = `お使いのネットワークが同時に確保できる席は、すべて決済手続き中です。いずれかのお支払いが済み次第、または5分後に空きができます。`
export const errorNetworkAwaiting = `お使いのネットワークが同時に確保できる席は、すべて数日かかるお支払いの完了待ちです。後ほど、または別のネットワークからお試しください。`
export const errorNetworkPaused = `本日、このネットワークから未払いのまま確保された席が多すぎます。明日または別のネットワークからお試しください。`
export const errorBuyerPaused = `本日、確保した席を手放した回数が多すぎます。明日もう一度お試しください。`
export const errorProviderDown = `そのログイン方法は現在ご利用いただけません。メールアドレスをご利用ください。`
export const errorPaymentServiceDown = `ただいま決済サービスに接続できません。請求は発生していません。1分後にもう一度お試しください。`
export const errorPaymentServiceBusy = `ただいま購入が集中しています。請求は発生していません。数秒後にもう一度お試しください。`
export const errorMailFailed = `メールを送信できませんでした。1分後にもう一度お試しください。`
export const errorDatabaseDown = `ただいまデータベースに接続できません。1分後にもう一度お試しください。`
