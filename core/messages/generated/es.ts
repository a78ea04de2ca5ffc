// Generated from messages/*.json by `npm run messages`; edit those.
import { pluralOf, formOf, formatNumber } from '../format.ts'

export const language = 'es'
export const accountLink = `Cuenta`
export const accountNavigation = `Cuenta`
export const mainNavigation = `Navegación principal`
export const languageNavigation = `Idioma`
export const plansLink = `Planes`
export const billing = `Facturación`
export const howSeatsAreCounted = `Cómo se cuentan las plazas`
export const terms = `Condiciones`
export const privacy = `Privacidad`
export const imprint = `Aviso legal`
export const support = `Ayuda`
export const testMode = `Modo de prueba`
export const testModeTitle = `No se mueve dinero real`
export const testModeExplained = `: no se mueve dinero real`
export const signIn = `Iniciar sesión`
export const signingIn = `Iniciando sesión…`
export const seeThePlans = `Ver los planes`
export const goToAccount = `Ir a tu cuenta`
export const openProduct = ({ product }: { product: string | number }): string => `Abrir ${product}`
export const redirecting = `Redirigiendo…`
export const tryAgain = `Intentar de nuevo`
export const trying = `Intentando…`
export const notKnown = `Desconocido`
export const serverUnreachable = `No hemos podido conectar con el servidor. Comprueba tu conexión e inténtalo de nuevo.`
export const somethingWentWrong = `Algo ha fallado por nuestra parte. Inténtalo de nuevo.`
export const pricingTitle = `Precios`
export const signInDescription = ({ product }: { product: string | number }): string => `Inicia sesión en ${product} con un código enviado a tu correo electrónico.`
export const accountDescription = ({ product }: { product: string | number }): string => `Tu plan y tus sesiones en ${product}.`
export const welcomeDescription = ({ product }: { product: string | number }): string => `El estado de tu pago a ${product}.`
export const continueAsTitle = `Confirma tu inicio de sesión`
export const continueAsDescription = `Una página de otro sitio o de otra cuenta lleva aquí. Confirma quién eres.`
export const howWeCountDescription = `De dónde sale el número de plazas libres y qué compras se muestran.`
export const notFoundTitle = `No encontrada`
export const notFoundDescription = `No hay ninguna página en esta dirección.`
export const signInToUpgrade = `Inicia sesión para comprar`
export const yourCurrentPlan = `Tu plan actual`
export const notifications = `Notificaciones`
export const youAreOn = ({ plan }: { plan: string | number }): string => `Tienes el plan ${plan}.`
export const manageInAccount = `Gestionarlo en tu cuenta`
export const comparePlans = `Compara los planes`
export const whatYouGet = `Qué incluye`
export const included = `Incluido`
export const notIncluded = `No incluido`
export const whatCustomersSay = `Lo que dicen los clientes`
export const questionsAndAnswers = `Preguntas y respuestas`
export const noteOwnsLifetime = ({ lifetime }: { lifetime: string | number }): string => `Ya tienes ${lifetime}, no necesitas nada más.`
export const noteOwnPriceDiffers = `Lo que pagas puede ser distinto de este precio.`
export const notePaymentOnItsWay = ({ amount }: { amount: string | number }): string => `Tu pago de ${amount} está en camino.`
export const noteCardBeforeLifetime = ({ lifetime, monthly }: { lifetime: string | number; monthly: string | number }): string => `Actualiza primero tu tarjeta. Podrás comprar ${lifetime} cuando ${monthly} esté pagado.`
export const noteCardBringsBack = ({ monthly }: { monthly: string | number }): string => `Actualiza primero tu tarjeta. Así recuperarás ${monthly}.`
export const noteNoSeatFree = `Ahora mismo no hay ninguna plaza libre.`
export const noteEndsTrial = ({ monthly }: { monthly: string | number }): string => `Al comprarlo termina tu prueba gratuita de ${monthly}.`
export const noteEndsAndRefunds = ({ monthly }: { monthly: string | number }): string => `Al comprarlo termina ${monthly} y se te reembolsa la parte sin usar.`
export const noteEndsAndCredits = ({ monthly }: { monthly: string | number }): string => `Al comprarlo termina ${monthly} y la parte sin usar pasa a tu saldo.`
export const billingPeriod = `Periodo de facturación`
export const byTheMonth = `Mensual`
export const byTheYear = `Anual`
export const saveAYear = ({ amount }: { amount: string | number }): string => `Ahorra ${amount} al año`
export const trialThen = ({ days, price, period }: { days: number; price: string | number; period: string | number }): string => `${pluralOf(language, days, { "one": `${formatNumber(language, days)} día`, "many": `${formatNumber(language, days)} días`, "other": `${formatNumber(language, days)} días` })} gratis, después ${price} ${period}`
export const afterDeal = ({ price }: { price: string | number }): string => `${price} después de esta oferta`
export const currency = `Moneda`
export const currencyKept = `Tu suscripción está en esta moneda, y por eso también todo lo que compres aquí.`
export const bannerSeats = ({ remaining, price }: { remaining: number; price: string | number }): string => `${pluralOf(language, remaining, { "one": `Queda ${formatNumber(language, remaining)} plaza a ${price}: ¡solo queda ${formatNumber(language, remaining)}!`, "many": `Quedan ${formatNumber(language, remaining)} de plazas a ${price}: ¡solo quedan ${formatNumber(language, remaining)}!`, "other": `Quedan ${formatNumber(language, remaining)} plazas a ${price}: ¡solo quedan ${formatNumber(language, remaining)}!` })}`
export const bannerTime = ({ price, remaining }: { price: string | number; remaining: number }): string => `Por tiempo limitado: oferta Lifetime por ${price}. ${pluralOf(language, remaining, { "one": `¡Solo queda ${formatNumber(language, remaining)}!`, "many": `¡Solo quedan ${formatNumber(language, remaining)}!`, "other": `¡Solo quedan ${formatNumber(language, remaining)}!` })}`
export const bannerDemand = ({ remaining }: { remaining: number }): string => `Mucha demanda: ${pluralOf(language, remaining, { "one": `¡queda ${formatNumber(language, remaining)} plaza antes de que suba el precio!`, "many": `¡quedan ${formatNumber(language, remaining)} de plazas antes de que suba el precio!`, "other": `¡quedan ${formatNumber(language, remaining)} plazas antes de que suba el precio!` })}`
export const liveSeats = ({ remaining, price }: { remaining: number; price: string | number }): string => `${pluralOf(language, remaining, { "one": `Queda ${formatNumber(language, remaining)} plaza a ${price}: ¡solo queda ${formatNumber(language, remaining)}!`, "many": `Quedan ${formatNumber(language, remaining)} de plazas a ${price}: ¡solo quedan ${formatNumber(language, remaining)}!`, "other": `Quedan ${formatNumber(language, remaining)} plazas a ${price}: ¡solo quedan ${formatNumber(language, remaining)}!` })}`
export const liveTime = ({ price, plan, remaining }: { price: string | number; plan: string | number; remaining: number }): string => `Por tiempo limitado: ${plan} por ${price}. ${pluralOf(language, remaining, { "one": `¡Solo queda ${formatNumber(language, remaining)}!`, "many": `¡Solo quedan ${formatNumber(language, remaining)}!`, "other": `¡Solo quedan ${formatNumber(language, remaining)}!` })}`
export const liveTimeUntil = ({ price, plan, until, remaining }: { price: string | number; plan: string | number; until: string | number; remaining: number }): string => `Por tiempo limitado: ${plan} por ${price} hasta el ${until}. ${pluralOf(language, remaining, { "one": `¡Solo queda ${formatNumber(language, remaining)}!`, "many": `¡Solo quedan ${formatNumber(language, remaining)}!`, "other": `¡Solo quedan ${formatNumber(language, remaining)}!` })}`
export const liveDemand = ({ remaining }: { remaining: number }): string => `Mucha demanda: ${pluralOf(language, remaining, { "one": `¡queda ${formatNumber(language, remaining)} plaza antes de que suba el precio!`, "many": `¡quedan ${formatNumber(language, remaining)} de plazas antes de que suba el precio!`, "other": `¡quedan ${formatNumber(language, remaining)} plazas antes de que suba el precio!` })}`
export const dealEnded = ({ plan, price }: { plan: string | number; price: string | number }): string => `La oferta ha terminado. ${plan} cuesta ahora ${price}.`
export const soldOut = ({ plan, price }: { plan: string | number; price: string | number }): string => `Agotado. ${plan} cuesta ahora ${price}.`
export const allSeatsTaken = ({ cap }: { cap: number }): string => `${pluralOf(language, cap, { "one": `La única plaza está ocupada.`, "many": `Las ${formatNumber(language, cap)} de plazas están ocupadas.`, "other": `Las ${formatNumber(language, cap)} plazas están ocupadas.` })}`
export const allSeatsHeld = ({ cap, held }: { cap: number; held: number }): string => `${pluralOf(language, cap, { "one": `La única plaza se está pagando ahora; puede quedar libre en 30 minutos.`, "many": `Las ${formatNumber(language, cap)} de plazas están ocupadas. ${formatNumber(language, held)} se están pagando ahora; alguna puede quedar libre en 30 minutos.`, "other": `Las ${formatNumber(language, cap)} plazas están ocupadas. ${pluralOf(language, held, { "one": `${formatNumber(language, held)} se está pagando`, "many": `${formatNumber(language, held)} se están pagando`, "other": `${formatNumber(language, held)} se están pagando` })} ahora; alguna puede quedar libre en 30 minutos.` })}`
export const seatsClaimed = `Plazas ocupadas`
export const percentClaimed = ({ percent }: { percent: string | number }): string => `${percent} % ocupado`
export const startedSeats = ({ base }: { base: number }): string => `${pluralOf(language, base, { "one": `Al inicio: ${formatNumber(language, base)} plaza`, "many": `Al inicio: ${formatNumber(language, base)} de plazas`, "other": `Al inicio: ${formatNumber(language, base)} plazas` })}`
export const remainingClaimed = ({ remaining, percent }: { remaining: number; percent: string | number }): string => `${pluralOf(language, remaining, { "one": `Queda ${formatNumber(language, remaining)}`, "many": `Quedan ${formatNumber(language, remaining)}`, "other": `Quedan ${formatNumber(language, remaining)}` })} (${percent} % ocupado)`
export const purchaseFrom = <Node>({ strong, name, country, span, em, plan }: { strong: (text: string) => Node; name: string | number; country: string | number; span: (text: string) => Node; em: (text: string) => Node; plan: string | number }): (string | Node)[] => [strong(`${name} (${country})`), ` `, span(`acaba de pasar a`), ` `, em(`${plan}`)]
export const purchase = <Node>({ strong, name, span, em, plan }: { strong: (text: string) => Node; name: string | number; span: (text: string) => Node; em: (text: string) => Node; plan: string | number }): (string | Node)[] => [strong(`${name}`), ` `, span(`acaba de pasar a`), ` `, em(`${plan}`)]
export const someone = `Alguien`
export const closeNotification = `Cerrar notificación`
export const countryBR = `Brasil`
export const countryCA = `Canadá`
export const countryDE = `Alemania`
export const countryFR = `Francia`
export const countryIE = `Irlanda`
export const countryIN = `India`
export const countryJP = `Japón`
export const countryMX = `México`
export const countryNG = `Nigeria`
export const countryNO = `Noruega`
export const countrySG = `Singapur`
export const countryTR = `Turquía`
export const checkoutRefused = `No se ha podido crear la sesión de pago`
export const checkoutWithoutUrl = `No se ha recibido la dirección de pago`
export const checkoutNotStarted = `No se ha podido iniciar el pago`
export const checkoutWaits = ({ reason, minutes, time }: { reason: string | number; minutes: string | number; time: string | number }): string => `${reason} Deja esta página abierta: comprueba cada pocos segundos y te lleva al pago en cuanto haya sitio. Espera ${minutes} minutos como máximo, hasta las ${time}.`
export const checkoutWaitEnded = `No ha quedado libre ninguna plaza para ti mientras esta página esperaba. Inténtalo más tarde.`
export const stopWaiting = `Dejar de esperar`
export const dismissError = `Cerrar el error`
export const portalNotOpened = `No hemos podido abrir la página de facturación. Inténtalo de nuevo.`
export const receiptNotOpened = `No hemos podido abrir el recibo. Inténtalo de nuevo.`
export const manageBilling = `Gestionar la facturación`
export const payByTheYear = `Pagar por año`
export const payByTheMonth = `Pagar por mes`
export const updateCard = `Actualizar tu tarjeta`
export const viewReceipt = `Ver el recibo`
export const upgrade = `Mejorar el plan`
export const invoicesAndReceipts = `Facturas y recibos`
export const documentStatus = ({ status }: { status: string }): string => `${formOf({ "paid": `Pagada`, "open": `Pendiente de pago`, "uncollectible": `Impagada`, "void": `Anulada`, "refunded": `Reembolsada`, "other": `Reembolsada en parte` }, status)}`
export const invoice = `Factura`
export const receipt = `Recibo`
export const showOlder = `Mostrar anteriores`
export const loadingDocuments = `Cargando…`
export const taxIncluded = `IVA incl.`
export const taxAdded = `más IVA`
export const moneyBackDays = ({ days }: { days: string | number }): string => `Garantía de devolución de ${days} días`
export const withdrawOffer = `Desistir y recuperar el dinero`
export const moneyBack = `Desistir y recuperar el dinero`
export const moneyBackDescription = ({ product }: { product: string | number }): string => `Devuelve tu plan en ${product} y recupera el dinero.`
export const withdrawTerms = ({ plan, amount, date }: { plan: string | number; amount: string | number; date: string | number }): string => `${plan} termina al momento y todo lo que pagaste, ${amount}, se devuelve por el mismo medio de pago. Puedes hacerlo hasta el ${date}. No se puede deshacer.`
export const withdrawConfirm = ({ plan, amount }: { plan: string | number; amount: string | number }): string => `Confirmar: terminar ${plan} y devolver ${amount}`
export const withdrawing = `Confirmando…`
export const withdrawKeep = ({ plan }: { plan: string | number }): string => `Conservar ${plan}`
export const withdrawnHeading = `Tu reembolso está en camino`
export const withdrawnText = ({ date, plan, amount }: { date: string | number; plan: string | number; amount: string | number }): string => `Recibimos tu desistimiento el ${date}. ${plan} ha terminado y ${amount} se devuelven por el mismo medio de pago. Los bancos suelen tardar de 5 a 10 días hábiles. Te hemos enviado una confirmación por correo.`
export const withdrawNothing = `No hay nada que devolver. La garantía cubre los primeros días tras tu primer pago de un plan.`
export const withdrawNeedsScript = `Esta página necesita JavaScript.`
export const backToAccount = `Volver a tu cuenta`
export const errorGuaranteeOver = `Ya no hay nada que devolver: los días de la garantía han pasado o el dinero ya se devolvió.`
export const withdrawalMailSubject = ({ product }: { product: string | number }): string => `Tu desistimiento en ${product}`
export const withdrawalMailText = ({ plan, requestedAt, amount, link }: { plan: string | number; requestedAt: string | number; amount: string | number; link: string | number }): string => `Recibimos tu desistimiento de ${plan} el ${requestedAt}.\n\n${plan} ha terminado y todo lo que pagaste, ${amount}, se devuelve por el mismo medio de pago. Los bancos suelen tardar de 5 a 10 días hábiles. No tienes que hacer nada más.\n\nTu cuenta: ${link}`
export const paidOnce = `Pagado una sola vez. No se renueva nada.`
export const nothingCharged = `No se cobra nada.`
export const paymentFailedKeep = ({ plan }: { plan: string | number }): string => `Tu último pago ha fallado. Actualiza tu tarjeta para conservar ${plan}.`
export const paymentFailedKeepBy = ({ date, plan }: { date: string | number; plan: string | number }): string => `Tu último pago ha fallado. Actualiza tu tarjeta antes del ${date} para conservar ${plan}.`
export const paymentFailedBack = ({ plan }: { plan: string | number }): string => `Tu último pago ha fallado. Actualiza tu tarjeta para recuperar ${plan}.`
export const endsOn = ({ date }: { date: string | number }): string => `Termina el ${date}`
export const trialUntil = ({ date }: { date: string | number }): string => `Prueba gratuita hasta el ${date}`
export const trialUntilThen = ({ date, amount, interval }: { date: string | number; amount: string | number; interval: string }): string => `Prueba gratuita hasta el ${date}, después ${amount} ${formOf({ "yearly": `al año`, "other": `al mes` }, interval)}.`
export const renewsOn = ({ date }: { date: string | number }): string => `Se renueva el ${date}`
export const paidRenewsOn = ({ amount, interval, date }: { amount: string | number; interval: string; date: string | number }): string => `${amount} ${formOf({ "yearly": `al año`, "other": `al mes` }, interval)}. Se renueva el ${date}`
export const firstPaymentFailed = `Tu primer pago no se ha completado.`
export const planPaused = ({ plan }: { plan: string | number }): string => `${plan} está en pausa. Añade una tarjeta para reanudarlo.`
export const pendingPayment = ({ amount, plan, date }: { amount: string | number; plan: string | number; date: string | number }): string => `Tu pago de ${amount} por ${plan} está en camino desde el ${date}.`
export const pendingVoucher = ({ plan }: { plan: string | number }): string => `${plan} empieza alrededor de un día hábil después de que pagues el cupón.`
export const pendingTransfer = ({ plan }: { plan: string | number }): string => `${plan} empieza cuando llegue tu transferencia, normalmente en unos pocos días hábiles.`
export const pendingDebit = ({ method, plan }: { method: string; plan: string | number }): string => `${formOf({ "sepa_debit": `Un adeudo bancario suele tardar unos 5 días hábiles.`, "us_bank_account": `Un adeudo bancario suele tardar hasta 4 días hábiles.`, "au_becs_debit": `Un adeudo bancario suele tardar hasta 3 días hábiles.`, "other": `Un adeudo bancario suele tardar varios días hábiles.` }, method)} No tienes que hacer nada: ${plan} empieza por sí solo cuando llegue el dinero.`
export const paidOn = ({ amount, date }: { amount: string | number; date: string | number }): string => `Pagaste ${amount} el ${date}.`
export const seatIsYours = ({ number, cap }: { number: string | number; cap: string | number }): string => `La plaza ${number} de ${cap} es tuya.`
export const ownSeat = ({ number, cap }: { number: number; cap: number }): string => `Plaza ${number} de ${cap}`
export const seatProofText = `La venta de tu plaza consta en nuestro registro público. Esta prueba lo demuestra sin nuestra ayuda, hagamos lo que hagamos después: guárdala.`
export const seatProofCheck = `Comprobar la prueba`
export const seatProofSave = `Descargar la prueba`
export const seatProofHolds = ({ number }: { number: number }): string => `Comprobado en tu navegador: la venta de tu plaza, la número ${number}, consta en el registro.`
export const seatProofFails = ({ problem }: { problem: string | number }): string => `La prueba no es válida: ${problem}`
export const seatProofUnreadable = `No se puede leer.`
export const seatProofNotSigned = `No está firmada con la clave de este registro.`
export const seatProofNotInLog = `Su entrada no está en el registro firmado.`
export const seatProofOtherEntry = `Su entrada no es la venta de esta plaza.`
export const endedOn = ({ plan, date }: { plan: string | number; date: string | number }): string => `${plan} terminó el ${date}.`
export const unusedRefunded = ({ amount }: { amount: string | number }): string => `Se te reembolsaron ${amount} por el mismo medio de pago.`
export const unusedCredited = `La parte sin usar se añadió a tu saldo.`
export const refundedOn = ({ amount, plan, date }: { amount: string | number; plan: string | number; date: string | number }): string => `Tu pago de ${amount} por ${plan} se reembolsó el ${date}, así que ${plan} ha terminado.`
export const disputedOn = ({ amount, plan, date }: { amount: string | number; plan: string | number; date: string | number }): string => `Tu banco retiró tu pago de ${amount}, así que ${plan} terminó el ${date}.`
export const oversoldOn = ({ amount, date }: { amount: string | number; date: string | number }): string => `Tu pago de ${amount} llegó cuando ya no quedaban plazas. Empezamos a devolverlo por completo el ${date}.`
export const yourPayment = `Tu pago`
export const paymentNotCompleted = `Este pago no se completó y no se te ha cobrado nada.`
export const paymentWithoutSeat = `Otra persona consiguió la última plaza a este precio antes de que llegara tu pago. Te devolvemos todo el dinero y te hemos enviado los detalles por correo electrónico.`
export const boughtPlanEnded = `El plan que obtuviste aquí ha terminado. Tu cuenta muestra tu plan, tus pagos y lo que se ha reembolsado.`
export const noPaymentHere = `Aquí no hay ningún pago que mostrar.`
export const nothingToDo = `No tienes que hacer nada.`
export const planStartsByItself = `Puedes cerrar esta página. Por favor, no pagues otra vez: tu plan empieza por sí solo cuando se complete el pago.`
export const checkAgain = `Comprobar otra vez`
export const cannotReachServer = `Ahora mismo no podemos conectar con el servidor.`
export const cannotLookUpPayment = `Ahora mismo no podemos consultar tu pago.`
export const weKeepTrying = `Seguiremos intentándolo.`
export const paymentTakesLonger = `Tu pago todavía se está procesando. Algunos medios de pago tardan más.`
export const lookingUpPayment = `Consultando tu pago…`
export const paymentProcessing = `Tu pago se está procesando. Suele tardar unos segundos.`
export const paymentNeedsScript = `Para consultar tu pago hace falta JavaScript. Permítelo en este sitio y vuelve a cargar la página.`
export const welcomeTo = ({ plan }: { plan: string | number }): string => `Te damos la bienvenida a ${plan}`
export const thankYou = `Gracias.`
export const yoursForGood = `Es tuyo para siempre: pagado una vez, no se renueva nada.`
export const cancelAnyTime = `Puedes cancelar en cualquier momento en tu cuenta.`
export const activeNow = `Tu plan ya está activo.`
export const welcomeRenews = ({ date }: { date: string | number }): string => `Tu suscripción se renueva el ${date}.`
export const welcomePaidRenews = ({ amount, date }: { amount: string | number; date: string | number }): string => `Has pagado ${amount}. Tu suscripción se renueva el ${date} por ${amount}.`
export const welcomeTrial = ({ date }: { date: string | number }): string => `Tu prueba gratuita dura hasta el ${date}. Antes no pagas nada.`
export const welcomeTrialThen = ({ date, amount, interval }: { date: string | number; amount: string | number; interval: string }): string => `Tu prueba gratuita dura hasta el ${date}. Antes no pagas nada y después ${amount} ${formOf({ "yearly": `al año`, "other": `al mes` }, interval)}.`
export const showFirstName = `¿Podemos mostrar tu nombre de pila?`
export const purchaseAsSeen = `Tu compra, tal como la ven los demás`
export const purchaseChoice = ({ plan }: { plan: string | number }): string => `Quienes visitan la página de precios pueden ver una nota breve de que alguien compró ${plan} en el último día. ¿Cómo quieres que aparezca la tuya?`
export const showMyPurchase = `Mostrar mi compra`
export const withFirstName = `Con mi nombre de pila`
export const withoutName = `Sin nombre`
export const notAtAll = `De ningún modo`
export const firstName = `Nombre de pila`
export const firstNameHint = `Solo letras. No se muestra nada más de ti.`
export const save = `Guardar`
export const saving = `Guardando…`
export const choiceSaved = `Guardado. Puedes cambiarlo en tu cuenta en cualquier momento.`
export const yourAccount = `Tu cuenta`
export const you = `Tú`
export const email = `Correo electrónico`
export const name = `Nombre`
export const plan = `Plan`
export const signOut = `Cerrar sesión`
export const signOutEverywhere = `Cerrar sesión en todas partes`
export const signingOut = `Cerrando sesión…`
export const whereSignedIn = `Dónde tienes la sesión abierta`
export const thisDevice = `Este dispositivo`
export const lastUsed = <Node>({ time, moment }: { time: (text: string) => Node; moment: string | number }): (string | Node)[] => [`Último uso: `, time(`${moment}`)]
export const justNow = `ahora mismo`
export const deviceOn = ({ browser, system }: { browser: string | number; system: string | number }): string => `${browser} en ${system}`
export const unknownDevice = `Dispositivo desconocido`
export const yourData = `Tus datos`
export const downloadData = `Descargar todo lo que se guarda sobre ti`
export const accountNotLoaded = `No hemos podido cargar tu cuenta. Inténtalo de nuevo.`
export const accountNeedsScript = `Tu cuenta necesita JavaScript. Permítelo en este sitio y vuelve a cargar la página.`
export const deleteAccount = `Eliminar la cuenta`
export const deletionIsFinal = `Se eliminan para siempre tu nombre, tu correo electrónico y tus sesiones.`
export const deletionLosesPlan = <Node>({ strong, plan }: { strong: (text: string) => Node; plan: string | number }): (string | Node)[] => [strong(`También perderás ${plan}`), `: no se puede pasar a otra cuenta y eliminarlo no supone un reembolso.`]
export const deletionKeepsRecords = `Conservamos un registro de tus pagos, sin tu nombre.`
export const deleteMyAccount = `Eliminar mi cuenta`
export const sendingCode = `Enviando un código…`
export const deletionCodeSent = <Node>({ strong, email }: { strong: (text: string) => Node; email: string | number }): (string | Node)[] => [`Hemos enviado un código de seis cifras a `, strong(`${email}`), `. Al introducirlo, tu cuenta se elimina de inmediato.`]
export const proofNeeded = ({ product }: { product: string | number }): string => `${product} ha iniciado tu sesión aquí. Antes de descargar tus datos o recuperar tu dinero, te enviamos un código de seis cifras por correo.`
export const proofCodeSent = `Hemos enviado un código de seis cifras a tu dirección de correo.`
export const proofConfirm = `Confirmar`
export const proofConfirming = `Confirmando…`
export const deleteForGood = `Eliminar para siempre`
export const deleting = `Eliminando…`
export const keepMyAccount = `Conservar mi cuenta`
export const readOutbox = <Node>({ link }: { link: (text: string) => Node }): (string | Node)[] => [`Modo de prueba: `, link(`lee tu correo en la bandeja de salida`)]
export const outboxClosed = `Modo de prueba: no se envía ningún correo. Para leerlo, abre la dirección que el servidor mostró al arrancar.`
export const lookupFailed = `Parece que tienes la sesión abierta, pero no hemos podido consultar tu plan ahora mismo.`
export const continueAnyway = `Continuar de todos modos`
export const emailAddress = `Correo electrónico`
export const emailHint = `Sin contraseña: te enviaremos un código de seis cifras por correo.`
export const sendMeACode = `Enviarme un código`
export const sending = `Enviando…`
export const tryAgainIn = ({ seconds }: { seconds: string | number }): string => `Intentar de nuevo en ${seconds} s`
export const or = `o`
export const continueWith = ({ provider }: { provider: string | number }): string => `Continuar con ${provider}`
export const codeSent = <Node>({ strong, email }: { strong: (text: string) => Node; email: string | number }): (string | Node)[] => [`Hemos enviado un código de seis cifras a `, strong(`${email}`), `.`]
export const codeFilledIn = <Node>({ strong, email }: { strong: (text: string) => Node; email: string | number }): (string | Node)[] => [`Hemos rellenado el código de `, strong(`${email}`), `.`]
export const useAnotherAddress = `Usar otra dirección`
export const sixDigitCode = `Código de seis cifras`
export const sixDigits = `Seis cifras`
export const codeLasts = `Vale durante 10 minutos.`
export const newCodeOnItsWay = `Un código nuevo está en camino.`
export const noEmail = `¿No te llega el correo? Mira en la carpeta de spam.`
export const sendNewCode = `Enviar un código nuevo`
export const sendNewCodeIn = ({ seconds }: { seconds: string | number }): string => `Enviar un código nuevo en ${seconds} s`
export const providerFailed = `Ese inicio de sesión no ha funcionado. Inténtalo de nuevo o usa tu correo electrónico.`
export const providerCancelled = `Has cancelado ese inicio de sesión. Inténtalo de nuevo o usa tu correo electrónico.`
export const providerAddressTaken = `Ya hay una cuenta con ese correo electrónico. Inicia sesión con un código enviado a él.`
export const providerWithoutAddress = `Ese inicio de sesión no nos ha dado un correo electrónico. Usa aquí tu correo electrónico.`
export const providerTookTooLong = `Ese inicio de sesión ha tardado demasiado o se empezó en otra ventana. Inténtalo de nuevo.`
export const productNotSetUp = `El sitio que te ha enviado aquí no está configurado para ello. Avisa a su propietario.`
export const productTookTooLong = `Ese inicio de sesión ha tardado demasiado. Vuelve a donde estabas e inténtalo de nuevo, o inicia sesión aquí.`
export const productAddressUnverified = `Tu correo electrónico todavía no está verificado allí. Verifícalo e inténtalo de nuevo, o inicia sesión aquí con un código.`
export const productAddressOfAnother = `La cuenta con ese correo electrónico pertenece a otro inicio de sesión. Inicia sesión con un código enviado a él.`
export const productNotReached = `Ahora mismo no podemos comprobar ese inicio de sesión. Inténtalo dentro de un minuto o usa tu correo electrónico.`
export const signInLinkUsed = `Ese enlace de inicio de sesión ya se usó o tiene más de un minuto. Ábrelo de nuevo o inicia sesión aquí.`
export const tooManyTries = `Demasiados intentos. Espera un momento e inténtalo de nuevo.`
export const continueAsQuestion = ({ email }: { email: string | number }): string => `¿Continuar como ${email}?`
export const continueAsExplained = <Node>({ strong, email }: { strong: (text: string) => Node; email: string | number }): (string | Node)[] => [`Has iniciado sesión como `, strong(`${email}`), `. Este enlace es para otra cuenta. Lo que compres allí pertenece a esa cuenta.`]
export const continueAsUnknown = <Node>({ strong, email }: { strong: (text: string) => Node; email: string | number }): (string | Node)[] => [`Este enlace inicia sesión en la cuenta de `, strong(`${email}`), `. Continúa solo si es tuya: lo que compres pertenece a esa cuenta.`]
export const continueWithoutSignIn = `Continuar sin iniciar sesión`
export const continueAs = ({ email }: { email: string | number }): string => `Continuar como ${email}`
export const staySignedInAs = ({ email }: { email: string | number }): string => `Seguir como ${email}`
export const noPageHere = `Aquí no hay ninguna página`
export const noPageReason = `Puede que la dirección esté mal escrita o que la página se haya movido.`
export const howWeCount = `Cómo contamos`
export const backToPlans = `Volver a los planes`
export const countIsDemo = `Esto es una demostración. El número de plazas se calcula según la hora y los compradores de las notificaciones son inventados. Nada es limitado.`
export const countOnceReal = `Cuando las ventas sean reales, las plazas y las compras se contarán así.`
export const rightNow = `Ahora mismo`
export const countNow = <Node>({ remaining, cap, plan, price, time, moment }: { remaining: number; cap: number; plan: string | number; price: string | number; time: (text: string) => Node; moment: string | number }): (string | Node)[] => [`${pluralOf(language, remaining, { "one": `Queda ${formatNumber(language, remaining)}`, "many": `Quedan ${formatNumber(language, remaining)}`, "other": `Quedan ${formatNumber(language, remaining)}` })}`, ` de `, `${pluralOf(language, cap, { "one": `${formatNumber(language, cap)} plaza`, "many": `${formatNumber(language, cap)} de plazas`, "other": `${formatNumber(language, cap)} plazas` })}`, `. `, `${plan}`, ` cuesta `, `${price}`, `. Contado el `, time(`${moment}`), `.`]
export const countNotRead = `Ahora mismo no podemos leer las cifras, así que no mostramos ninguna.`
export const seats = `Plazas`
export const countSource = `Las plazas libres son todas, menos las vendidas, menos las que alguien está pagando en este momento. El número sale del mismo registro que decide si puedes comprar, así que no puede decir una cosa mientras el pago hace otra. Todo el mundo ve el mismo número.`
export const countHolds = `Cuando empiezas a pagar, te guardamos una plaza durante media hora como máximo, o cinco minutos si otras personas de tu red esperan. Si no pagas, vuelve a estar libre y el número puede subir de nuevo. Un pago que tarda días conserva su plaza hasta que llega el dinero o el pago falla.`
export const countEnds = `Nunca añadimos plazas mientras dura la oferta, y una plaza vendida sigue vendida, aunque quien la compró reciba un reembolso. Cuando se vende la última, la oferta termina y se aplica el precio posterior.`
export const countCooldown = `Una oferta terminada no vuelve pronto: una nueva al mismo precio o más barata solo puede empezar cuando el precio posterior haya estado en vigor tanto tiempo como prometió la oferta, 30 días si en ella no se indica otra cosa.`
export const purchases = `Compras`
export const countPurchases = `Cada compra que mencionamos se pagó en el último día y no se ha reembolsado. Solo mostramos un nombre de pila si quien compró dio su permiso, y un país solo si lo comparten al menos tres compradores. Cada comprador puede cambiarlo, u ocultar su compra, en su cuenta en cualquier momento.`
export const everyDeal = `Todas las ofertas hasta ahora`
export const dealTerms = ({ cap, price, later }: { cap: number; price: string | number; later: string | number }): string => `${pluralOf(language, cap, { "one": `${formatNumber(language, cap)} plaza`, "many": `${formatNumber(language, cap)} de plazas`, "other": `${formatNumber(language, cap)} plazas` })} a ${price}, después ${later}.`
export const dealOpened = <Node>({ time, moment }: { time: (text: string) => Node; moment: string | number }): (string | Node)[] => [`Abierta el `, time(`${moment}`), `.`]
export const dealEndsBy = <Node>({ time, moment }: { time: (text: string) => Node; moment: string | number }): (string | Node)[] => [`Termina como muy tarde el `, time(`${moment}`), `.`]
export const dealChanged = <Node>({ time, moment, cap }: { time: (text: string) => Node; moment: string | number; cap: number }): (string | Node)[] => [`Desde el `, time(`${moment}`), `: `, `${pluralOf(language, cap, { "one": `${formatNumber(language, cap)} plaza`, "many": `${formatNumber(language, cap)} de plazas`, "other": `${formatNumber(language, cap)} plazas` })}`, `.`]
export const dealClosed = <Node>({ time, moment, sold }: { time: (text: string) => Node; moment: string | number; sold: number }): (string | Node)[] => [`Terminada el `, time(`${moment}`), `, `, `${pluralOf(language, sold, { "one": `${formatNumber(language, sold)} plaza vendida`, "many": `${formatNumber(language, sold)} de plazas vendidas`, "other": `${formatNumber(language, sold)} plazas vendidas` })}`, `.`]
export const dealCooldown = ({ days }: { days: number }): string => `Ninguna oferta a este precio o más barata durante ${pluralOf(language, days, { "one": `${formatNumber(language, days)} día`, "many": `${formatNumber(language, days)} de días`, "other": `${formatNumber(language, days)} días` })} después de su fin.`
export const dealCooldownShort = ({ usual }: { usual: number }): string => `Es menos que los ${usual} días habituales.`
export const seatsOverTime = `Plazas a lo largo del tiempo`
export const seatsSold = `Vendidas`
export const seatsHeld = `Pago en curso`
export const seatsFree = `Libres`
export const timeInUtc = `Hora (UTC)`
export const verifiedCount = `Número verificado`
export const logCheck = `Verificado por tu navegador`
export const logExplained = `Cada cambio de una plaza es una entrada de un registro público que solo puede crecer. Tu navegador lo lee entero, comprueba la firma, sigue cada plaza y compara el resultado con el aviso.`
export const logChecking = `Tu navegador está verificando el registro…`
export const logVerified = ({ entries, sold, cap, remaining }: { entries: string | number; sold: string | number; cap: string | number; remaining: string | number }): string => `Verificado. Entradas del registro: ${entries}. Plazas vendidas: ${sold} de ${cap}, libres: ${remaining}. El aviso muestra el mismo número.`
export const logSameHistory = `Lo que viste en tu última visita sigue ahí, sin cambios.`
export const logIsWrong = `Algo no cuadra, así que no te fíes del número de plazas:`
export const logNotRead = `Ahora mismo no se puede leer el registro, así que no se ha verificado nada.`
export const logUnsupported = `Este navegador no puede comprobar la firma, así que no se ha verificado nada. Uno más reciente sí puede.`
export const logNeedsScript = `La verificación necesita JavaScript. Permítelo para este sitio y vuelve a cargar la página.`
export const logFromOutside = <Node>({ code, command }: { code: (text: string) => Node; command: string | number }): (string | Node)[] => [`Cualquiera puede hacer la misma verificación desde fuera, en una copia del código de Fairseat: `, code(`${command}`)]
export const logUnreadableEntry = ({ entry }: { entry: string | number }): string => `La entrada ${entry} no se puede leer.`
export const logTimeBackwards = ({ entry, at, before }: { entry: string | number; at: string | number; before: string | number }): string => `La entrada ${entry} lleva la fecha ${at}, pero la anterior ${before}.`
export const logTimeAhead = ({ entry, at, now }: { entry: string | number; at: string | number; now: string | number }): string => `La entrada ${entry} lleva la hora ${at}, pero tu reloj marca ${now}.`
export const logUnknownOffer = ({ entry, offer }: { entry: string | number; offer: string | number }): string => `La entrada ${entry} es de una oferta que nunca empezó: ${offer}.`
export const logOfferStillOpen = ({ entry, offer, open }: { entry: string | number; offer: string | number; open: string | number }): string => `La entrada ${entry} empieza la oferta ${offer} mientras ${open} sigue en curso.`
export const logOfferAgain = ({ entry, offer }: { entry: string | number; offer: string | number }): string => `La entrada ${entry} empieza la oferta ${offer} por segunda vez.`
export const logCooldownBroken = ({ entry, offer, after, days }: { entry: string | number; offer: string | number; after: string | number; days: string | number }): string => `La entrada ${entry} empieza la oferta ${offer} demasiado pronto: el número de días que deben pasar desde el fin de ${after} es ${days}, salvo que el precio sea mayor.`
export const logTermsLoosened = ({ entry, term, from, to }: { entry: string | number; term: string | number; from: string | number; to: string | number }): string => `La entrada ${entry} relaja las condiciones de una oferta en curso: ${term} de ${from} a ${to}.`
export const logTermCap = `número de plazas`
export const logTermPrice = `precio`
export const logTermCurrency = `moneda`
export const logTermEnd = `fin`
export const logTermCooldown = `plazo de espera`
export const logOfferIsOver = ({ entry, offer }: { entry: string | number; offer: string | number }): string => `La entrada ${entry} cambia la oferta ${offer} después de su fin.`
export const logAboveCap = ({ entry, taken, cap }: { entry: string | number; taken: string | number; cap: string | number }): string => `La entrada ${entry} ocupa más plazas de las que hay: ${taken} de ${cap}.`
export const logWrongTotals = ({ entry, taken, sold, shouldBeTaken, shouldBeSold }: { entry: string | number; taken: string | number; sold: string | number; shouldBeTaken: string | number; shouldBeSold: string | number }): string => `Los totales de la entrada ${entry} no cuadran: ${taken} ocupadas y ${sold} vendidas, pero las entradas suman ${shouldBeTaken} y ${shouldBeSold}.`
export const logSoldTwice = ({ entry }: { entry: string | number }): string => `La entrada ${entry} vende una plaza que ya estaba vendida.`
export const logWrongMovement = ({ entry }: { entry: string | number }): string => `La entrada ${entry} cambia una plaza de una forma que no es posible.`
export const logGone = `El registro que viste en tu última visita ha desaparecido.`
export const logBadCheckpoint = `La firma del registro no es válida.`
export const logBadTile = ({ path }: { path: string | number }): string => `Falta una parte del registro o está dañada: ${path}`
export const logRootDiffers = `Las entradas no son las que se firmaron.`
export const logFirstDifference = ({ entry }: { entry: string | number }): string => `La primera que difiere es la entrada ${entry}.`
export const logShrunk = ({ seen, size }: { seen: string | number; size: string | number }): string => `El registro es ahora más corto: ${seen} entradas en tu última visita, ${size} ahora.`
export const logRewritten = ({ size }: { size: string | number }): string => `Se ha reescrito el historial: lo que viste en tu última visita (tamaño del registro: ${size}) ya no forma parte de él.`
export const logBannerDiffers = ({ shown, counted }: { shown: string | number; counted: string | number }): string => `Plazas libres: ${shown} según el aviso, pero ${counted} según el registro.`
export const signInMailSubject = ({ code, product }: { code: string | number; product: string | number }): string => `${code} es tu código para iniciar sesión en ${product}`
export const signInMailText = ({ code, link }: { code: string | number; link: string | number }): string => `Tu código es ${code}. Vale una sola vez, durante 10 minutos, en el navegador en el que lo pediste.\n\nO abre este enlace, que rellena el código por ti. Funciona en cualquier navegador durante una hora:\n${link}\n\nSi no lo has pedido, puedes ignorar este correo: nadie puede iniciar sesión sin él. No compartas nunca el código.`
export const deletionMailSubject = ({ code, product }: { code: string | number; product: string | number }): string => `${code} es tu código para eliminar tu cuenta de ${product}`
export const deletionMailText = ({ code, link }: { code: string | number; link: string | number }): string => `Tu código es ${code}. Introdúcelo en ${link} para eliminar tu cuenta para siempre. Vale durante 10 minutos.\n\nSi no lo has pedido, otra persona ha iniciado sesión como tú: cierra la sesión en todas partes en ${link}.`
export const proofMailSubject = ({ code, product }: { code: string | number; product: string | number }): string => `${code} es tu código de confirmación para ${product}`
export const proofMailText = ({ code, link }: { code: string | number; link: string | number }): string => `Tu código es ${code}. Introdúcelo en la página que lo pidió para ver tus datos o recuperar tu dinero. Vale durante 10 minutos.\n\nSi no lo has pedido, otra persona ha iniciado sesión como tú: cierra la sesión en todas partes en ${link}.`
export const formerAddressMailSubject = ({ product }: { product: string | number }): string => `Se ha cambiado la dirección de correo de tu cuenta de ${product}`
export const formerAddressMailText = ({ product, newAddress, contact }: { product: string | number; newAddress: string | number; contact: string | number }): string => `La dirección de correo de tu cuenta de ${product} ha pasado de esta a ${newAddress}. El cambio se hizo en ${product}, no en nuestra página de inicio de sesión. Se ha cerrado tu sesión en todas partes.\n\nSi no has sido tú, escríbenos cuanto antes: ${contact}`
export const refundMailSubject = ({ product }: { product: string | number }): string => `Tu pago a ${product} se ha reembolsado por completo`
export const refundMailText = ({ plan, link }: { plan: string | number; link: string | number }): string => `Tu pago por ${plan} nos llegó cuando ya no quedaban plazas a ese precio.\n\nLo hemos devuelto entero a la tarjeta o cuenta con la que pagaste; suele llegar en un plazo de diez días. No tienes que hacer nada y no se te cobrará nada más.\n\nMira lo que ofrecemos ahora: ${link}`
export const trialMailSubject = ({ product }: { product: string | number }): string => `Tu prueba gratuita de ${product} termina pronto`
export const trialMailText = ({ plan, date, amount }: { plan: string | number; date: string | number; amount: string | number }): string => `Tu prueba gratuita de ${plan} termina el ${date}. Entonces se cobrarán ${amount} y tu plan se renovará hasta que lo canceles.\n\nSi no quieres continuar, cancélalo antes y no se cobrará nada.`
export const managePlanAt = ({ link }: { link: string | number }): string => `Gestionar tu plan: ${link}`
export const unpaidMailSubject = ({ product }: { product: string | number }): string => `Tu pago a ${product} ha fallado`
export const unpaidMailText = ({ amount, plan }: { amount: string | number; plan: string | number }): string => `No hemos podido cobrar ${amount} por ${plan}.`
export const unpaidMailKeep = ({ plan, date }: { plan: string | number; date: string | number }): string => `Conservas ${plan} hasta el ${date}. Actualiza tu tarjeta antes y no cambiará nada más.`
export const unpaidMailOver = ({ freePlan, plan }: { freePlan: string | number; plan: string | number }): string => `Por ahora tienes ${freePlan}. Actualiza tu tarjeta para recuperar ${plan}.`
export const unpaidMailLast = ({ plan, date, freePlan }: { plan: string | number; date: string | number; freePlan: string | number }): string => `Conservas ${plan} hasta el ${date}. Después tendrás ${freePlan}.`
export const updateCardAt = ({ link }: { link: string | number }): string => `Actualizar tu tarjeta: ${link}`
export const endMailSubject = ({ product }: { product: string | number }): string => `Tu acceso a ${product} termina pronto`
export const endMailText = ({ plan, date }: { plan: string | number; date: string | number }): string => `${plan} está cancelado y termina el ${date}. No se cobrará nada más por él.`
export const keepPlanAt = ({ plan, link }: { plan: string | number; link: string | number }): string => `Conservar ${plan}: ${link}`
export const reminderMailFooter = `Puedes desactivar recordatorios como este en tu cuenta.`
export const priceMailSubject = ({ product }: { product: string | number }): string => `El precio de ${product} cambia`
export const priceMailText = ({ plan, amount, before, date }: { plan: string | number; amount: string | number; before: string | number; date: string | number }): string => `${plan} costará ${amount} en lugar de ${before} a partir de tu primera renovación después del ${date}.\n\nHasta entonces no cambia nada. Si no quieres pagar el nuevo precio, cancela antes de esa renovación y no se cobrará.`
export const priceChangesAfter = ({ amount, date }: { amount: string | number; date: string | number }): string => `${amount} a partir de tu primera renovación después del ${date}.`
export const discountNotIncluded = `Aquí no se incluye tu descuento. Se seguirá aplicando mientras sea válido.`
export const reminders = `Recordatorios por correo`
export const remindBeforeEnd = `Avisarme antes de que termine mi acceso`
export const remindersAlways = `Los correos sobre tus cobros se envían siempre.`
export const remindersSaved = `Guardado.`
export const seatMailSubject = ({ number, cap, product }: { number: number; cap: number; product: string | number }): string => `La plaza ${number} de ${cap} en ${product} es tuya`
export const seatMailText = ({ plan, number, cap, proof, link }: { plan: string | number; number: number; cap: number; proof: string | number; link: string | number }): string => `Gracias por comprar ${plan}. Tienes la plaza ${number} de ${cap} a este precio.\n\nLa venta de tu plaza consta en nuestro registro público. Esta prueba lo demuestra sin nuestra ayuda, hagamos lo que hagamos después. Por eso, guarda este correo:\n\n${proof}\n\nComprobar la prueba en tu cuenta: ${link}`
export const errorBadRequest = `No se ha entendido la solicitud.`
export const errorBadFirstName = `Usa solo letras en tu nombre de pila, 24 como máximo.`
export const errorBadEmail = `No parece un correo electrónico. Compruébalo, por favor.`
export const errorCodeWrong = `Ese código no es correcto. Mira el último correo o pide un código nuevo.`
export const errorCodeExpired = `Ese código ha caducado. Pide uno nuevo.`
export const errorCodeSpent = `Demasiados intentos fallidos: ese código ya no vale. Pide uno nuevo.`
export const errorUnknownProvider = `Aquí no puedes iniciar sesión de esa forma. Usa tu correo electrónico.`
export const errorEmailTaken = `Otra cuenta tiene este correo electrónico y no está verificado en ambos lados. No se ha cambiado nada.`
export const errorExternalIdTaken = `La cuenta con este correo electrónico ya tiene otro identificador externo.`
export const errorKeyRefused = `La clave pública de esta página no es la de este servidor. Vuelve a cargar la página.`
export const errorForeignOrigin = `Esta solicitud procedía de otro sitio y se ha rechazado.`
export const errorBadPlan = `Elige un plan que esté a la venta: «monthly», «lifetime» o, si existe, «yearly».`
export const errorNotSignedIn = `Inicia sesión primero.`
export const errorProofNeeded = `Confirma primero que eres tú: te enviamos un código por correo.`
export const errorUnknownPath = `No hay nada en esta dirección.`
export const errorNoReceipt = `Todavía no hay ningún recibo. Lo encontrarás aquí cuando se complete un pago.`
export const errorNothingToManage = `Todavía no tienes ninguna suscripción que gestionar.`
export const errorNotYourCheckout = `Este pago pertenece a otra cuenta. Inicia sesión con aquella desde la que pagaste.`
export const errorHasMonthly = ({ monthly }: { monthly: string | number }): string => `Ya tienes ${monthly}. Puedes gestionarlo en tu cuenta.`
export const errorHasLifetime = ({ lifetime }: { lifetime: string | number }): string => `Ya tienes ${lifetime}. No hay nada más que pagar.`
export const errorCheckoutReplaced = ({ lifetime }: { lifetime: string | number }): string => `Has elegido otra cosa mientras tanto. Elige ${lifetime} otra vez si todavía lo quieres.`
export const errorPaymentProcessing = `Tu pago todavía se está procesando. No se te cobrará otra vez; vuelve a mirar dentro de un rato.`
export const errorSeatsHeld = `Todas las plazas a este precio están ocupadas o se están pagando ahora mismo. Alguna puede quedar libre en media hora.`
export const errorNewcomersFull = `Todas las plazas a este precio para cuentas nuevas se están pagando ahora mismo. Alguna puede quedar libre en unos minutos.`
export const errorMonthlyMeanwhile = ({ sentence, monthly }: { sentence: string | number; monthly: string | number }): string => `${sentence} También puedes empezar ya con ${monthly}.`
export const errorPriceChanged = ({ lifetime }: { lifetime: string | number }): string => `La oferta acaba de terminar y el precio de ${lifetime} ha cambiado. Elígelo otra vez si todavía lo quieres.`
export const errorSubscriptionLive = `Tu suscripción sigue activa. Cancélala primero; podrás eliminar tu cuenta cuando haya terminado.`
export const errorTooLarge = `Son más datos de los que aceptamos aquí.`
export const errorTooManyMails = `Hemos enviado varios correos a esta dirección en la última hora. Abre el enlace del más reciente: inicia tu sesión en cualquier navegador. O espera y pídelo más tarde.`
export const errorMailsExhausted = `Muchas personas están pidiendo correos de inicio de sesión en este momento y no podemos enviar más a navegadores nuevos. Inténtalo más tarde o usa un navegador en el que ya hayas iniciado sesión. El enlace de un correo de la última hora sigue funcionando.`
export const errorCodesExhausted = `Se han introducido demasiados códigos incorrectos. Abre el enlace de nuestro correo: sigue iniciando tu sesión. O espera e inténtalo más tarde.`
export const errorNetworkBusy = `Todas las plazas que tu red puede tener a la vez se están pagando ahora mismo. Habrá sitio en cuanto se haya pagado una, o dentro de cinco minutos.`
export const errorNetworkAwaiting = `Todas las plazas que tu red puede tener a la vez esperan un pago que tarda días. Inténtalo más tarde o desde otra red.`
export const errorNetworkPaused = `Hoy se han reservado demasiadas plazas desde tu red sin pagarlas. Inténtalo mañana o desde otra red.`
export const errorBuyerPaused = `Hoy has dejado pasar demasiadas plazas. Inténtalo de nuevo mañana.`
export const errorProviderDown = `Esa forma de iniciar sesión no está disponible ahora mismo. Usa tu correo electrónico.`
export const errorPaymentServiceDown = `Ahora mismo no podemos conectar con el servicio de pago. No se te ha cobrado nada; inténtalo dentro de un minuto.`
export const errorPaymentServiceBusy = `Mucha gente está comprando ahora mismo. No se te ha cobrado nada; inténtalo dentro de unos segundos.`
export const errorMailFailed = `No hemos podido enviar el correo. Inténtalo dentro de un minuto.`
export const errorDatabaseDown = `Ahora mismo no podemos conectar con nuestra base de datos. Inténtalo dentro de un minuto.`
