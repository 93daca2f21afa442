/** Reasons why an order under review cannot be sent now. */
import { useFlow } from '../../api/feed/flow.ts'
import { type Approvals, servesApprovals, useApprovals } from '../../api/approval/approvals.ts'
import { useDeskReady, useIntents } from '../../api/order-desk/desk-hooks.ts'
import type { Intent } from '../../../core/domain/intent.ts'
import { ownLimitBreaches, useOwnLimits } from '../../api/order-desk/own-limits.ts'
import { useSession } from '../../api/venue/session.ts'
import { useTradingLock } from '../../api/order-desk/trading-lock.ts'
import { formatZoned, zoneLabel } from '../../ui/format/zoned-time.ts'
import type { BannerProps } from '../../ui/controls/banner.tsx'
import { isAnsweredOver } from '../../model/answers/own-answers.ts'
import { closingFault, useClosing } from './use-closing.ts'
import { useFirstOrder } from './first-order.ts'
import { rfqObstacle, useRfqRoom } from './rfq-room.ts'
import { isFirm } from './review-text.ts'
import { formatDecimal } from '../../../core/domain/decimal.ts'
import { shortName } from '../../../core/domain/instrument.ts'
import { phrasedIntent } from '../../../core/domain/trade-story/trade-words.ts'
import { type LimitBreach, limitLabels, type LimitName } from '../../../core/domain/own-limits.ts'

export interface Obstacle {
  readonly id: string
  readonly tone: BannerProps['tone']
  readonly title: string
  readonly lines: readonly string[]
}

export function useObstacles(intent: Intent, nowMs: number): readonly Obstacle[] {
  useOwnLimits()
  const intents = useIntents()
  const session = useSession()
  const approval = approvalObstacle(intent, useApprovals())
  const { locked } = useTradingLock()
  const { ready } = useDeskReady()
  const breaches = ownLimitBreaches(intent, intents, nowMs).map(breachText)
  const room = useRfqRoom(intent)
  const { flow, state } = useFlow(intent.context.answers !== undefined)
  const against = isAnsweredOver(intent, flow, state)
    ? { title: 'This RFQ has ended. Nothing was sent.', lines: [] }
    : room && rfqObstacle(intent, room)
  const first = useFirstOrder(intent)
  const fault = closingFault(phrasedIntent(intent).closes && isFirm(intent.order), useClosing(intent))
  const found: (Obstacle | false)[] = [
    fault !== undefined && {
      id: 'closing',
      tone: 'danger',
      title: fault,
      lines: ['Cancel, and draft it again from what you hold now.'],
    },
    against !== undefined && { id: 'rfq', tone: 'danger', ...against },
    first?.kind === 'nothing_left' && {
      id: 'first',
      tone: 'danger',
      title: first.title,
      lines: ['Close this review: the first order stays as it is.'],
    },
    breaches.length > 0 && {
      id: 'limits',
      tone: 'danger',
      title: 'Beyond your own limits: it will not be sent',
      lines: [...breaches, 'They are set under Settings, Own limits.'],
    },
    approval !== undefined && { id: 'approval', ...approval },
    session.status === 'signed_out' && {
      id: 'session',
      tone: 'warning',
      title: 'Signed out. Sign in, then review again.',
      lines: [],
    },
    locked && { id: 'lock', tone: 'warning', title: 'Trading locked. Unlock it in the top bar to send.', lines: [] },
    !ready && { id: 'ready', tone: 'info', title: 'Looking up earlier submissions first.', lines: [] },
  ]
  return found.filter(each => each !== false)
}

function approvalObstacle(
  { body, context }: Intent,
  approvals: Approvals | undefined,
): Omit<Obstacle, 'id'> | undefined {
  if (approvals === undefined)
    return servesApprovals()
      ? { tone: 'info', title: 'Reading first which orders need approval.', lines: [] }
      : undefined
  if (context.amends === undefined || approvals.need(body).kind === 'none') return undefined
  return {
    tone: 'danger',
    title: 'Needs a second person’s approval, so it cannot take the place of a live order',
    lines: [
      'The first would be cancelled before anybody approves this one. Cancel it yourself, then send another for approval.',
    ],
  }
}

const words = (limits: readonly LimitName[]): string => limits.map(limit => `“${limitLabels[limit]}”`).join(', ')

function breachText(breach: LimitBreach): string {
  switch (breach.kind) {
    case 'cash':
      return `Cash of ${formatDecimal(breach.amount)}; your limit is ${formatDecimal(breach.limit)}.`
    case 'cash_unknown':
      return `A market order has no price, so its cash is not known; your limit is ${formatDecimal(breach.limit)}. Give it a price.`
    case 'leg_quantity':
      return `${shortName(breach.symbol)}: size ${formatDecimal(breach.amount)} exceeds your limit of ${formatDecimal(breach.limit)} per leg.`
    case 'day_loss':
      return `Lost ${formatDecimal(breach.lost, { places: 2 })} USD since ${formatZoned(breach.sinceMs, 'dayMinutes')}; your daily limit is ${formatDecimal(breach.limit)}. Nothing is opened until ${formatZoned(breach.untilMs, 'dayMinutes')} ${zoneLabel(breach.untilMs)}, or until you raise the limit. Closing what you hold, less what your orders may close already, stays possible.`
    case 'day_unknown':
      return `Today’s P&L is not known (${breach.why}), so your daily loss limit of ${formatDecimal(breach.limit)} USD cannot be checked. Wait until it is, or lift the limit. Closing what you hold stays possible.`
    case 'unread':
      return `Your ${words(breach.limits)} could not be read from this browser’s storage. Nothing is opened until you set ${breach.limits.length === 1 ? 'it' : 'each'} again.`
    case 'pace':
      return `${breach.sent} orders sent within the last minute; your limit is ${breach.limit}.`
    case 'answer_size':
      return `Your live answers would come to ${formatDecimal(breach.amount)} ${breach.base}; your limit is ${formatDecimal(breach.limit)}.`
    case 'answer_base':
      return `The underlying of ${breach.symbol} cannot be read, so your limits on answers cannot be checked.`
    case 'answer_pace':
      return `${breach.sent} answers sent within the last minute; your limit is ${breach.limit}.`
  }
}
