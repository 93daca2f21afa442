/**
 * An order's wait for a second person's approval: one request, then polling until an answer or the deadline. Only a
 * grant received by this tab, for an order it may still send, sends the order; in every other case it ends unsent.
 */
import type { ClientOrderId } from '../../../core/domain/ids.ts'
import type { ApprovalServer, ApprovalWait, NotNow, WaitParts } from './approvals.ts'

const overdue = 'No approval in ten minutes.'
const notNow: Readonly<Record<Exclude<NotNow, 'reconciling'>, string>> = {
  own_limits: 'It was approved, but now exceeds your own limits.',
  locked: 'It was approved while trading was locked.',
  signed_out: 'It was approved while you were signed out.',
  other_account: 'It was approved while you were signed in to another account.',
}

export function createApprovalWait(server: ApprovalServer, parts: WaitParts): ApprovalWait {
  const requestOf = (id: ClientOrderId) => {
    const intent = parts.intent(id)
    return intent?.state.kind === 'awaiting' ? { intent, request: intent.state.request } : undefined
  }
  const giveUp = (id: ClientOrderId, why: string): void => parts.happen(id, { kind: 'given_up', why })

  /** The trader confirmed earlier, so current obstacles are checked again. */
  async function granted(id: ClientOrderId, by: string): Promise<void> {
    const before = requestOf(id)
    if (before === undefined) return
    const past = await server.pastBy(before.intent)
    const now = requestOf(id)
    if (now?.request === undefined) return
    const refusal = parts.refusal(now.intent)
    if (past !== undefined) giveUp(id, past)
    else if (refusal === 'reconciling') parts.happen(id, { kind: 'still_waiting' })
    else if (refusal !== undefined) giveUp(id, notNow[refusal])
    else if (parts.serverNowMs() >= now.request.untilMs) giveUp(id, overdue)
    else parts.happen(id, { kind: 'granted', id: now.request.id, by })
  }

  return {
    async ask(intent) {
      const id = intent.client_order_id
      const asked = await server.ask(intent)
      if (asked.kind === 'refused') return giveUp(id, asked.why)
      const request = { id: asked.id, untilMs: parts.serverNowMs() + asked.lastsMs }
      if (requestOf(id) === undefined) server.withdraw(asked.id)
      parts.happen(id, { kind: 'asked', request })
    },
    async follow(id) {
      const waiting = requestOf(id)
      if (waiting?.request === undefined) return
      if (parts.serverNowMs() >= waiting.request.untilMs) return giveUp(id, overdue)
      const followed = await server.follow(waiting.request.id)
      if (followed.kind === 'granted') await granted(id, followed.by)
      else if (followed.kind === 'over') giveUp(id, followed.why)
      else parts.happen(id, { kind: 'still_waiting' })
    },
    withdraw(id, why) {
      const request = requestOf(id)?.request
      giveUp(id, why)
      if (request !== undefined) server.withdraw(request.id)
    },
  }
}
