// Generated from messages/*.json by `npm run messages`; edit those.
import { pluralOf, formOf, formatNumber } from '../format.ts'

export const language = 'pt'
export const accountLink = `Conta`
export const accountNavigation = `Conta`
export const mainNavigation = `Navegação principal`
export const languageNavigation = `Idioma`
export const plansLink = `Planos`
export const billing = `Cobrança`
export const howSeatsAreCounted = `Como as vagas são contadas`
export const terms = `Termos`
export const privacy = `Privacidade`
export const imprint = `Informações legais`
export const support = `Suporte`
export const testMode = `Modo de teste`
export const testModeTitle = `Nenhum dinheiro real é movimentado`
export const testModeExplained = `: nenhum dinheiro real é movimentado`
export const signIn = `Entrar`
export const signingIn = `Entrando…`
export const seeThePlans = `Ver os planos`
export const goToAccount = `Ir para a sua conta`
export const openProduct = ({ product }: { product: string | number }): string => `Abrir ${product}`
export const redirecting = `Redirecionando…`
export const tryAgain = `Tentar novamente`
export const trying = `Tentando…`
export const notKnown = `Desconhecido`
export const serverUnreachable = `Não conseguimos acessar o servidor. Verifique sua conexão e tente novamente.`
export const somethingWentWrong = `Algo deu errado do nosso lado. Tente novamente.`
export const pricingTitle = `Preços`
export const signInDescription = ({ product }: { product: string | number }): string => `Entre em ${product} com um código enviado ao seu e-mail.`
export const accountDescription = ({ product }: { product: string | number }): string => `Seu plano e suas sessões em ${product}.`
export const welcomeDescription = ({ product }: { product: string | number }): string => `A situação do seu pagamento a ${product}.`
export const continueAsTitle = `Confirme a sua entrada`
export const continueAsDescription = `Uma página de outro site ou de outra conta leva até aqui. Confirme quem você é.`
export const howWeCountDescription = `De onde vem o número de vagas restantes e quais compras são exibidas.`
export const notFoundTitle = `Não encontrada`
export const notFoundDescription = `Não há nenhuma página neste endereço.`
export const signInToUpgrade = `Entre para comprar`
export const yourCurrentPlan = `Seu plano atual`
export const notifications = `Notificações`
export const youAreOn = ({ plan }: { plan: string | number }): string => `Você está no plano ${plan}.`
export const manageInAccount = `Gerenciar na sua conta`
export const comparePlans = `Compare os planos`
export const whatYouGet = `O que está incluído`
export const included = `Incluído`
export const notIncluded = `Não incluído`
export const whatCustomersSay = `O que dizem os clientes`
export const questionsAndAnswers = `Perguntas e respostas`
export const noteOwnsLifetime = ({ lifetime }: { lifetime: string | number }): string => `Você já tem ${lifetime} e não precisa de mais nada.`
export const noteOwnPriceDiffers = `O que você paga pode ser diferente deste preço.`
export const notePaymentOnItsWay = ({ amount }: { amount: string | number }): string => `Seu pagamento de ${amount} está a caminho.`
export const noteCardBeforeLifetime = ({ lifetime, monthly }: { lifetime: string | number; monthly: string | number }): string => `Atualize primeiro o seu cartão. Você poderá comprar ${lifetime} quando ${monthly} estiver pago.`
export const noteCardBringsBack = ({ monthly }: { monthly: string | number }): string => `Atualize primeiro o seu cartão. Assim você recupera ${monthly}.`
export const noteNoSeatFree = `Não há nenhuma vaga livre no momento.`
export const noteEndsTrial = ({ monthly }: { monthly: string | number }): string => `A compra encerra o seu teste grátis de ${monthly}.`
export const noteEndsAndRefunds = ({ monthly }: { monthly: string | number }): string => `A compra encerra ${monthly}, e a parte não usada é reembolsada.`
export const noteEndsAndCredits = ({ monthly }: { monthly: string | number }): string => `A compra encerra ${monthly}, e a parte não usada vai para o seu saldo.`
export const billingPeriod = `Período de cobrança`
export const byTheMonth = `Mensal`
export const byTheYear = `Anual`
export const saveAYear = ({ amount }: { amount: string | number }): string => `Economize ${amount} por ano`
export const trialThen = ({ days, price, period }: { days: number; price: string | number; period: string | number }): string => `${pluralOf(language, days, { "one": `${formatNumber(language, days)} dia`, "many": `${formatNumber(language, days)} dias`, "other": `${formatNumber(language, days)} dias` })} grátis, depois ${price} ${period}`
export const afterDeal = ({ price }: { price: string | number }): string => `${price} depois desta oferta`
export const currency = `Moeda`
export const currencyKept = `Sua assinatura está nesta moeda, e por isso tudo o que você comprar aqui também.`
export const bannerSeats = ({ remaining, price }: { remaining: number; price: string | number }): string => `${pluralOf(language, remaining, { "one": `${formatNumber(language, remaining)} vaga por ${price}: só resta ${formatNumber(language, remaining)}!`, "many": `${formatNumber(language, remaining)} de vagas por ${price}: só restam ${formatNumber(language, remaining)}!`, "other": `${formatNumber(language, remaining)} vagas por ${price}: só restam ${formatNumber(language, remaining)}!` })}`
export const bannerTime = ({ price, remaining }: { price: string | number; remaining: number }): string => `Por tempo limitado: oferta Lifetime por ${price}. ${pluralOf(language, remaining, { "one": `Só resta ${formatNumber(language, remaining)}!`, "many": `Só restam ${formatNumber(language, remaining)}!`, "other": `Só restam ${formatNumber(language, remaining)}!` })}`
export const bannerDemand = ({ remaining }: { remaining: number }): string => `Alta procura: ${pluralOf(language, remaining, { "one": `resta ${formatNumber(language, remaining)} vaga antes do aumento de preço!`, "many": `restam ${formatNumber(language, remaining)} de vagas antes do aumento de preço!`, "other": `restam ${formatNumber(language, remaining)} vagas antes do aumento de preço!` })}`
export const liveSeats = ({ remaining, price }: { remaining: number; price: string | number }): string => `${pluralOf(language, remaining, { "one": `${formatNumber(language, remaining)} vaga por ${price}: só resta ${formatNumber(language, remaining)}!`, "many": `${formatNumber(language, remaining)} de vagas por ${price}: só restam ${formatNumber(language, remaining)}!`, "other": `${formatNumber(language, remaining)} vagas por ${price}: só restam ${formatNumber(language, remaining)}!` })}`
export const liveTime = ({ price, plan, remaining }: { price: string | number; plan: string | number; remaining: number }): string => `Por tempo limitado: ${plan} por ${price}. ${pluralOf(language, remaining, { "one": `Só resta ${formatNumber(language, remaining)}!`, "many": `Só restam ${formatNumber(language, remaining)}!`, "other": `Só restam ${formatNumber(language, remaining)}!` })}`
export const liveTimeUntil = ({ price, plan, until, remaining }: { price: string | number; plan: string | number; until: string | number; remaining: number }): string => `Por tempo limitado: ${plan} por ${price} até ${until}. ${pluralOf(language, remaining, { "one": `Só resta ${formatNumber(language, remaining)}!`, "many": `Só restam ${formatNumber(language, remaining)}!`, "other": `Só restam ${formatNumber(language, remaining)}!` })}`
export const liveDemand = ({ remaining }: { remaining: number }): string => `Alta procura: ${pluralOf(language, remaining, { "one": `resta ${formatNumber(language, remaining)} vaga antes do aumento de preço!`, "many": `restam ${formatNumber(language, remaining)} de vagas antes do aumento de preço!`, "other": `restam ${formatNumber(language, remaining)} vagas antes do aumento de preço!` })}`
export const dealEnded = ({ plan, price }: { plan: string | number; price: string | number }): string => `A oferta terminou. ${plan} agora custa ${price}.`
export const soldOut = ({ plan, price }: { plan: string | number; price: string | number }): string => `Esgotado. ${plan} agora custa ${price}.`
export const allSeatsTaken = ({ cap }: { cap: number }): string => `${pluralOf(language, cap, { "one": `A única vaga está ocupada.`, "many": `Todas as ${formatNumber(language, cap)} de vagas estão ocupadas.`, "other": `Todas as ${formatNumber(language, cap)} vagas estão ocupadas.` })}`
export const allSeatsHeld = ({ cap, held }: { cap: number; held: number }): string => `${pluralOf(language, cap, { "one": `A única vaga está sendo paga agora; ela pode ficar livre em até 30 minutos.`, "many": `Todas as ${formatNumber(language, cap)} de vagas estão ocupadas. ${formatNumber(language, held)} estão sendo pagas agora; uma pode ficar livre em até 30 minutos.`, "other": `Todas as ${formatNumber(language, cap)} vagas estão ocupadas. ${pluralOf(language, held, { "one": `${formatNumber(language, held)} está sendo paga`, "many": `${formatNumber(language, held)} estão sendo pagas`, "other": `${formatNumber(language, held)} estão sendo pagas` })} agora; uma pode ficar livre em até 30 minutos.` })}`
export const seatsClaimed = `Vagas ocupadas`
export const percentClaimed = ({ percent }: { percent: string | number }): string => `${percent}% ocupado`
export const startedSeats = ({ base }: { base: number }): string => `${pluralOf(language, base, { "one": `No início: ${formatNumber(language, base)} vaga`, "many": `No início: ${formatNumber(language, base)} de vagas`, "other": `No início: ${formatNumber(language, base)} vagas` })}`
export const remainingClaimed = ({ remaining, percent }: { remaining: number; percent: string | number }): string => `${pluralOf(language, remaining, { "one": `Resta ${formatNumber(language, remaining)}`, "many": `Restam ${formatNumber(language, remaining)}`, "other": `Restam ${formatNumber(language, remaining)}` })} (${percent}% ocupado)`
export const purchaseFrom = <Node>({ strong, name, country, span, em, plan }: { strong: (text: string) => Node; name: string | number; country: string | number; span: (text: string) => Node; em: (text: string) => Node; plan: string | number }): (string | Node)[] => [strong(`${name} (${country})`), ` `, span(`acabou de mudar para`), ` `, em(`${plan}`)]
export const purchase = <Node>({ strong, name, span, em, plan }: { strong: (text: string) => Node; name: string | number; span: (text: string) => Node; em: (text: string) => Node; plan: string | number }): (string | Node)[] => [strong(`${name}`), ` `, span(`acabou de mudar para`), ` `, em(`${plan}`)]
export const someone = `Alguém`
export const closeNotification = `Fechar notificação`
export const countryBR = `Brasil`
export const countryCA = `Canadá`
export const countryDE = `Alemanha`
export const countryFR = `França`
export const countryIE = `Irlanda`
export const countryIN = `Índia`
export const countryJP = `Japão`
export const countryMX = `México`
export const countryNG = `Nigéria`
export const countryNO = `Noruega`
export const countrySG = `Singapura`
export const countryTR = `Turquia`
export const checkoutRefused = `Não foi possível criar a sessão de pagamento`
export const checkoutWithoutUrl = `Nenhum endereço de pagamento foi recebido`
export const checkoutNotStarted = `Não foi possível iniciar o pagamento`
export const checkoutWaits = ({ reason, minutes, time }: { reason: string | number; minutes: string | number; time: string | number }): string => `${reason} Mantenha esta página aberta: ela verifica a cada poucos segundos e leva você ao pagamento assim que houver lugar. Ela espera no máximo ${minutes} minutos, até ${time}.`
export const checkoutWaitEnded = `Nenhuma vaga ficou livre para você enquanto esta página esperava. Tente mais tarde.`
export const stopWaiting = `Parar de esperar`
export const dismissError = `Fechar o erro`
export const portalNotOpened = `Não conseguimos abrir a página de cobrança. Tente novamente.`
export const receiptNotOpened = `Não conseguimos abrir o recibo. Tente novamente.`
export const manageBilling = `Gerenciar a cobrança`
export const payByTheYear = `Pagar por ano`
export const payByTheMonth = `Pagar por mês`
export const updateCard = `Atualizar o seu cartão`
export const viewReceipt = `Ver o recibo`
export const upgrade = `Mudar de plano`
export const invoicesAndReceipts = `Faturas e recibos`
export const documentStatus = ({ status }: { status: string }): string => `${formOf({ "paid": `Paga`, "open": `Ainda não paga`, "uncollectible": `Não paga`, "void": `Cancelada`, "refunded": `Reembolsada`, "other": `Reembolsada em parte` }, status)}`
export const invoice = `Fatura`
export const receipt = `Recibo`
export const showOlder = `Mostrar mais antigos`
export const loadingDocuments = `Carregando…`
export const taxIncluded = `impostos inclusos`
export const taxAdded = `mais impostos`
export const moneyBackDays = ({ days }: { days: string | number }): string => `Garantia de devolução de ${days} dias`
export const withdrawOffer = `Desistir e receber o dinheiro de volta`
export const moneyBack = `Desistir e receber o dinheiro de volta`
export const moneyBackDescription = ({ product }: { product: string | number }): string => `Devolva seu plano em ${product} e receba o dinheiro de volta.`
export const withdrawTerms = ({ plan, amount, date }: { plan: string | number; amount: string | number; date: string | number }): string => `${plan} termina na hora e tudo o que você pagou, ${amount}, volta pelo mesmo meio de pagamento. Você pode fazer isso até ${date}. Não dá para desfazer.`
export const withdrawConfirm = ({ plan, amount }: { plan: string | number; amount: string | number }): string => `Confirmar: encerrar ${plan} e devolver ${amount}`
export const withdrawing = `Confirmando…`
export const withdrawKeep = ({ plan }: { plan: string | number }): string => `Manter ${plan}`
export const withdrawnHeading = `Seu reembolso está a caminho`
export const withdrawnText = ({ date, plan, amount }: { date: string | number; plan: string | number; amount: string | number }): string => `Recebemos sua desistência em ${date}. ${plan} terminou e ${amount} voltam pelo mesmo meio de pagamento. Os bancos costumam levar de 5 a 10 dias úteis. Enviamos uma confirmação por e-mail.`
export const withdrawNothing = `Não há nada a devolver. A garantia cobre os primeiros dias após o primeiro pagamento de um plano.`
export const withdrawNeedsScript = `Esta página precisa de JavaScript.`
export const backToAccount = `Voltar à conta`
export const errorGuaranteeOver = `Não há mais nada a devolver: os dias da garantia passaram ou o dinheiro já voltou.`
export const withdrawalMailSubject = ({ product }: { product: string | number }): string => `Sua desistência em ${product}`
export const withdrawalMailText = ({ plan, requestedAt, amount, link }: { plan: string | number; requestedAt: string | number; amount: string | number; link: string | number }): string => `Recebemos sua desistência de ${plan} em ${requestedAt}.\n\n${plan} terminou e tudo o que você pagou, ${amount}, volta pelo mesmo meio de pagamento. Os bancos costumam levar de 5 a 10 dias úteis. Você não precisa fazer mais nada.\n\nSua conta: ${link}`
export const paidOnce = `Pago uma única vez. Nada é renovado.`
export const nothingCharged = `Nada é cobrado.`
export const paymentFailedKeep = ({ plan }: { plan: string | number }): string => `Seu último pagamento falhou. Atualize o seu cartão para manter ${plan}.`
export const paymentFailedKeepBy = ({ date, plan }: { date: string | number; plan: string | number }): string => `Seu último pagamento falhou. Atualize o seu cartão até ${date} para manter ${plan}.`
export const paymentFailedBack = ({ plan }: { plan: string | number }): string => `Seu último pagamento falhou. Atualize o seu cartão para recuperar ${plan}.`
export const endsOn = ({ date }: { date: string | number }): string => `Termina em ${date}`
export const trialUntil = ({ date }: { date: string | number }): string => `Teste grátis até ${date}`
export const trialUntilThen = ({ date, amount, interval }: { date: string | number; amount: string | number; interval: string }): string => `Teste grátis até ${date}, depois ${amount} ${formOf({ "yearly": `por ano`, "other": `por mês` }, interval)}.`
export const renewsOn = ({ date }: { date: string | number }): string => `Renova em ${date}`
export const paidRenewsOn = ({ amount, interval, date }: { amount: string | number; interval: string; date: string | number }): string => `${amount} ${formOf({ "yearly": `por ano`, "other": `por mês` }, interval)}. Renova em ${date}`
export const firstPaymentFailed = `Seu primeiro pagamento não foi concluído.`
export const planPaused = ({ plan }: { plan: string | number }): string => `${plan} está em pausa. Adicione um cartão para retomar.`
export const pendingPayment = ({ amount, plan, date }: { amount: string | number; plan: string | number; date: string | number }): string => `Seu pagamento de ${amount} por ${plan} está a caminho desde ${date}.`
export const pendingVoucher = ({ plan }: { plan: string | number }): string => `${plan} começa cerca de um dia útil depois que você pagar o boleto ou voucher.`
export const pendingTransfer = ({ plan }: { plan: string | number }): string => `${plan} começa assim que a sua transferência chegar, geralmente em poucos dias úteis.`
export const pendingDebit = ({ method, plan }: { method: string; plan: string | number }): string => `${formOf({ "sepa_debit": `Um débito bancário geralmente leva cerca de 5 dias úteis.`, "us_bank_account": `Um débito bancário geralmente leva até 4 dias úteis.`, "au_becs_debit": `Um débito bancário geralmente leva até 3 dias úteis.`, "other": `Um débito bancário geralmente leva vários dias úteis.` }, method)} Você não precisa fazer nada: ${plan} começa sozinho assim que o dinheiro chegar.`
export const paidOn = ({ amount, date }: { amount: string | number; date: string | number }): string => `Você pagou ${amount} em ${date}.`
export const seatIsYours = ({ number, cap }: { number: string | number; cap: string | number }): string => `A vaga ${number} de ${cap} é sua.`
export const ownSeat = ({ number, cap }: { number: number; cap: number }): string => `Vaga ${number} de ${cap}`
export const seatProofText = `A venda da sua vaga consta do nosso registro público. Esta prova mostra isso sem a nossa ajuda, o que quer que façamos depois: guarde-a.`
export const seatProofCheck = `Verificar a prova`
export const seatProofSave = `Baixar a prova`
export const seatProofHolds = ({ number }: { number: number }): string => `Verificado no seu navegador: a venda da sua vaga, número ${number}, consta do registro.`
export const seatProofFails = ({ problem }: { problem: string | number }): string => `A prova não é válida: ${problem}`
export const seatProofUnreadable = `Não é possível lê-la.`
export const seatProofNotSigned = `Não está assinada com a chave deste registro.`
export const seatProofNotInLog = `Sua entrada não está no registro assinado.`
export const seatProofOtherEntry = `Sua entrada não é a venda desta vaga.`
export const endedOn = ({ plan, date }: { plan: string | number; date: string | number }): string => `${plan} terminou em ${date}.`
export const unusedRefunded = ({ amount }: { amount: string | number }): string => `${amount} foram reembolsados pelo mesmo meio de pagamento.`
export const unusedCredited = `A parte não usada foi adicionada ao seu saldo.`
export const refundedOn = ({ amount, plan, date }: { amount: string | number; plan: string | number; date: string | number }): string => `Seu pagamento de ${amount} por ${plan} foi reembolsado em ${date}, por isso ${plan} terminou.`
export const disputedOn = ({ amount, plan, date }: { amount: string | number; plan: string | number; date: string | number }): string => `Seu banco reverteu o seu pagamento de ${amount}, por isso ${plan} terminou em ${date}.`
export const oversoldOn = ({ amount, date }: { amount: string | number; date: string | number }): string => `Seu pagamento de ${amount} chegou depois que a última vaga foi ocupada. Começamos a devolver o valor integral em ${date}.`
export const yourPayment = `Seu pagamento`
export const paymentNotCompleted = `Este pagamento não foi concluído e nada foi cobrado de você.`
export const paymentWithoutSeat = `Outra pessoa conseguiu a última vaga a este preço antes de o seu pagamento chegar. Estamos devolvendo todo o seu dinheiro e enviamos os detalhes por e-mail.`
export const boughtPlanEnded = `O plano que você obteve aqui terminou. A sua conta mostra o seu plano, os seus pagamentos e o que foi reembolsado.`
export const noPaymentHere = `Não há nenhum pagamento para mostrar aqui.`
export const nothingToDo = `Você não precisa fazer nada.`
export const planStartsByItself = `Você pode fechar esta página. Por favor, não pague de novo: seu plano começa sozinho assim que o pagamento for concluído.`
export const checkAgain = `Verificar novamente`
export const cannotReachServer = `Não conseguimos acessar o servidor no momento.`
export const cannotLookUpPayment = `Não conseguimos consultar o seu pagamento no momento.`
export const weKeepTrying = `Vamos continuar tentando.`
export const paymentTakesLonger = `Seu pagamento ainda está sendo processado. Alguns meios de pagamento demoram mais.`
export const lookingUpPayment = `Consultando o seu pagamento…`
export const paymentProcessing = `Seu pagamento está sendo processado. Isso geralmente leva alguns segundos.`
export const paymentNeedsScript = `Para consultar o seu pagamento é preciso JavaScript. Permita-o neste site e recarregue a página.`
export const welcomeTo = ({ plan }: { plan: string | number }): string => `Boas-vindas ao ${plan}`
export const thankYou = `Obrigado.`
export const yoursForGood = `É seu para sempre: pago uma vez, nada é renovado.`
export const cancelAnyTime = `Você pode cancelar a qualquer momento na sua conta.`
export const activeNow = `Seu plano já está ativo.`
export const welcomeRenews = ({ date }: { date: string | number }): string => `Sua assinatura renova em ${date}.`
export const welcomePaidRenews = ({ amount, date }: { amount: string | number; date: string | number }): string => `Você pagou ${amount}. Sua assinatura renova em ${date} por ${amount}.`
export const welcomeTrial = ({ date }: { date: string | number }): string => `Seu teste grátis vai até ${date}. Antes disso você não paga nada.`
export const welcomeTrialThen = ({ date, amount, interval }: { date: string | number; amount: string | number; interval: string }): string => `Seu teste grátis vai até ${date}. Antes disso você não paga nada e, depois, ${amount} ${formOf({ "yearly": `por ano`, "other": `por mês` }, interval)}.`
export const showFirstName = `Podemos mostrar o seu primeiro nome?`
export const purchaseAsSeen = `Sua compra, como os outros a veem`
export const purchaseChoice = ({ plan }: { plan: string | number }): string => `Quem visita a página de preços pode ver um breve aviso de que alguém comprou ${plan} no último dia. Como você quer que a sua apareça?`
export const showMyPurchase = `Mostrar a minha compra`
export const withFirstName = `Com o meu primeiro nome`
export const withoutName = `Sem nome`
export const notAtAll = `De forma nenhuma`
export const firstName = `Primeiro nome`
export const firstNameHint = `Somente letras. Nada mais sobre você é mostrado.`
export const save = `Salvar`
export const saving = `Salvando…`
export const choiceSaved = `Salvo. Você pode mudar isso na sua conta a qualquer momento.`
export const yourAccount = `Sua conta`
export const you = `Você`
export const email = `E-mail`
export const name = `Nome`
export const plan = `Plano`
export const signOut = `Sair`
export const signOutEverywhere = `Sair de todos os lugares`
export const signingOut = `Saindo…`
export const whereSignedIn = `Onde você está conectado`
export const thisDevice = `Este dispositivo`
export const lastUsed = <Node>({ time, moment }: { time: (text: string) => Node; moment: string | number }): (string | Node)[] => [`Último uso: `, time(`${moment}`)]
export const justNow = `agora mesmo`
export const deviceOn = ({ browser, system }: { browser: string | number; system: string | number }): string => `${browser} em ${system}`
export const unknownDevice = `Dispositivo desconhecido`
export const yourData = `Seus dados`
export const downloadData = `Baixar tudo o que está guardado sobre você`
export const accountNotLoaded = `Não conseguimos carregar a sua conta. Tente novamente.`
export const accountNeedsScript = `Sua conta precisa de JavaScript. Permita-o neste site e recarregue a página.`
export const deleteAccount = `Excluir a conta`
export const deletionIsFinal = `Isso exclui definitivamente o seu nome, o seu e-mail e as suas sessões.`
export const deletionLosesPlan = <Node>({ strong, plan }: { strong: (text: string) => Node; plan: string | number }): (string | Node)[] => [strong(`Você também perderá ${plan}`), `: ele não pode ser transferido para outra conta, e a exclusão não gera reembolso.`]
export const deletionKeepsRecords = `Mantemos registros dos seus pagamentos, sem o seu nome.`
export const deleteMyAccount = `Excluir a minha conta`
export const sendingCode = `Enviando um código…`
export const deletionCodeSent = <Node>({ strong, email }: { strong: (text: string) => Node; email: string | number }): (string | Node)[] => [`Enviamos um código de seis dígitos para `, strong(`${email}`), `. Ao digitá-lo, sua conta é excluída imediatamente.`]
export const proofNeeded = ({ product }: { product: string | number }): string => `${product} conectou você aqui. Antes de baixar seus dados ou receber seu dinheiro de volta, enviamos um código de seis dígitos por e-mail.`
export const proofCodeSent = `Enviamos um código de seis dígitos para o seu endereço de e-mail.`
export const proofConfirm = `Confirmar`
export const proofConfirming = `Confirmando…`
export const deleteForGood = `Excluir definitivamente`
export const deleting = `Excluindo…`
export const keepMyAccount = `Manter a minha conta`
export const readOutbox = <Node>({ link }: { link: (text: string) => Node }): (string | Node)[] => [`Modo de teste: `, link(`leia seus e-mails na caixa de saída`)]
export const outboxClosed = `Modo de teste: nenhum e-mail é enviado. Para lê-lo, abra o endereço que o servidor mostrou ao iniciar.`
export const lookupFailed = `Você parece estar conectado, mas não conseguimos consultar o seu plano agora.`
export const continueAnyway = `Continuar mesmo assim`
export const emailAddress = `Endereço de e-mail`
export const emailHint = `Sem senha: enviaremos um código de seis dígitos por e-mail.`
export const sendMeACode = `Receber um código`
export const sending = `Enviando…`
export const tryAgainIn = ({ seconds }: { seconds: string | number }): string => `Tentar novamente em ${seconds} s`
export const or = `ou`
export const continueWith = ({ provider }: { provider: string | number }): string => `Continuar com ${provider}`
export const codeSent = <Node>({ strong, email }: { strong: (text: string) => Node; email: string | number }): (string | Node)[] => [`Enviamos um código de seis dígitos para `, strong(`${email}`), `.`]
export const codeFilledIn = <Node>({ strong, email }: { strong: (text: string) => Node; email: string | number }): (string | Node)[] => [`Preenchemos o código de `, strong(`${email}`), `.`]
export const useAnotherAddress = `Usar outro endereço`
export const sixDigitCode = `Código de seis dígitos`
export const sixDigits = `Seis dígitos`
export const codeLasts = `Ele vale por 10 minutos.`
export const newCodeOnItsWay = `Um novo código está a caminho.`
export const noEmail = `Não recebeu o e-mail? Verifique a pasta de spam.`
export const sendNewCode = `Enviar um novo código`
export const sendNewCodeIn = ({ seconds }: { seconds: string | number }): string => `Enviar um novo código em ${seconds} s`
export const providerFailed = `Esse acesso não funcionou. Tente novamente ou use o seu e-mail.`
export const providerCancelled = `Você cancelou esse acesso. Tente novamente ou use o seu e-mail.`
export const providerAddressTaken = `Já existe uma conta com esse e-mail. Entre com um código enviado a ele.`
export const providerWithoutAddress = `Esse acesso não nos forneceu um e-mail. Use o seu e-mail aqui.`
export const providerTookTooLong = `Esse acesso demorou demais ou foi iniciado em outra janela. Tente novamente.`
export const productNotSetUp = `O site que enviou você até aqui não está configurado para isso. Avise o responsável.`
export const productTookTooLong = `Esse acesso demorou demais. Volte de onde veio e tente novamente, ou entre por aqui.`
export const productAddressUnverified = `Seu e-mail ainda não foi verificado lá. Verifique-o e tente novamente, ou entre aqui com um código.`
export const productAddressOfAnother = `A conta com esse e-mail pertence a outro acesso. Entre com um código enviado a ele.`
export const productNotReached = `Não conseguimos verificar esse acesso no momento. Tente novamente em um minuto ou use o seu e-mail.`
export const signInLinkUsed = `Esse link de acesso já foi usado ou tem mais de um minuto. Abra-o novamente ou entre por aqui.`
export const tooManyTries = `Tentativas demais. Espere um momento e tente novamente.`
export const continueAsQuestion = ({ email }: { email: string | number }): string => `Continuar como ${email}?`
export const continueAsExplained = <Node>({ strong, email }: { strong: (text: string) => Node; email: string | number }): (string | Node)[] => [`Você está conectado como `, strong(`${email}`), `. Este link é de outra conta. O que você comprar lá pertence àquela conta.`]
export const continueAsUnknown = <Node>({ strong, email }: { strong: (text: string) => Node; email: string | number }): (string | Node)[] => [`Este link entra na conta de `, strong(`${email}`), `. Continue apenas se ela for sua: o que você comprar pertence a essa conta.`]
export const continueWithoutSignIn = `Continuar sem entrar`
export const continueAs = ({ email }: { email: string | number }): string => `Continuar como ${email}`
export const staySignedInAs = ({ email }: { email: string | number }): string => `Permanecer como ${email}`
export const noPageHere = `Não há nenhuma página aqui`
export const noPageReason = `O endereço pode estar digitado errado ou a página pode ter mudado de lugar.`
export const howWeCount = `Como contamos`
export const backToPlans = `Voltar aos planos`
export const countIsDemo = `Esta é uma demonstração. O número de vagas é calculado pelo relógio, e os compradores das notificações são inventados. Nada é limitado.`
export const countOnceReal = `Quando as vendas são reais, as vagas e as compras são contadas assim.`
export const rightNow = `Neste momento`
export const countNow = <Node>({ remaining, cap, plan, price, time, moment }: { remaining: number; cap: number; plan: string | number; price: string | number; time: (text: string) => Node; moment: string | number }): (string | Node)[] => [`${pluralOf(language, remaining, { "one": `Resta ${formatNumber(language, remaining)}`, "many": `Restam ${formatNumber(language, remaining)}`, "other": `Restam ${formatNumber(language, remaining)}` })}`, ` de `, `${pluralOf(language, cap, { "one": `${formatNumber(language, cap)} vaga`, "many": `${formatNumber(language, cap)} de vagas`, "other": `${formatNumber(language, cap)} vagas` })}`, `. `, `${plan}`, ` custa `, `${price}`, `. Contado em `, time(`${moment}`), `.`]
export const countNotRead = `Não conseguimos ler os números no momento, por isso não mostramos nenhum.`
export const seats = `Vagas`
export const countSource = `As vagas restantes são todas as vagas, menos as vendidas, menos as que alguém está pagando agora. O número vem do mesmo registro que decide se você pode comprar, portanto não pode dizer uma coisa enquanto o pagamento faz outra. Todos veem o mesmo número.`
export const countHolds = `Quando você começa a pagar, reservamos uma vaga para você por até meia hora, ou por cinco minutos se outras pessoas da sua rede estiverem esperando. Se você não pagar, ela volta a ficar livre, e o número pode subir de novo. Um pagamento que leva dias mantém a vaga até o dinheiro chegar ou o pagamento falhar.`
export const countEnds = `Nunca acrescentamos vagas durante a oferta, e uma vaga vendida continua vendida, mesmo que o comprador receba um reembolso. Quando a última é vendida, a oferta termina e vale o preço posterior.`
export const countCooldown = `Uma oferta encerrada não volta tão cedo: uma nova pelo mesmo preço ou por menos só pode começar quando o preço posterior tiver valido pelo tempo que a oferta prometeu, 30 dias se nela não constar outra coisa.`
export const purchases = `Compras`
export const countPurchases = `Cada compra que mencionamos foi paga no último dia e não foi reembolsada. Só mostramos um primeiro nome se o comprador permitiu, e um país só se pelo menos três compradores forem de lá. Os compradores podem mudar isso, ou ocultar a compra, na conta a qualquer momento.`
export const everyDeal = `Todas as ofertas até agora`
export const dealTerms = ({ cap, price, later }: { cap: number; price: string | number; later: string | number }): string => `${pluralOf(language, cap, { "one": `${formatNumber(language, cap)} vaga`, "many": `${formatNumber(language, cap)} de vagas`, "other": `${formatNumber(language, cap)} vagas` })} por ${price}, depois ${later}.`
export const dealOpened = <Node>({ time, moment }: { time: (text: string) => Node; moment: string | number }): (string | Node)[] => [`Aberta em `, time(`${moment}`), `.`]
export const dealEndsBy = <Node>({ time, moment }: { time: (text: string) => Node; moment: string | number }): (string | Node)[] => [`Termina no máximo em `, time(`${moment}`), `.`]
export const dealChanged = <Node>({ time, moment, cap }: { time: (text: string) => Node; moment: string | number; cap: number }): (string | Node)[] => [`Desde `, time(`${moment}`), `: `, `${pluralOf(language, cap, { "one": `${formatNumber(language, cap)} vaga`, "many": `${formatNumber(language, cap)} de vagas`, "other": `${formatNumber(language, cap)} vagas` })}`, `.`]
export const dealClosed = <Node>({ time, moment, sold }: { time: (text: string) => Node; moment: string | number; sold: number }): (string | Node)[] => [`Encerrada em `, time(`${moment}`), `, `, `${pluralOf(language, sold, { "one": `${formatNumber(language, sold)} vaga vendida`, "many": `${formatNumber(language, sold)} de vagas vendidas`, "other": `${formatNumber(language, sold)} vagas vendidas` })}`, `.`]
export const dealCooldown = ({ days }: { days: number }): string => `Nenhuma oferta por este preço ou por menos durante ${pluralOf(language, days, { "one": `${formatNumber(language, days)} dia`, "many": `${formatNumber(language, days)} de dias`, "other": `${formatNumber(language, days)} dias` })} após o fim.`
export const dealCooldownShort = ({ usual }: { usual: number }): string => `É menos do que os ${usual} dias habituais.`
export const seatsOverTime = `Vagas ao longo do tempo`
export const seatsSold = `Vendidas`
export const seatsHeld = `Pagamento em andamento`
export const seatsFree = `Livres`
export const timeInUtc = `Horário (UTC)`
export const verifiedCount = `Número verificado`
export const logCheck = `Verificado pelo seu navegador`
export const logExplained = `Cada mudança de uma vaga é uma entrada de um registro público que só pode crescer. Seu navegador lê tudo, confere a assinatura, acompanha cada vaga e compara o resultado com o aviso.`
export const logChecking = `Seu navegador está verificando o registro…`
export const logVerified = ({ entries, sold, cap, remaining }: { entries: string | number; sold: string | number; cap: string | number; remaining: string | number }): string => `Verificado. Entradas do registro: ${entries}. Vagas vendidas: ${sold} de ${cap}, livres: ${remaining}. O aviso mostra o mesmo número.`
export const logSameHistory = `O que você viu na sua última visita continua lá, sem mudanças.`
export const logIsWrong = `Algo está errado, então não confie no número de vagas:`
export const logNotRead = `Não é possível ler o registro no momento, por isso nada foi verificado.`
export const logUnsupported = `Este navegador não consegue conferir a assinatura, por isso nada foi verificado. Um mais novo consegue.`
export const logNeedsScript = `A verificação precisa de JavaScript. Permita-o para este site e recarregue a página.`
export const logFromOutside = <Node>({ code, command }: { code: (text: string) => Node; command: string | number }): (string | Node)[] => [`Qualquer pessoa pode fazer a mesma verificação de fora, em uma cópia do código do Fairseat: `, code(`${command}`)]
export const logUnreadableEntry = ({ entry }: { entry: string | number }): string => `A entrada ${entry} não pode ser lida.`
export const logTimeBackwards = ({ entry, at, before }: { entry: string | number; at: string | number; before: string | number }): string => `A entrada ${entry} tem a data ${at}, mas a anterior ${before}.`
export const logTimeAhead = ({ entry, at, now }: { entry: string | number; at: string | number; now: string | number }): string => `A entrada ${entry} traz a hora ${at}, mas seu relógio marca ${now}.`
export const logUnknownOffer = ({ entry, offer }: { entry: string | number; offer: string | number }): string => `A entrada ${entry} é de uma oferta que nunca começou: ${offer}.`
export const logOfferStillOpen = ({ entry, offer, open }: { entry: string | number; offer: string | number; open: string | number }): string => `A entrada ${entry} começa a oferta ${offer} enquanto ${open} ainda está em curso.`
export const logOfferAgain = ({ entry, offer }: { entry: string | number; offer: string | number }): string => `A entrada ${entry} começa a oferta ${offer} pela segunda vez.`
export const logCooldownBroken = ({ entry, offer, after, days }: { entry: string | number; offer: string | number; after: string | number; days: string | number }): string => `A entrada ${entry} começa a oferta ${offer} cedo demais: o número de dias que devem passar após o fim de ${after} é ${days}, a não ser que o preço seja maior.`
export const logTermsLoosened = ({ entry, term, from, to }: { entry: string | number; term: string | number; from: string | number; to: string | number }): string => `A entrada ${entry} afrouxa as condições de uma oferta em curso: ${term} de ${from} para ${to}.`
export const logTermCap = `número de vagas`
export const logTermPrice = `preço`
export const logTermCurrency = `moeda`
export const logTermEnd = `fim`
export const logTermCooldown = `prazo de espera`
export const logOfferIsOver = ({ entry, offer }: { entry: string | number; offer: string | number }): string => `A entrada ${entry} muda a oferta ${offer} depois do fim dela.`
export const logAboveCap = ({ entry, taken, cap }: { entry: string | number; taken: string | number; cap: string | number }): string => `A entrada ${entry} ocupa mais vagas do que existem: ${taken} de ${cap}.`
export const logWrongTotals = ({ entry, taken, sold, shouldBeTaken, shouldBeSold }: { entry: string | number; taken: string | number; sold: string | number; shouldBeTaken: string | number; shouldBeSold: string | number }): string => `Os totais da entrada ${entry} estão errados: ${taken} ocupadas e ${sold} vendidas, mas as entradas somam ${shouldBeTaken} e ${shouldBeSold}.`
export const logSoldTwice = ({ entry }: { entry: string | number }): string => `A entrada ${entry} vende uma vaga que já estava vendida.`
export const logWrongMovement = ({ entry }: { entry: string | number }): string => `A entrada ${entry} muda uma vaga de um jeito que não é possível.`
export const logGone = `O registro que você viu na sua última visita sumiu.`
export const logBadCheckpoint = `A assinatura do registro não é válida.`
export const logBadTile = ({ path }: { path: string | number }): string => `Uma parte do registro está faltando ou danificada: ${path}`
export const logRootDiffers = `As entradas não são as que foram assinadas.`
export const logFirstDifference = ({ entry }: { entry: string | number }): string => `A primeira que difere é a entrada ${entry}.`
export const logShrunk = ({ seen, size }: { seen: string | number; size: string | number }): string => `O registro ficou menor: ${seen} entradas na sua última visita, ${size} agora.`
export const logRewritten = ({ size }: { size: string | number }): string => `O histórico foi reescrito: o que você viu na sua última visita (tamanho do registro: ${size}) não faz mais parte dele.`
export const logBannerDiffers = ({ shown, counted }: { shown: string | number; counted: string | number }): string => `Vagas livres: ${shown} segundo o aviso, mas ${counted} segundo o registro.`
export const signInMailSubject = ({ code, product }: { code: string | number; product: string | number }): string => `${code} é o seu código de acesso a ${product}`
export const signInMailText = ({ code, link }: { code: string | number; link: string | number }): string => `Seu código é ${code}. Ele vale uma única vez, por 10 minutos, no navegador em que você o pediu.\n\nOu abra este link, que preenche o código para você. Ele funciona em qualquer navegador por uma hora:\n${link}\n\nSe você não o pediu, pode ignorar este e-mail: ninguém consegue entrar sem ele. Nunca compartilhe o código.`
export const deletionMailSubject = ({ code, product }: { code: string | number; product: string | number }): string => `${code} é o seu código para excluir a sua conta de ${product}`
export const deletionMailText = ({ code, link }: { code: string | number; link: string | number }): string => `Seu código é ${code}. Digite-o em ${link} para excluir a sua conta definitivamente. Ele vale por 10 minutos.\n\nSe você não o pediu, outra pessoa entrou como você: saia de todos os lugares em ${link}.`
export const proofMailSubject = ({ code, product }: { code: string | number; product: string | number }): string => `${code} é o seu código de confirmação para ${product}`
export const proofMailText = ({ code, link }: { code: string | number; link: string | number }): string => `Seu código é ${code}. Digite-o na página que o pediu, para ver seus dados ou receber seu dinheiro de volta. Ele vale por 10 minutos.\n\nSe você não o pediu, outra pessoa entrou como você: saia de todos os lugares em ${link}.`
export const formerAddressMailSubject = ({ product }: { product: string | number }): string => `O endereço de e-mail da sua conta de ${product} foi alterado`
export const formerAddressMailText = ({ product, newAddress, contact }: { product: string | number; newAddress: string | number; contact: string | number }): string => `O endereço de e-mail da sua conta de ${product} mudou deste para ${newAddress}. A alteração veio de ${product}, não da nossa página de login. A sua sessão foi encerrada em todos os lugares.\n\nSe não foi você, fale conosco imediatamente: ${contact}`
export const refundMailSubject = ({ product }: { product: string | number }): string => `Seu pagamento a ${product} foi reembolsado integralmente`
export const refundMailText = ({ plan, link }: { plan: string | number; link: string | number }): string => `Seu pagamento por ${plan} chegou depois que a última vaga a esse preço foi ocupada.\n\nDevolvemos o valor integral ao cartão ou à conta com que você pagou; ele geralmente chega em até dez dias. Você não precisa fazer nada e nada mais será cobrado.\n\nVeja o que está disponível agora: ${link}`
export const trialMailSubject = ({ product }: { product: string | number }): string => `O seu teste gratuito de ${product} termina em breve`
export const trialMailText = ({ plan, date, amount }: { plan: string | number; date: string | number; amount: string | number }): string => `O seu teste gratuito de ${plan} termina em ${date}. Nesse momento serão cobrados ${amount}, e o seu plano será renovado até que você o cancele.\n\nSe não quiser continuar, cancele antes disso e nada será cobrado.`
export const managePlanAt = ({ link }: { link: string | number }): string => `Gerenciar o seu plano: ${link}`
export const unpaidMailSubject = ({ product }: { product: string | number }): string => `O seu pagamento a ${product} falhou`
export const unpaidMailText = ({ amount, plan }: { amount: string | number; plan: string | number }): string => `Não conseguimos cobrar ${amount} por ${plan}.`
export const unpaidMailKeep = ({ plan, date }: { plan: string | number; date: string | number }): string => `Você mantém ${plan} até ${date}. Atualize o seu cartão antes disso e nada mais muda.`
export const unpaidMailOver = ({ freePlan, plan }: { freePlan: string | number; plan: string | number }): string => `Por enquanto, você está no ${freePlan}. Atualize o seu cartão para recuperar ${plan}.`
export const unpaidMailLast = ({ plan, date, freePlan }: { plan: string | number; date: string | number; freePlan: string | number }): string => `Você mantém ${plan} até ${date}. Depois disso, passa para ${freePlan}.`
export const updateCardAt = ({ link }: { link: string | number }): string => `Atualizar o seu cartão: ${link}`
export const endMailSubject = ({ product }: { product: string | number }): string => `O seu acesso a ${product} termina em breve`
export const endMailText = ({ plan, date }: { plan: string | number; date: string | number }): string => `${plan} foi cancelado e termina em ${date}. Nada mais será cobrado por ele.`
export const keepPlanAt = ({ plan, link }: { plan: string | number; link: string | number }): string => `Manter ${plan}: ${link}`
export const reminderMailFooter = `Você pode desativar lembretes como este na sua conta.`
export const priceMailSubject = ({ product }: { product: string | number }): string => `O preço de ${product} vai mudar`
export const priceMailText = ({ plan, amount, before, date }: { plan: string | number; amount: string | number; before: string | number; date: string | number }): string => `${plan} passará a custar ${amount} em vez de ${before} a partir da sua primeira renovação depois de ${date}.\n\nAté lá, nada muda. Se não quiser pagar o novo preço, cancele antes dessa renovação e ele não será cobrado.`
export const priceChangesAfter = ({ amount, date }: { amount: string | number; date: string | number }): string => `${amount} a partir da sua primeira renovação depois de ${date}.`
export const discountNotIncluded = `Seu desconto não está incluído aqui. Ele continua sendo aplicado enquanto for válido.`
export const reminders = `Lembretes por e-mail`
export const remindBeforeEnd = `Avisar-me antes de o meu acesso terminar`
export const remindersAlways = `Os e-mails sobre cobranças são sempre enviados.`
export const remindersSaved = `Salvo.`
export const seatMailSubject = ({ number, cap, product }: { number: number; cap: number; product: string | number }): string => `A vaga ${number} de ${cap} em ${product} é sua`
export const seatMailText = ({ plan, number, cap, proof, link }: { plan: string | number; number: number; cap: number; proof: string | number; link: string | number }): string => `Obrigado por comprar ${plan}. Você tem a vaga ${number} de ${cap} por este preço.\n\nA venda da sua vaga consta do nosso registro público. Esta prova mostra isso sem a nossa ajuda, o que quer que façamos depois. Por isso, guarde este e-mail:\n\n${proof}\n\nVerificar a prova na sua conta: ${link}`
export const errorBadRequest = `A solicitação não foi entendida.`
export const errorBadFirstName = `Use somente letras no primeiro nome, no máximo 24.`
export const errorBadEmail = `Isso não parece um endereço de e-mail. Verifique-o, por favor.`
export const errorCodeWrong = `Esse código não está certo. Veja o e-mail mais recente ou peça um novo código.`
export const errorCodeExpired = `Esse código expirou. Peça um novo.`
export const errorCodeSpent = `Tentativas erradas demais: esse código não vale mais. Peça um novo.`
export const errorUnknownProvider = `Não é possível entrar dessa forma aqui. Use o seu e-mail.`
export const errorEmailTaken = `Outra conta tem este e-mail, e ele não está verificado dos dois lados. Nada foi alterado.`
export const errorExternalIdTaken = `A conta com este e-mail já tem outro identificador externo.`
export const errorKeyRefused = `A chave pública desta página não é a deste servidor. Recarregue a página.`
export const errorForeignOrigin = `Esta solicitação veio de outro site e foi recusada.`
export const errorBadPlan = `Escolha um plano à venda: "monthly", "lifetime" ou, se houver, "yearly".`
export const errorNotSignedIn = `Entre primeiro na sua conta.`
export const errorProofNeeded = `Confirme primeiro que é você: enviamos um código por e-mail.`
export const errorUnknownPath = `Não há nada neste endereço.`
export const errorNoReceipt = `Ainda não há recibo. Você o encontrará aqui quando um pagamento for concluído.`
export const errorNothingToManage = `Você ainda não tem uma assinatura para gerenciar.`
export const errorNotYourCheckout = `Este pagamento pertence a outra conta. Entre com aquela pela qual você pagou.`
export const errorHasMonthly = ({ monthly }: { monthly: string | number }): string => `Você já está no ${monthly}. Você pode gerenciá-lo na sua conta.`
export const errorHasLifetime = ({ lifetime }: { lifetime: string | number }): string => `Você já tem ${lifetime}. Não há mais nada a pagar.`
export const errorCheckoutReplaced = ({ lifetime }: { lifetime: string | number }): string => `Você escolheu outra opção nesse meio-tempo. Escolha ${lifetime} de novo se ainda quiser.`
export const errorPaymentProcessing = `Seu pagamento ainda está sendo processado. Você não será cobrado de novo; volte daqui a pouco.`
export const errorSeatsHeld = `Todas as vagas a este preço estão ocupadas ou sendo pagas agora. Uma pode ficar livre em meia hora.`
export const errorNewcomersFull = `Todas as vagas a este preço para contas novas estão sendo pagas agora. Uma pode ficar livre em alguns minutos.`
export const errorMonthlyMeanwhile = ({ sentence, monthly }: { sentence: string | number; monthly: string | number }): string => `${sentence} Você também pode começar com ${monthly} agora.`
export const errorPriceChanged = ({ lifetime }: { lifetime: string | number }): string => `A oferta acabou de terminar e o preço de ${lifetime} mudou. Escolha-o de novo se ainda quiser.`
export const errorSubscriptionLive = `Sua assinatura ainda está ativa. Cancele-a primeiro; você poderá excluir a conta quando ela terminar.`
export const errorTooLarge = `São mais dados do que aceitamos aqui.`
export const errorTooManyMails = `Enviamos vários e-mails a este endereço na última hora. Abra o link do mais recente: ele permite entrar em qualquer navegador. Ou espere e peça novamente mais tarde.`
export const errorMailsExhausted = `Muitas pessoas estão pedindo e-mails de acesso neste momento, por isso não podemos enviar mais a navegadores novos. Tente mais tarde ou use um navegador em que você já entrou antes. O link de um e-mail da última hora ainda funciona.`
export const errorCodesExhausted = `Códigos errados demais foram digitados. Abra o link do nosso e-mail: ele ainda permite entrar. Ou espere e tente mais tarde.`
export const errorNetworkBusy = `Todas as vagas que a sua rede pode ter ao mesmo tempo estão sendo pagas agora. Haverá lugar assim que uma for paga, ou em cinco minutos.`
export const errorNetworkAwaiting = `Todas as vagas que a sua rede pode ter ao mesmo tempo estão à espera de um pagamento que leva dias. Tente mais tarde ou de outra rede.`
export const errorNetworkPaused = `Muitas vagas foram reservadas hoje a partir da sua rede e não foram pagas. Tente amanhã ou de outra rede.`
export const errorBuyerPaused = `Você deixou passar vagas demais hoje. Tente novamente amanhã.`
export const errorProviderDown = `Essa forma de entrar não está disponível no momento. Use o seu e-mail.`
export const errorPaymentServiceDown = `Não conseguimos acessar o serviço de pagamento no momento. Nada foi cobrado de você; tente novamente em um minuto.`
export const errorPaymentServiceBusy = `Muita gente está comprando agora. Nada foi cobrado de você; tente novamente em alguns segundos.`
export const errorMailFailed = `Não conseguimos enviar o e-mail. Tente novamente em um minuto.`
export const errorDatabaseDown = `Não conseguimos acessar o nosso banco de dados no momento. Tente novamente em um minuto.`
