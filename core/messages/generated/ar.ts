// Generated from messages/*.json by `npm run messages`; edit those.
import { pluralOf, formOf, formatNumber } from '../format.ts'

export const language = 'ar'
export const accountLink = `الحساب`
export const accountNavigation = `الحساب`
export const mainNavigation = `التنقل الرئيسي`
export const languageNavigation = `اللغة`
export const plansLink = `الباقات`
export const billing = `الفوترة`
export const howSeatsAreCounted = `كيف تُحسب المقاعد`
export const terms = `الشروط`
export const privacy = `الخصوصية`
export const imprint = `بيانات الناشر`
export const support = `الدعم`
export const testMode = `وضع الاختبار`
export const testModeTitle = `لا تُحوَّل أي أموال حقيقية`
export const testModeExplained = `: لا تُحوَّل أي أموال حقيقية`
export const signIn = `تسجيل الدخول`
export const signingIn = `جارٍ تسجيل الدخول…`
export const seeThePlans = `عرض الباقات`
export const goToAccount = `الانتقال إلى حسابك`
export const openProduct = ({ product }: { product: string | number }): string => `فتح ${product}`
export const redirecting = `جارٍ التحويل…`
export const tryAgain = `إعادة المحاولة`
export const trying = `جارٍ المحاولة…`
export const notKnown = `غير معروف`
export const serverUnreachable = `تعذّر الوصول إلى الخادم. يُرجى التحقق من الاتصال والمحاولة مرة أخرى.`
export const somethingWentWrong = `حدث خطأ من جانبنا. يُرجى المحاولة مرة أخرى.`
export const pricingTitle = `الأسعار`
export const signInDescription = ({ product }: { product: string | number }): string => `تسجيل الدخول إلى ${product} برمز يُرسل إلى بريدك الإلكتروني.`
export const accountDescription = ({ product }: { product: string | number }): string => `باقتك وجلساتك لدى ${product}.`
export const welcomeDescription = ({ product }: { product: string | number }): string => `حالة دفعتك إلى ${product}.`
export const continueAsTitle = `أكّد تسجيل دخولك`
export const continueAsDescription = `قادتك إلى هنا صفحة من موقع آخر أو لحساب آخر. أكّد هويتك.`
export const howWeCountDescription = `مصدر عدد المقاعد المتبقية، وأي المشتريات تُعرض.`
export const notFoundTitle = `الصفحة غير موجودة`
export const notFoundDescription = `لا توجد صفحة على هذا العنوان.`
export const signInToUpgrade = `سجّل الدخول للشراء`
export const yourCurrentPlan = `باقتك الحالية`
export const notifications = `الإشعارات`
export const youAreOn = ({ plan }: { plan: string | number }): string => `أنت مشترك في ${plan}.`
export const manageInAccount = `إدارتها من حسابك`
export const comparePlans = `مقارنة الباقات`
export const whatYouGet = `ما تحصل عليه`
export const included = `مشمول`
export const notIncluded = `غير مشمول`
export const whatCustomersSay = `آراء العملاء`
export const questionsAndAnswers = `أسئلة وأجوبة`
export const noteOwnsLifetime = ({ lifetime }: { lifetime: string | number }): string => `أنت تملك ${lifetime}، ولا تحتاج إلى شيء آخر.`
export const noteOwnPriceDiffers = `قد يختلف ما تدفعه عن هذا السعر.`
export const notePaymentOnItsWay = ({ amount }: { amount: string | number }): string => `دفعتك بقيمة ${amount} في الطريق.`
export const noteCardBeforeLifetime = ({ lifetime, monthly }: { lifetime: string | number; monthly: string | number }): string => `حدّث بطاقتك أولًا. يمكنك شراء ${lifetime} بعد دفع ${monthly}.`
export const noteCardBringsBack = ({ monthly }: { monthly: string | number }): string => `حدّث بطاقتك أولًا، فتعود إليك ${monthly}.`
export const noteNoSeatFree = `لا يوجد مقعد متاح الآن.`
export const noteEndsTrial = ({ monthly }: { monthly: string | number }): string => `الشراء ينهي فترتك التجريبية المجانية من ${monthly}.`
export const noteEndsAndRefunds = ({ monthly }: { monthly: string | number }): string => `الشراء ينهي ${monthly}، ويُردّ إليك الجزء غير المستخدم.`
export const noteEndsAndCredits = ({ monthly }: { monthly: string | number }): string => `الشراء ينهي ${monthly}، ويُضاف الجزء غير المستخدم إلى رصيدك.`
export const billingPeriod = `فترة الفوترة`
export const byTheMonth = `شهريًا`
export const byTheYear = `سنويًا`
export const saveAYear = ({ amount }: { amount: string | number }): string => `وفّر ${amount} سنويًا`
export const trialThen = ({ days, price, period }: { days: number; price: string | number; period: string | number }): string => `${pluralOf(language, days, { "zero": `${formatNumber(language, days)} يوم`, "one": `يوم واحد`, "two": `يومان`, "few": `${formatNumber(language, days)} أيام`, "many": `${formatNumber(language, days)} يومًا`, "other": `${formatNumber(language, days)} يوم` })} مجانًا، ثم ${price} ${period}`
export const afterDeal = ({ price }: { price: string | number }): string => `${price} بعد هذا العرض`
export const currency = `العملة`
export const currencyKept = `اشتراكك بهذه العملة، ولذلك كل ما تشتريه هنا بها أيضًا.`
export const bannerSeats = ({ remaining, price }: { remaining: number; price: string | number }): string => `${pluralOf(language, remaining, { "zero": `لم يتبقَّ أي مقعد بسعر ${price}`, "one": `تبقّى مقعد واحد بسعر ${price} — مقعد واحد فقط!`, "two": `تبقّى مقعدان بسعر ${price} — مقعدان فقط!`, "few": `تبقّت ${formatNumber(language, remaining)} مقاعد بسعر ${price} — ${formatNumber(language, remaining)} مقاعد فقط!`, "many": `تبقّى ${formatNumber(language, remaining)} مقعدًا بسعر ${price} — ${formatNumber(language, remaining)} مقعدًا فقط!`, "other": `تبقّى ${formatNumber(language, remaining)} مقعد بسعر ${price} — ${formatNumber(language, remaining)} مقعد فقط!` })}`
export const bannerTime = ({ price, remaining }: { price: string | number; remaining: number }): string => `لفترة محدودة: عرض Lifetime بسعر ${price} — لم يتبقَّ سوى ${formatNumber(language, remaining)}!`
export const bannerDemand = ({ remaining }: { remaining: number }): string => `طلب مرتفع: ${pluralOf(language, remaining, { "zero": `لم يتبقَّ أي مقعد`, "one": `تبقّى مقعد واحد`, "two": `تبقّى مقعدان`, "few": `تبقّت ${formatNumber(language, remaining)} مقاعد`, "many": `تبقّى ${formatNumber(language, remaining)} مقعدًا`, "other": `تبقّى ${formatNumber(language, remaining)} مقعد` })} قبل رفع السعر!`
export const liveSeats = ({ remaining, price }: { remaining: number; price: string | number }): string => `${pluralOf(language, remaining, { "zero": `لم يتبقَّ أي مقعد بسعر ${price}`, "one": `تبقّى مقعد واحد بسعر ${price} — مقعد واحد فقط!`, "two": `تبقّى مقعدان بسعر ${price} — مقعدان فقط!`, "few": `تبقّت ${formatNumber(language, remaining)} مقاعد بسعر ${price} — ${formatNumber(language, remaining)} مقاعد فقط!`, "many": `تبقّى ${formatNumber(language, remaining)} مقعدًا بسعر ${price} — ${formatNumber(language, remaining)} مقعدًا فقط!`, "other": `تبقّى ${formatNumber(language, remaining)} مقعد بسعر ${price} — ${formatNumber(language, remaining)} مقعد فقط!` })}`
export const liveTime = ({ price, plan, remaining }: { price: string | number; plan: string | number; remaining: number }): string => `لفترة محدودة: ${plan} بسعر ${price} — لم يتبقَّ سوى ${formatNumber(language, remaining)}!`
export const liveTimeUntil = ({ price, plan, until, remaining }: { price: string | number; plan: string | number; until: string | number; remaining: number }): string => `لفترة محدودة: ${plan} بسعر ${price} حتى ${until} — لم يتبقَّ سوى ${formatNumber(language, remaining)}!`
export const liveDemand = ({ remaining }: { remaining: number }): string => `طلب مرتفع: ${pluralOf(language, remaining, { "zero": `لم يتبقَّ أي مقعد`, "one": `تبقّى مقعد واحد`, "two": `تبقّى مقعدان`, "few": `تبقّت ${formatNumber(language, remaining)} مقاعد`, "many": `تبقّى ${formatNumber(language, remaining)} مقعدًا`, "other": `تبقّى ${formatNumber(language, remaining)} مقعد` })} قبل رفع السعر!`
export const dealEnded = ({ plan, price }: { plan: string | number; price: string | number }): string => `انتهى العرض. سعر ${plan} الآن ${price}.`
export const soldOut = ({ plan, price }: { plan: string | number; price: string | number }): string => `نفدت المقاعد. سعر ${plan} الآن ${price}.`
export const allSeatsTaken = ({ cap }: { cap: number }): string => `${pluralOf(language, cap, { "zero": `لا توجد مقاعد.`, "one": `المقعد الوحيد محجوز.`, "two": `المقعدان محجوزان.`, "few": `المقاعد الـ${formatNumber(language, cap)} كلها محجوزة.`, "many": `المقاعد الـ${formatNumber(language, cap)} كلها محجوزة.`, "other": `المقاعد الـ${formatNumber(language, cap)} كلها محجوزة.` })}`
export const allSeatsHeld = ({ cap, held }: { cap: number; held: number }): string => `${pluralOf(language, cap, { "zero": `لا توجد مقاعد.`, "one": `المقعد الوحيد قيد الدفع الآن، وقد يُتاح خلال 30 دقيقة.`, "two": `المقعدان محجوزان، منهما ${formatNumber(language, held)} قيد الدفع، وقد يُتاح أحدهما خلال 30 دقيقة.`, "few": `المقاعد الـ${formatNumber(language, cap)} كلها محجوزة، منها ${formatNumber(language, held)} قيد الدفع، وقد يُتاح أحدها خلال 30 دقيقة.`, "many": `المقاعد الـ${formatNumber(language, cap)} كلها محجوزة، منها ${formatNumber(language, held)} قيد الدفع، وقد يُتاح أحدها خلال 30 دقيقة.`, "other": `المقاعد الـ${formatNumber(language, cap)} كلها محجوزة، منها ${formatNumber(language, held)} قيد الدفع، وقد يُتاح أحدها خلال 30 دقيقة.` })}`
export const seatsClaimed = `المقاعد المحجوزة`
export const percentClaimed = ({ percent }: { percent: string | number }): string => `حُجز ${percent}%`
export const startedSeats = ({ base }: { base: number }): string => `${pluralOf(language, base, { "zero": `البداية: لا مقاعد`, "one": `البداية: مقعد واحد`, "two": `البداية: مقعدان`, "few": `البداية: ${formatNumber(language, base)} مقاعد`, "many": `البداية: ${formatNumber(language, base)} مقعدًا`, "other": `البداية: ${formatNumber(language, base)} مقعد` })}`
export const remainingClaimed = ({ remaining, percent }: { remaining: number; percent: string | number }): string => `المتبقي ${formatNumber(language, remaining)} (حُجز ${percent}%)`
export const purchaseFrom = <Node>({ strong, name, country, span, em, plan }: { strong: (text: string) => Node; name: string | number; country: string | number; span: (text: string) => Node; em: (text: string) => Node; plan: string | number }): (string | Node)[] => [strong(`${name} من ${country}`), ` `, span(`اختار للتو`), ` `, em(`${plan}`)]
export const purchase = <Node>({ strong, name, span, em, plan }: { strong: (text: string) => Node; name: string | number; span: (text: string) => Node; em: (text: string) => Node; plan: string | number }): (string | Node)[] => [strong(`${name}`), ` `, span(`اختار للتو`), ` `, em(`${plan}`)]
export const someone = `أحدهم`
export const closeNotification = `إغلاق الإشعار`
export const countryBR = `البرازيل`
export const countryCA = `كندا`
export const countryDE = `ألمانيا`
export const countryFR = `فرنسا`
export const countryIE = `أيرلندا`
export const countryIN = `الهند`
export const countryJP = `اليابان`
export const countryMX = `المكسيك`
export const countryNG = `نيجيريا`
export const countryNO = `النرويج`
export const countrySG = `سنغافورة`
export const countryTR = `تركيا`
export const checkoutRefused = `تعذّر إنشاء جلسة الدفع`
export const checkoutWithoutUrl = `لم يصل عنوان صفحة الدفع`
export const checkoutNotStarted = `تعذّر بدء عملية الدفع`
export const checkoutWaits = ({ reason, minutes, time }: { reason: string | number; minutes: string | number; time: string | number }): string => `${reason} أبقِ هذه الصفحة مفتوحة: فهي تتحقق كل بضع ثوانٍ وتنقلك إلى الدفع حالما يتوفر مكان. مدة الانتظار ${minutes} دقيقة على الأكثر، حتى ${time}.`
export const checkoutWaitEnded = `لم يتوفر لك مقعد أثناء انتظار هذه الصفحة. يُرجى المحاولة لاحقًا.`
export const stopWaiting = `إيقاف الانتظار`
export const dismissError = `إغلاق رسالة الخطأ`
export const portalNotOpened = `تعذّر فتح صفحة الفوترة. يُرجى المحاولة مرة أخرى.`
export const receiptNotOpened = `تعذّر فتح الإيصال. يُرجى المحاولة مرة أخرى.`
export const manageBilling = `إدارة الفوترة`
export const payByTheYear = `الدفع سنويًا`
export const payByTheMonth = `الدفع شهريًا`
export const updateCard = `تحديث بطاقتك`
export const viewReceipt = `عرض الإيصال`
export const upgrade = `ترقية الباقة`
export const invoicesAndReceipts = `الفواتير والإيصالات`
export const documentStatus = ({ status }: { status: string }): string => `${formOf({ "paid": `مدفوعة`, "open": `لم تُدفع بعد`, "uncollectible": `غير مدفوعة`, "void": `ملغاة`, "refunded": `مستردة`, "other": `مستردة جزئيًا` }, status)}`
export const invoice = `فاتورة`
export const receipt = `إيصال`
export const showOlder = `عرض الأقدم`
export const loadingDocuments = `جارٍ التحميل…`
export const taxIncluded = `شامل ضريبة القيمة المضافة`
export const taxAdded = `تُضاف ضريبة القيمة المضافة`
export const moneyBackDays = ({ days }: { days: string | number }): string => `ضمان استرداد الأموال خلال ${days} يومًا`
export const withdrawOffer = `الانسحاب واسترداد المال`
export const moneyBack = `الانسحاب واسترداد المال`
export const moneyBackDescription = ({ product }: { product: string | number }): string => `أعد خطتك في ${product} واسترد مالك.`
export const withdrawTerms = ({ plan, amount, date }: { plan: string | number; amount: string | number; date: string | number }): string => `تنتهي ${plan} فورًا ويعود كل ما دفعته، ${amount}، بوسيلة الدفع نفسها. يمكنك ذلك حتى ${date}. لا يمكن التراجع عنه.`
export const withdrawConfirm = ({ plan, amount }: { plan: string | number; amount: string | number }): string => `تأكيد: إنهاء ${plan} واسترداد ${amount}`
export const withdrawing = `جارٍ التأكيد…`
export const withdrawKeep = ({ plan }: { plan: string | number }): string => `الاحتفاظ بـ ${plan}`
export const withdrawnHeading = `استردادك في الطريق`
export const withdrawnText = ({ date, plan, amount }: { date: string | number; plan: string | number; amount: string | number }): string => `استلمنا انسحابك في ${date}. انتهت ${plan} ويعود ${amount} بوسيلة الدفع نفسها. تستغرق البنوك عادةً من 5 إلى 10 أيام عمل. أرسلنا إليك تأكيدًا بالبريد الإلكتروني.`
export const withdrawNothing = `لا يوجد ما يُسترد. يشمل الضمان الأيام الأولى بعد أول دفعة لخطة.`
export const withdrawNeedsScript = `تحتاج هذه الصفحة إلى JavaScript.`
export const backToAccount = `العودة إلى حسابك`
export const errorGuaranteeOver = `لم يعد هناك ما يُسترد: انتهت أيام الضمان أو أُعيد المال بالفعل.`
export const withdrawalMailSubject = ({ product }: { product: string | number }): string => `انسحابك من ${product}`
export const withdrawalMailText = ({ plan, requestedAt, amount, link }: { plan: string | number; requestedAt: string | number; amount: string | number; link: string | number }): string => `استلمنا انسحابك من ${plan} في ${requestedAt}.\n\nانتهت ${plan} ويعود كل ما دفعته، ${amount}، بوسيلة الدفع نفسها. تستغرق البنوك عادةً من 5 إلى 10 أيام عمل. لا يلزمك فعل شيء آخر.\n\nحسابك: ${link}`
export const paidOnce = `دُفع مرة واحدة، ولا شيء يتجدد.`
export const nothingCharged = `لا يُخصم أي مبلغ.`
export const paymentFailedKeep = ({ plan }: { plan: string | number }): string => `تعذّرت دفعتك الأخيرة. حدّث بطاقتك للاحتفاظ بـ ${plan}.`
export const paymentFailedKeepBy = ({ date, plan }: { date: string | number; plan: string | number }): string => `تعذّرت دفعتك الأخيرة. حدّث بطاقتك قبل ${date} للاحتفاظ بـ ${plan}.`
export const paymentFailedBack = ({ plan }: { plan: string | number }): string => `تعذّرت دفعتك الأخيرة. حدّث بطاقتك لاستعادة ${plan}.`
export const endsOn = ({ date }: { date: string | number }): string => `ينتهي في ${date}`
export const trialUntil = ({ date }: { date: string | number }): string => `فترة تجريبية مجانية حتى ${date}`
export const trialUntilThen = ({ date, amount, interval }: { date: string | number; amount: string | number; interval: string }): string => `فترة تجريبية مجانية حتى ${date}، ثم ${amount} ${formOf({ "yearly": `سنويًا`, "other": `شهريًا` }, interval)}.`
export const renewsOn = ({ date }: { date: string | number }): string => `يتجدد في ${date}`
export const paidRenewsOn = ({ amount, interval, date }: { amount: string | number; interval: string; date: string | number }): string => `${amount} ${formOf({ "yearly": `سنويًا`, "other": `شهريًا` }, interval)}. يتجدد في ${date}`
export const firstPaymentFailed = `لم تكتمل دفعتك الأولى.`
export const planPaused = ({ plan }: { plan: string | number }): string => `${plan} متوقفة مؤقتًا. أضف بطاقة لاستئنافها.`
export const pendingPayment = ({ amount, plan, date }: { amount: string | number; plan: string | number; date: string | number }): string => `دفعتك بقيمة ${amount} مقابل ${plan} في الطريق منذ ${date}.`
export const pendingVoucher = ({ plan }: { plan: string | number }): string => `تبدأ ${plan} خلال نحو يوم عمل من دفعك القسيمة.`
export const pendingTransfer = ({ plan }: { plan: string | number }): string => `تبدأ ${plan} فور وصول حوالتك المصرفية، عادةً خلال بضعة أيام عمل.`
export const pendingDebit = ({ method, plan }: { method: string; plan: string | number }): string => `${formOf({ "sepa_debit": `يستغرق الخصم المصرفي عادةً نحو 5 أيام عمل.`, "us_bank_account": `يستغرق الخصم المصرفي عادةً ما يصل إلى 4 أيام عمل.`, "au_becs_debit": `يستغرق الخصم المصرفي عادةً ما يصل إلى 3 أيام عمل.`, "other": `يستغرق الخصم المصرفي عادةً عدة أيام عمل.` }, method)} لا يلزمك فعل شيء: تبدأ ${plan} تلقائيًا فور وصول المبلغ.`
export const paidOn = ({ amount, date }: { amount: string | number; date: string | number }): string => `دفعت ${amount} في ${date}.`
export const seatIsYours = ({ number, cap }: { number: string | number; cap: string | number }): string => `المقعد ${number} من ${cap} لك.`
export const ownSeat = ({ number, cap }: { number: number; cap: number }): string => `المقعد ${formatNumber(language, number)} من ${formatNumber(language, cap)}`
export const seatProofText = `بيع مقعدك مدوَّن في سجلّنا العام. يُظهر هذا الإثبات ذلك دون مساعدتنا، مهما فعلنا لاحقًا: احتفظ به.`
export const seatProofCheck = `تحقّق من الإثبات`
export const seatProofSave = `تنزيل الإثبات`
export const seatProofHolds = ({ number }: { number: number }): string => `تحقّق متصفحك: بيع مقعدك رقم ${formatNumber(language, number)} مدوَّن في السجل.`
export const seatProofFails = ({ problem }: { problem: string | number }): string => `الإثبات غير صحيح: ${problem}`
export const seatProofUnreadable = `لا يمكن قراءته.`
export const seatProofNotSigned = `ليس موقَّعًا بمفتاح هذا السجل.`
export const seatProofNotInLog = `مُدخله غير موجود في السجل الموقَّع.`
export const seatProofOtherEntry = `مُدخله ليس بيع هذا المقعد.`
export const endedOn = ({ plan, date }: { plan: string | number; date: string | number }): string => `انتهت ${plan} في ${date}.`
export const unusedRefunded = ({ amount }: { amount: string | number }): string => `رُدّ منها ${amount} بطريقة الدفع نفسها.`
export const unusedCredited = `أُضيف الجزء غير المستخدم إلى رصيدك.`
export const refundedOn = ({ amount, plan, date }: { amount: string | number; plan: string | number; date: string | number }): string => `رُدّت دفعتك بقيمة ${amount} مقابل ${plan} في ${date}، ولذلك انتهت ${plan}.`
export const disputedOn = ({ amount, plan, date }: { amount: string | number; plan: string | number; date: string | number }): string => `استردّ مصرفك دفعتك بقيمة ${amount}، ولذلك انتهت ${plan} في ${date}.`
export const oversoldOn = ({ amount, date }: { amount: string | number; date: string | number }): string => `وصلت دفعتك بقيمة ${amount} بعد حجز المقعد الأخير. بدأنا ردّها كاملة في ${date}.`
export const yourPayment = `دفعتك`
export const paymentNotCompleted = `لم تكتمل هذه الدفعة، ولم يُخصم منك أي مبلغ.`
export const paymentWithoutSeat = `حصل شخص آخر على المقعد الأخير بهذا السعر قبل وصول دفعتك. نردّ إليك المبلغ كاملًا، وقد أرسلنا إليك التفاصيل بالبريد الإلكتروني.`
export const boughtPlanEnded = `انتهت الباقة التي حصلت عليها هنا. يعرض حسابك باقتك ودفعاتك وما رُدّ إليك منها.`
export const noPaymentHere = `لا توجد دفعة لعرضها هنا.`
export const nothingToDo = `لا يلزمك فعل شيء.`
export const planStartsByItself = `يمكنك إغلاق هذه الصفحة. يُرجى عدم الدفع مرة أخرى: تبدأ باقتك تلقائيًا فور اكتمال الدفع.`
export const checkAgain = `التحقق مرة أخرى`
export const cannotReachServer = `يتعذّر الوصول إلى الخادم الآن.`
export const cannotLookUpPayment = `يتعذّر الاستعلام عن دفعتك الآن.`
export const weKeepTrying = `سنواصل المحاولة.`
export const paymentTakesLonger = `ما زالت دفعتك قيد المعالجة. تستغرق بعض طرق الدفع وقتًا أطول.`
export const lookingUpPayment = `جارٍ الاستعلام عن دفعتك…`
export const paymentProcessing = `دفعتك قيد المعالجة. يستغرق ذلك عادةً بضع ثوانٍ.`
export const paymentNeedsScript = `يتطلب الاستعلام عن دفعتك JavaScript. يُرجى السماح به لهذا الموقع ثم إعادة تحميل الصفحة.`
export const welcomeTo = ({ plan }: { plan: string | number }): string => `مرحبًا بك في ${plan}`
export const thankYou = `شكرًا لك.`
export const yoursForGood = `هي لك دائمًا: دُفعت مرة واحدة، ولا شيء يتجدد.`
export const cancelAnyTime = `يمكنك الإلغاء في أي وقت من حسابك.`
export const activeNow = `باقتك مفعّلة الآن.`
export const welcomeRenews = ({ date }: { date: string | number }): string => `يتجدد اشتراكك في ${date}.`
export const welcomePaidRenews = ({ amount, date }: { amount: string | number; date: string | number }): string => `دفعت ${amount}. يتجدد اشتراكك في ${date} مقابل ${amount}.`
export const welcomeTrial = ({ date }: { date: string | number }): string => `تستمر فترتك التجريبية المجانية حتى ${date}. لا تدفع شيئًا قبل ذلك.`
export const welcomeTrialThen = ({ date, amount, interval }: { date: string | number; amount: string | number; interval: string }): string => `تستمر فترتك التجريبية المجانية حتى ${date}. لا تدفع شيئًا قبل ذلك، ثم ${amount} ${formOf({ "yearly": `سنويًا`, "other": `شهريًا` }, interval)}.`
export const showFirstName = `هل يمكننا عرض اسمك الأول؟`
export const purchaseAsSeen = `مشترياتك كما يراها الآخرون`
export const purchaseChoice = ({ plan }: { plan: string | number }): string => `قد يرى زوار صفحة الأسعار ملاحظة قصيرة بأن شخصًا اشترى ${plan} خلال اليوم الأخير. كيف تودّ أن تظهر عملية شرائك؟`
export const showMyPurchase = `عرض عملية شرائي`
export const withFirstName = `مع اسمي الأول`
export const withoutName = `من دون اسم`
export const notAtAll = `عدم العرض إطلاقًا`
export const firstName = `الاسم الأول`
export const firstNameHint = `أحرف فقط. لا يُعرض أي شيء آخر عنك.`
export const save = `حفظ`
export const saving = `جارٍ الحفظ…`
export const choiceSaved = `تم الحفظ. يمكنك تغيير ذلك من حسابك في أي وقت.`
export const yourAccount = `حسابك`
export const you = `أنت`
export const email = `البريد الإلكتروني`
export const name = `الاسم`
export const plan = `الباقة`
export const signOut = `تسجيل الخروج`
export const signOutEverywhere = `تسجيل الخروج من كل مكان`
export const signingOut = `جارٍ تسجيل الخروج…`
export const whereSignedIn = `الأجهزة التي سجّلت الدخول منها`
export const thisDevice = `هذا الجهاز`
export const lastUsed = <Node>({ time, moment }: { time: (text: string) => Node; moment: string | number }): (string | Node)[] => [`آخر استخدام: `, time(`${moment}`)]
export const justNow = `الآن`
export const deviceOn = ({ browser, system }: { browser: string | number; system: string | number }): string => `${browser} على ${system}`
export const unknownDevice = `جهاز غير معروف`
export const yourData = `بياناتك`
export const downloadData = `تنزيل كل ما هو محفوظ عنك`
export const accountNotLoaded = `تعذّر تحميل حسابك. يُرجى المحاولة مرة أخرى.`
export const accountNeedsScript = `يتطلب حسابك JavaScript. يُرجى السماح به لهذا الموقع ثم إعادة تحميل الصفحة.`
export const deleteAccount = `حذف الحساب`
export const deletionIsFinal = `يُحذف اسمك وبريدك الإلكتروني وجلساتك نهائيًا.`
export const deletionLosesPlan = <Node>({ strong, plan }: { strong: (text: string) => Node; plan: string | number }): (string | Node)[] => [strong(`ستفقد ${plan} أيضًا`), `: لا يمكن نقلها إلى حساب آخر، ولا يترتب على الحذف استرداد المبلغ.`]
export const deletionKeepsRecords = `نحتفظ بسجلات دفعاتك من دون اسمك.`
export const deleteMyAccount = `حذف حسابي`
export const sendingCode = `جارٍ إرسال رمز…`
export const deletionCodeSent = <Node>({ strong, email }: { strong: (text: string) => Node; email: string | number }): (string | Node)[] => [`أرسلنا رمزًا من ستة أرقام إلى `, strong(`${email}`), `. إدخاله يحذف حسابك فورًا.`]
export const proofNeeded = ({ product }: { product: string | number }): string => `سجّل ${product} دخولك هنا. قبل أن تنزّل بياناتك أو تسترد مالك، نرسل إليك رمزًا من ستة أرقام بالبريد الإلكتروني.`
export const proofCodeSent = `أرسلنا رمزًا من ستة أرقام إلى بريدك الإلكتروني.`
export const proofConfirm = `تأكيد`
export const proofConfirming = `جارٍ التأكيد…`
export const deleteForGood = `حذف نهائي`
export const deleting = `جارٍ الحذف…`
export const keepMyAccount = `الاحتفاظ بحسابي`
export const readOutbox = <Node>({ link }: { link: (text: string) => Node }): (string | Node)[] => [`وضع الاختبار: `, link(`اقرأ بريدك في صندوق الصادر`)]
export const outboxClosed = `وضع الاختبار: لا يُرسَل أي بريد. لقراءته، افتح العنوان الذي عرضه الخادم عند بدء تشغيله.`
export const lookupFailed = `يبدو أنك سجّلت الدخول، لكن تعذّر الاستعلام عن باقتك الآن.`
export const continueAnyway = `المتابعة على أي حال`
export const emailAddress = `عنوان البريد الإلكتروني`
export const emailHint = `لا حاجة إلى كلمة مرور: سنرسل إليك رمزًا من ستة أرقام.`
export const sendMeACode = `إرسال رمز`
export const sending = `جارٍ الإرسال…`
export const tryAgainIn = ({ seconds }: { seconds: string | number }): string => `إعادة المحاولة بعد ${seconds} ث`
export const or = `أو`
export const continueWith = ({ provider }: { provider: string | number }): string => `المتابعة باستخدام ${provider}`
export const codeSent = <Node>({ strong, email }: { strong: (text: string) => Node; email: string | number }): (string | Node)[] => [`أرسلنا رمزًا من ستة أرقام إلى `, strong(`${email}`), `.`]
export const codeFilledIn = <Node>({ strong, email }: { strong: (text: string) => Node; email: string | number }): (string | Node)[] => [`أدخلنا الرمز الخاص بـ `, strong(`${email}`), `.`]
export const useAnotherAddress = `استخدام عنوان آخر`
export const sixDigitCode = `رمز من ستة أرقام`
export const sixDigits = `ستة أرقام`
export const codeLasts = `صالح لمدة 10 دقائق.`
export const newCodeOnItsWay = `رمز جديد في الطريق إليك.`
export const noEmail = `لم تصلك الرسالة؟ تحقق من مجلد الرسائل غير المرغوب فيها.`
export const sendNewCode = `إرسال رمز جديد`
export const sendNewCodeIn = ({ seconds }: { seconds: string | number }): string => `إرسال رمز جديد بعد ${seconds} ث`
export const providerFailed = `لم ينجح تسجيل الدخول. حاول مرة أخرى أو استخدم بريدك الإلكتروني.`
export const providerCancelled = `ألغيت تسجيل الدخول. حاول مرة أخرى أو استخدم بريدك الإلكتروني.`
export const providerAddressTaken = `يوجد حساب بهذا البريد الإلكتروني. سجّل الدخول برمز يُرسل إليه.`
export const providerWithoutAddress = `لم يزوّدنا تسجيل الدخول هذا ببريد إلكتروني. استخدم بريدك الإلكتروني هنا بدلًا منه.`
export const providerTookTooLong = `استغرق تسجيل الدخول وقتًا طويلًا أو بدأ في نافذة أخرى. يُرجى المحاولة مرة أخرى.`
export const productNotSetUp = `الموقع الذي أرسلك إلى هنا غير مهيأ لذلك. يُرجى إبلاغ صاحبه.`
export const productTookTooLong = `استغرق تسجيل الدخول وقتًا طويلًا. ارجع إلى حيث كنت وحاول مرة أخرى، أو سجّل الدخول هنا.`
export const productAddressUnverified = `لم يُؤكَّد بريدك الإلكتروني هناك بعد. أكّده وحاول مرة أخرى، أو سجّل الدخول هنا برمز.`
export const productAddressOfAnother = `الحساب بهذا البريد الإلكتروني يخص تسجيل دخول آخر. سجّل الدخول برمز يُرسل إليه.`
export const productNotReached = `يتعذّر التحقق من تسجيل الدخول الآن. حاول بعد دقيقة أو استخدم بريدك الإلكتروني.`
export const signInLinkUsed = `استُخدم رابط تسجيل الدخول هذا من قبل أو مضى عليه أكثر من دقيقة. افتحه من جديد أو سجّل الدخول هنا.`
export const tooManyTries = `محاولات كثيرة جدًا. يُرجى الانتظار قليلًا ثم المحاولة مرة أخرى.`
export const continueAsQuestion = ({ email }: { email: string | number }): string => `هل تريد المتابعة باسم ${email}؟`
export const continueAsExplained = <Node>({ strong, email }: { strong: (text: string) => Node; email: string | number }): (string | Node)[] => [`سجّلت الدخول باسم `, strong(`${email}`), `. هذا الرابط يخص حسابًا آخر، وما تشتريه هناك يعود إلى ذلك الحساب.`]
export const continueAsUnknown = <Node>({ strong, email }: { strong: (text: string) => Node; email: string | number }): (string | Node)[] => [`يسجّل هذا الرابط دخولك إلى حساب `, strong(`${email}`), `. تابع فقط إن كان حسابك: ما تشتريه يعود إلى ذلك الحساب.`]
export const continueWithoutSignIn = `المتابعة دون تسجيل الدخول`
export const continueAs = ({ email }: { email: string | number }): string => `المتابعة باسم ${email}`
export const staySignedInAs = ({ email }: { email: string | number }): string => `البقاء باسم ${email}`
export const noPageHere = `لا توجد صفحة هنا`
export const noPageReason = `ربما كُتب العنوان خطأً، أو نُقلت الصفحة.`
export const howWeCount = `كيف نحسب`
export const backToPlans = `العودة إلى الباقات`
export const countIsDemo = `هذا عرض تجريبي. يُحسب عدد المقاعد من الساعة، والمشترون في الإشعارات غير حقيقيين. لا شيء محدود.`
export const countOnceReal = `عندما تكون المبيعات حقيقية، تُحسب المقاعد والمشتريات على النحو التالي.`
export const rightNow = `الآن`
export const countNow = <Node>({ remaining, cap, plan, price, time, moment }: { remaining: number; cap: number; plan: string | number; price: string | number; time: (text: string) => Node; moment: string | number }): (string | Node)[] => [`المتبقي `, `${formatNumber(language, remaining)}`, ` من أصل `, `${pluralOf(language, cap, { "zero": `${formatNumber(language, cap)} مقعد`, "one": `مقعد واحد`, "two": `مقعدين`, "few": `${formatNumber(language, cap)} مقاعد`, "many": `${formatNumber(language, cap)} مقعدًا`, "other": `${formatNumber(language, cap)} مقعد` })}`, `. سعر `, `${plan}`, ` هو `, `${price}`, `. حُسب في `, time(`${moment}`), `.`]
export const countNotRead = `تتعذّر قراءة الأرقام الآن، ولذلك لا نعرض أيًّا منها.`
export const seats = `المقاعد`
export const countSource = `المقاعد المتبقية هي كل المقاعد، ناقص المبيع منها، وناقص ما يدفع أحدهم ثمنه الآن. يأتي العدد من السجل نفسه الذي يحدد هل يمكنك الشراء، فلا يمكن أن يقول شيئًا ويفعل الدفع شيئًا آخر. يرى الجميع العدد نفسه.`
export const countHolds = `عندما تبدأ الدفع نحجز لك مقعدًا لمدة تصل إلى نصف ساعة، أو لخمس دقائق إذا كان آخرون على شبكتك ينتظرون. إن لم تدفع يعود المقعد متاحًا، وقد يرتفع العدد من جديد. الدفعة التي تستغرق أيامًا تحتفظ بمقعدها حتى يصل المبلغ أو تفشل الدفعة.`
export const countEnds = `لا نضيف مقاعد أبدًا ما دام العرض ساريًا، والمقعد المبيع يبقى مبيعًا حتى لو استردّ مشتريه المبلغ. عند بيع المقعد الأخير ينتهي العرض ويسري السعر اللاحق.`
export const countCooldown = `العرض المنتهي لا يعود قريبًا: لا يبدأ عرض جديد بالسعر نفسه أو بأقل منه إلا بعد أن يسري السعر اللاحق المدة التي وعد بها العرض، وهي 30 يومًا ما لم يُذكر فيه غير ذلك.`
export const purchases = `المشتريات`
export const countPurchases = `كل عملية شراء نذكرها دُفعت خلال اليوم الأخير ولم تُردّ. لا نعرض الاسم الأول إلا بموافقة المشتري، ولا البلد إلا إذا كان فيه ثلاثة مشترين على الأقل. يمكن للمشترين تغيير ذلك، أو إخفاء شرائهم، من حساباتهم في أي وقت.`
export const everyDeal = `كل العروض حتى الآن`
export const dealTerms = ({ cap, price, later }: { cap: number; price: string | number; later: string | number }): string => `${pluralOf(language, cap, { "zero": `${formatNumber(language, cap)} مقعد`, "one": `مقعد واحد`, "two": `مقعدان`, "few": `${formatNumber(language, cap)} مقاعد`, "many": `${formatNumber(language, cap)} مقعدًا`, "other": `${formatNumber(language, cap)} مقعد` })} بسعر ${price}، ثم ${later}.`
export const dealOpened = <Node>({ time, moment }: { time: (text: string) => Node; moment: string | number }): (string | Node)[] => [`بدأ في `, time(`${moment}`), `.`]
export const dealEndsBy = <Node>({ time, moment }: { time: (text: string) => Node; moment: string | number }): (string | Node)[] => [`ينتهي في `, time(`${moment}`), ` على أبعد تقدير.`]
export const dealChanged = <Node>({ time, moment, cap }: { time: (text: string) => Node; moment: string | number; cap: number }): (string | Node)[] => [`منذ `, time(`${moment}`), `: `, `${pluralOf(language, cap, { "zero": `${formatNumber(language, cap)} مقعد`, "one": `مقعد واحد`, "two": `مقعدان`, "few": `${formatNumber(language, cap)} مقاعد`, "many": `${formatNumber(language, cap)} مقعدًا`, "other": `${formatNumber(language, cap)} مقعد` })}`, `.`]
export const dealClosed = <Node>({ time, moment, sold }: { time: (text: string) => Node; moment: string | number; sold: number }): (string | Node)[] => [`انتهى في `, time(`${moment}`), `، والمبيع `, `${pluralOf(language, sold, { "zero": `لا شيء`, "one": `مقعد واحد`, "two": `مقعدان`, "few": `${formatNumber(language, sold)} مقاعد`, "many": `${formatNumber(language, sold)} مقعدًا`, "other": `${formatNumber(language, sold)} مقعد` })}`, `.`]
export const dealCooldown = ({ days }: { days: number }): string => `لا عرض بهذا السعر أو بأقل منه طوال ${pluralOf(language, days, { "zero": `${formatNumber(language, days)} يوم`, "one": `يوم واحد`, "two": `يومين`, "few": `${formatNumber(language, days)} أيام`, "many": `${formatNumber(language, days)} يومًا`, "other": `${formatNumber(language, days)} يوم` })} بعد انتهائه.`
export const dealCooldownShort = ({ usual }: { usual: number }): string => `وهذه مدة أقصر من ${formatNumber(language, usual)} يومًا المعتادة.`
export const seatsOverTime = `المقاعد عبر الزمن`
export const seatsSold = `مبيعة`
export const seatsHeld = `قيد الدفع`
export const seatsFree = `متاحة`
export const timeInUtc = `الوقت (UTC)`
export const verifiedCount = `عدد تم التحقق منه`
export const logCheck = `تحقق متصفحك`
export const logExplained = `كل تغيّر في مقعد هو مُدخل في سجل عام لا يمكن إلا أن يزداد. يقرأ متصفحك السجل كله، ويتحقق من التوقيع، ويتتبع كل مقعد، ويقارن النتيجة بالشريط.`
export const logChecking = `يتحقق متصفحك من السجل…`
export const logVerified = ({ entries, sold, cap, remaining }: { entries: string | number; sold: string | number; cap: string | number; remaining: string | number }): string => `تم التحقق. عدد مدخلات السجل: ${entries}. المقاعد المبيعة: ${sold} من أصل ${cap}، والمتبقية: ${remaining}. يعرض الشريط العدد نفسه.`
export const logSameHistory = `ما رأيته في زيارتك الأخيرة ما زال موجودًا دون تغيير.`
export const logIsWrong = `هناك خطأ ما، فلا تعتمد على عدد المقاعد:`
export const logNotRead = `تتعذّر قراءة السجل الآن، ولذلك لم يُتحقق من شيء.`
export const logUnsupported = `لا يستطيع هذا المتصفح التحقق من التوقيع، ولذلك لم يُتحقق من شيء. يستطيع ذلك متصفح أحدث.`
export const logNeedsScript = `يحتاج التحقق إلى JavaScript. اسمح به لهذا الموقع ثم أعد تحميل الصفحة.`
export const logFromOutside = <Node>({ code, command }: { code: (text: string) => Node; command: string | number }): (string | Node)[] => [`يستطيع أي شخص إجراء التحقق نفسه من الخارج، داخل نسخة من شيفرة Fairseat: `, code(`${command}`)]
export const logUnreadableEntry = ({ entry }: { entry: string | number }): string => `تتعذّر قراءة المُدخل ${entry}.`
export const logTimeBackwards = ({ entry, at, before }: { entry: string | number; at: string | number; before: string | number }): string => `تاريخ المُدخل ${entry} هو ${at}، بينما تاريخ الذي قبله ${before}.`
export const logTimeAhead = ({ entry, at, now }: { entry: string | number; at: string | number; now: string | number }): string => `المُدخل ${entry} مؤرخ في ${at}، بينما تشير ساعتك إلى ${now}.`
export const logUnknownOffer = ({ entry, offer }: { entry: string | number; offer: string | number }): string => `المُدخل ${entry} يخص عرضًا لم يبدأ قط: ${offer}.`
export const logOfferStillOpen = ({ entry, offer, open }: { entry: string | number; offer: string | number; open: string | number }): string => `المُدخل ${entry} يبدأ العرض ${offer} بينما ${open} ما زال ساريًا.`
export const logOfferAgain = ({ entry, offer }: { entry: string | number; offer: string | number }): string => `المُدخل ${entry} يبدأ العرض ${offer} مرة ثانية.`
export const logCooldownBroken = ({ entry, offer, after, days }: { entry: string | number; offer: string | number; after: string | number; days: string | number }): string => `المُدخل ${entry} يبدأ العرض ${offer} قبل الأوان: عدد الأيام المطلوب بعد انتهاء ${after} هو ${days}، ما لم يكن السعر أعلى.`
export const logTermsLoosened = ({ entry, term, from, to }: { entry: string | number; term: string | number; from: string | number; to: string | number }): string => `المُدخل ${entry} يخفف شروط عرض سارٍ: ${term} من ${from} إلى ${to}.`
export const logTermCap = `عدد المقاعد`
export const logTermPrice = `السعر`
export const logTermCurrency = `العملة`
export const logTermEnd = `النهاية`
export const logTermCooldown = `مدة الانتظار`
export const logOfferIsOver = ({ entry, offer }: { entry: string | number; offer: string | number }): string => `المُدخل ${entry} يغيّر العرض ${offer} بعد انتهائه.`
export const logAboveCap = ({ entry, taken, cap }: { entry: string | number; taken: string | number; cap: string | number }): string => `المُدخل ${entry} يشغل من المقاعد ${taken}، وعددها ${cap} فقط.`
export const logWrongTotals = ({ entry, taken, sold, shouldBeTaken, shouldBeSold }: { entry: string | number; taken: string | number; sold: string | number; shouldBeTaken: string | number; shouldBeSold: string | number }): string => `المُدخل ${entry} يذكر أن المشغول ${taken} والمبيع ${sold}، لكن مجموع المدخلات هو ${shouldBeTaken} و${shouldBeSold}.`
export const logSoldTwice = ({ entry }: { entry: string | number }): string => `المُدخل ${entry} يبيع مقعدًا سبق بيعه.`
export const logWrongMovement = ({ entry }: { entry: string | number }): string => `المُدخل ${entry} يغيّر مقعدًا بطريقة غير ممكنة.`
export const logGone = `السجل الذي رأيته في زيارتك الأخيرة لم يعد موجودًا.`
export const logBadCheckpoint = `توقيع السجل غير صالح.`
export const logBadTile = ({ path }: { path: string | number }): string => `جزء من السجل مفقود أو تالف: ${path}`
export const logRootDiffers = `المدخلات ليست تلك التي وُقِّعت.`
export const logFirstDifference = ({ entry }: { entry: string | number }): string => `أول مُدخل يختلف هو ${entry}.`
export const logShrunk = ({ seen, size }: { seen: string | number; size: string | number }): string => `عدد مدخلات السجل الآن ${size}، وكان ${seen} في زيارتك الأخيرة.`
export const logRewritten = ({ size }: { size: string | number }): string => `المدخلات الأولى، وعددها ${size}، ليست تلك التي رأيتها في زيارتك الأخيرة: أُعيدت كتابة السجل.`
export const logBannerDiffers = ({ shown, counted }: { shown: string | number; counted: string | number }): string => `يذكر الشريط أن المقاعد المتبقية ${shown}، لكنها في السجل ${counted}.`
export const signInMailSubject = ({ code, product }: { code: string | number; product: string | number }): string => `${code} هو رمز تسجيل الدخول إلى ${product}`
export const signInMailText = ({ code, link }: { code: string | number; link: string | number }): string => `رمزك هو ${code}. يعمل مرة واحدة، لمدة 10 دقائق، في المتصفح الذي طلبته منه.\n\nأو افتح هذا الرابط الذي يُدخل الرمز نيابةً عنك. يعمل في أي متصفح لمدة ساعة:\n${link}\n\nإن لم تطلبه، فيمكنك تجاهل هذه الرسالة: لا يستطيع أحد تسجيل الدخول من دونها. لا تشارك الرمز أبدًا.`
export const deletionMailSubject = ({ code, product }: { code: string | number; product: string | number }): string => `${code} هو رمز حذف حسابك لدى ${product}`
export const deletionMailText = ({ code, link }: { code: string | number; link: string | number }): string => `رمزك هو ${code}. أدخله في ${link} لحذف حسابك نهائيًا. صالح لمدة 10 دقائق.\n\nإن لم تطلبه، فقد سجّل شخص آخر الدخول باسمك: سجّل الخروج من كل مكان في ${link}.`
export const proofMailSubject = ({ code, product }: { code: string | number; product: string | number }): string => `${code} هو رمز تأكيد هويتك لدى ${product}`
export const proofMailText = ({ code, link }: { code: string | number; link: string | number }): string => `رمزك هو ${code}. أدخله في الصفحة التي طلبته لعرض بياناتك أو استرداد مالك. صالح لمدة 10 دقائق.\n\nإن لم تطلبه، فقد سجّل شخص آخر الدخول باسمك: سجّل الخروج من كل مكان في ${link}.`
export const formerAddressMailSubject = ({ product }: { product: string | number }): string => `تم تغيير البريد الإلكتروني لحسابك لدى ${product}`
export const formerAddressMailText = ({ product, newAddress, contact }: { product: string | number; newAddress: string | number; contact: string | number }): string => `تم تغيير عنوان البريد الإلكتروني لحسابك لدى ${product} من هذا العنوان إلى ${newAddress}. جاء هذا التغيير من ${product}، لا من صفحة تسجيل الدخول لدينا. وقد سُجِّل خروجك من كل مكان.\n\nإن لم تكن أنت من فعل ذلك، فتواصل معنا فورًا: ${contact}`
export const refundMailSubject = ({ product }: { product: string | number }): string => `رُدّت دفعتك إلى ${product} كاملة`
export const refundMailText = ({ plan, link }: { plan: string | number; link: string | number }): string => `وصلتنا دفعتك مقابل ${plan} بعد حجز المقعد الأخير بذلك السعر.\n\nرددنا المبلغ كاملًا إلى البطاقة أو الحساب الذي دفعت منه، ويصل عادةً خلال عشرة أيام. لا يلزمك فعل شيء، ولن يُخصم منك أي مبلغ آخر.\n\nاطّلع على العرض الحالي: ${link}`
export const trialMailSubject = ({ product }: { product: string | number }): string => `تنتهي قريبًا فترتك التجريبية المجانية في ${product}`
export const trialMailText = ({ plan, date, amount }: { plan: string | number; date: string | number; amount: string | number }): string => `تنتهي فترتك التجريبية المجانية من ${plan} في ${date}. عندئذٍ يُخصم ${amount}، وتتجدد خطتك إلى أن تلغيها.\n\nإن كنت لا ترغب في المتابعة، فألغِها قبل ذلك ولن يُخصم أي مبلغ.`
export const managePlanAt = ({ link }: { link: string | number }): string => `إدارة خطتك: ${link}`
export const unpaidMailSubject = ({ product }: { product: string | number }): string => `تعذّرت دفعتك إلى ${product}`
export const unpaidMailText = ({ amount, plan }: { amount: string | number; plan: string | number }): string => `لم نتمكن من تحصيل ${amount} مقابل ${plan}.`
export const unpaidMailKeep = ({ plan, date }: { plan: string | number; date: string | number }): string => `تحتفظ بـ ${plan} حتى ${date}. حدّث بطاقتك قبل ذلك ولن يتغير شيء آخر.`
export const unpaidMailOver = ({ freePlan, plan }: { freePlan: string | number; plan: string | number }): string => `أنت الآن على ${freePlan}. حدّث بطاقتك لاستعادة ${plan}.`
export const unpaidMailLast = ({ plan, date, freePlan }: { plan: string | number; date: string | number; freePlan: string | number }): string => `تحتفظ بـ ${plan} حتى ${date}. بعد ذلك تنتقل إلى ${freePlan}.`
export const updateCardAt = ({ link }: { link: string | number }): string => `تحديث بطاقتك: ${link}`
export const endMailSubject = ({ product }: { product: string | number }): string => `ينتهي قريبًا وصولك إلى ${product}`
export const endMailText = ({ plan, date }: { plan: string | number; date: string | number }): string => `أُلغي ${plan} وينتهي في ${date}. لن يُخصم مقابله أي مبلغ آخر.`
export const keepPlanAt = ({ plan, link }: { plan: string | number; link: string | number }): string => `الاحتفاظ بـ ${plan}: ${link}`
export const reminderMailFooter = `يمكنك إيقاف مثل هذه التذكيرات من حسابك.`
export const priceMailSubject = ({ product }: { product: string | number }): string => `يتغير سعر ${product}`
export const priceMailText = ({ plan, amount, before, date }: { plan: string | number; amount: string | number; before: string | number; date: string | number }): string => `سيصبح سعر ${plan} ${amount} بدلًا من ${before} ابتداءً من أول تجديد لك بعد ${date}.\n\nحتى ذلك الحين لا يتغير شيء. إن كنت لا ترغب في دفع السعر الجديد، فألغِ خطتك قبل ذلك التجديد ولن يُخصم.`
export const priceChangesAfter = ({ amount, date }: { amount: string | number; date: string | number }): string => `${amount} ابتداءً من أول تجديد لك بعد ${date}.`
export const discountNotIncluded = `لم يُحتسب خصمك هنا. يستمر تطبيقه ما دام ساريًا.`
export const reminders = `تذكيرات بالبريد الإلكتروني`
export const remindBeforeEnd = `ذكّرني قبل انتهاء وصولي`
export const remindersAlways = `تصلك دائمًا الرسائل المتعلقة بما يُخصم منك.`
export const remindersSaved = `تم الحفظ.`
export const seatMailSubject = ({ number, cap, product }: { number: number; cap: number; product: string | number }): string => `المقعد ${formatNumber(language, number)} من ${formatNumber(language, cap)} لدى ${product} لك`
export const seatMailText = ({ plan, number, cap, proof, link }: { plan: string | number; number: number; cap: number; proof: string | number; link: string | number }): string => `شكرًا لشرائك ${plan}. لديك المقعد ${formatNumber(language, number)} من ${formatNumber(language, cap)} بهذا السعر.\n\nبيع مقعدك مدوَّن في سجلّنا العام. يُظهر هذا الإثبات ذلك دون مساعدتنا، مهما فعلنا لاحقًا، فاحتفظ بهذه الرسالة:\n\n${proof}\n\nتحقّق من الإثبات في حسابك: ${link}`
export const errorBadRequest = `لم يُفهم الطلب.`
export const errorBadFirstName = `يُرجى استخدام الأحرف فقط في اسمك الأول، 24 حرفًا على الأكثر.`
export const errorBadEmail = `لا يبدو هذا عنوان بريد إلكتروني. يُرجى التحقق منه.`
export const errorCodeWrong = `هذا الرمز غير صحيح. تحقق من أحدث رسالة أو اطلب رمزًا جديدًا.`
export const errorCodeExpired = `انتهت صلاحية هذا الرمز. اطلب رمزًا جديدًا.`
export const errorCodeSpent = `محاولات خاطئة كثيرة، فلم يعد هذا الرمز صالحًا. اطلب رمزًا جديدًا.`
export const errorUnknownProvider = `لا يمكنك تسجيل الدخول بهذه الطريقة هنا. يُرجى استخدام بريدك الإلكتروني.`
export const errorEmailTaken = `هذا البريد الإلكتروني يخص حسابًا آخر، ولم يُؤكَّد لدى الطرفين. لم يتغيّر شيء.`
export const errorExternalIdTaken = `للحساب بهذا البريد الإلكتروني معرّف خارجي آخر بالفعل.`
export const errorKeyRefused = `المفتاح العام لهذه الصفحة ليس مفتاح هذا الخادم. يُرجى إعادة تحميل الصفحة.`
export const errorForeignOrigin = `جاء هذا الطلب من موقع آخر ورُفض.`
export const errorBadPlan = `اختر خطة معروضة للبيع: "monthly" أو "lifetime" أو "yearly" إن وُجدت.`
export const errorNotSignedIn = `يُرجى تسجيل الدخول أولًا.`
export const errorProofNeeded = `يُرجى تأكيد هويتك أولًا: نرسل إليك رمزًا بالبريد الإلكتروني.`
export const errorUnknownPath = `لا يوجد شيء على هذا العنوان.`
export const errorNoReceipt = `لا يوجد إيصال بعد. ستجده هنا بعد اكتمال دفعة.`
export const errorNothingToManage = `ليس لديك اشتراك لإدارته بعد.`
export const errorNotYourCheckout = `هذه الدفعة تخص حسابًا آخر. سجّل الدخول بالحساب الذي دفعت منه.`
export const errorHasMonthly = ({ monthly }: { monthly: string | number }): string => `أنت مشترك في ${monthly} بالفعل. يمكنك إدارتها من حسابك.`
export const errorHasLifetime = ({ lifetime }: { lifetime: string | number }): string => `أنت تملك ${lifetime} بالفعل. لا شيء آخر للدفع.`
export const errorCheckoutReplaced = ({ lifetime }: { lifetime: string | number }): string => `لقد اخترت شيئًا آخر في هذه الأثناء. اختر ${lifetime} مرة أخرى إن كنت ما زلت تريدها.`
export const errorPaymentProcessing = `ما زالت دفعتك قيد المعالجة. لن يُخصم منك مرة أخرى؛ يُرجى العودة بعد قليل.`
export const errorSeatsHeld = `كل المقاعد بهذا السعر محجوزة أو قيد الدفع الآن. قد يُتاح أحدها خلال نصف ساعة.`
export const errorNewcomersFull = `كل المقاعد بهذا السعر المتاحة للحسابات الجديدة قيد الدفع الآن. قد يُتاح أحدها خلال دقائق.`
export const errorMonthlyMeanwhile = ({ sentence, monthly }: { sentence: string | number; monthly: string | number }): string => `${sentence} يمكنك أيضًا بدء ${monthly} الآن.`
export const errorPriceChanged = ({ lifetime }: { lifetime: string | number }): string => `انتهى العرض للتو وتغيّر سعر ${lifetime}. اخترها مرة أخرى إن كنت ما زلت تريدها.`
export const errorSubscriptionLive = `ما زال اشتراكك ساريًا. ألغِه أولًا؛ يمكنك حذف حسابك بعد انتهائه.`
export const errorTooLarge = `هذه بيانات أكثر مما نقبله هنا.`
export const errorTooManyMails = `أرسلنا عدة رسائل إلى هذا العنوان خلال ساعة. افتح الرابط في أحدثها: فهو يسجّل دخولك في أي متصفح. أو انتظر واطلب لاحقًا.`
export const errorMailsExhausted = `يطلب عدد كبير جدًا من الأشخاص رسائل تسجيل الدخول الآن، لذلك لا يمكننا إرسال المزيد إلى المتصفحات الجديدة. يُرجى المحاولة لاحقًا، أو استخدام متصفح سبق أن سجّلت الدخول منه. ولا يزال الرابط في أي رسالة وصلت خلال الساعة الأخيرة يعمل.`
export const errorCodesExhausted = `أُدخلت رموز خاطئة كثيرة جدًا. افتح الرابط في رسالتنا بدلًا من ذلك: فهو لا يزال يسجّل دخولك. أو انتظر وحاول مرة أخرى لاحقًا.`
export const errorNetworkBusy = `كل المقاعد التي يمكن لشبكتك حجزها في وقت واحد تُدفع الآن. سيتوفر مكان حالما يُدفع أحدها، أو بعد خمس دقائق.`
export const errorNetworkAwaiting = `كل المقاعد التي يمكن لشبكتك حجزها في وقت واحد تنتظر دفعة تستغرق أيامًا. يُرجى المحاولة لاحقًا أو من شبكة أخرى.`
export const errorNetworkPaused = `حُجزت اليوم مقاعد كثيرة من شبكتك ولم تُدفع. يُرجى المحاولة غدًا أو من شبكة أخرى.`
export const errorBuyerPaused = `تخليت اليوم عن مقاعد كثيرة. يُرجى المحاولة مرة أخرى غدًا.`
export const errorProviderDown = `طريقة تسجيل الدخول هذه غير متاحة الآن. يُرجى استخدام بريدك الإلكتروني.`
export const errorPaymentServiceDown = `يتعذّر الوصول إلى خدمة الدفع الآن. لم يُخصم منك شيء؛ يُرجى المحاولة بعد دقيقة.`
export const errorPaymentServiceBusy = `كثيرون يشترون الآن. لم يُخصم منك شيء؛ يُرجى المحاولة بعد بضع ثوانٍ.`
export const errorMailFailed = `تعذّر إرسال البريد الإلكتروني. يُرجى المحاولة بعد دقيقة.`
export const errorDatabaseDown = `يتعذّر الوصول إلى قاعدة بياناتنا الآن. يُرجى المحاولة بعد دقيقة.`
