import { createHash } from 'node:crypto'
import * as messages from '../../../core/messages/messages.ts'
import { formatMoney } from '../../../core/plans/money.ts'
import { type MailContext, writeMail } from '../../write-mail.ts'
import type { NoticeContent } from './send-notice.ts'

interface NoticeMailDeps extends Omit<NoticeContent, 'plan'>, MailContext {
  /** The name of the subscription's plan, and of the free one. */
  plan: string
  freePlan: string
  unsubscribeUrl: string
  now: Date
}

/** In the language that is being rendered. */
export const noticeMail = (deps: NoticeMailDeps) =>
  writeMail(deps, '/account', (link) => ({
    subject: subjectOf(deps.kind)({ product: deps.product }),
    text: [...paragraphs(deps, link), ...(deps.isOptional ? [messages.reminderMailFooter] : [])].join('\n\n'),
    messageId: messageIdOf(deps.key, deps.siteUrl),
    ...(deps.isOptional && { unsubscribeUrl: deps.unsubscribeUrl }),
  }))

/** The same for the same notice: a mail that is sent twice is shown once by most mail programs. */
export const messageIdOf = (key: string, siteUrl: string): string =>
  `<${createHash('sha256').update(key).digest('hex').slice(0, 32)}@${new URL(siteUrl).hostname}>`

const subjectOf = (kind: NoticeContent['kind']) =>
  ({
    'trial-ending': messages.trialMailSubject,
    'payment-failed': messages.unpaidMailSubject,
    'grace-ending': messages.endMailSubject,
    'access-ending': messages.endMailSubject,
  })[kind]

function paragraphs(deps: NoticeMailDeps, link: string): string[] {
  const { kind, plan, freePlan, endsAt, now } = deps
  const date = mailDate(endsAt)
  const amount = deps.amount
    ? formatMoney(deps.amount.amountMinor, deps.amount.currency, messages.language)
    : ''
  switch (kind) {
    case 'trial-ending':
      return [messages.trialMailText({ plan, date, amount }), messages.managePlanAt({ link })]
    case 'access-ending':
      return [messages.endMailText({ plan, date }), messages.keepPlanAt({ plan, link })]
    case 'grace-ending':
      return [
        messages.unpaidMailText({ plan, amount }),
        messages.unpaidMailLast({ plan, date, freePlan }),
        messages.updateCardAt({ link }),
      ]
    case 'payment-failed': {
      const isOver = endsAt <= now
      const consequence = isOver
        ? messages.unpaidMailOver({ plan, freePlan })
        : messages.unpaidMailKeep({ plan, date })
      return [
        messages.unpaidMailText({ plan, amount }),
        ...(deps.endsPlan ? [consequence] : []),
        messages.updateCardAt({ link }),
      ]
    }
  }
}

/** With the time and its zone: nobody knows here in which one it is read. */
export const mailDate = (date: Date): string =>
  new Intl.DateTimeFormat(messages.language, {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
    timeZoneName: 'short',
  }).format(date)
