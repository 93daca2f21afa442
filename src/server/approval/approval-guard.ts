/**
 * Requires a second person's approval in front of an exchange: an order above the limit passes only with an approval of
 * exactly its bytes. `/approvals` is for requesting, viewing and signing. A refused order was not sent and is answered
 * like a rejection. A repeated arrival (the browser's own retry) gets the first answer.
 */
import { endpoints } from '../../core/contract/endpoints.ts'
import { credentialsHeader, sendHeader } from '../../core/contract/header-names.ts'
import { parseToken } from '../../core/client/token.ts'
import { type ApprovalLimits, approvalNeed } from '../../core/domain/approval/approval-size.ts'
import { approvalHeader } from '../../core/domain/approval/approval-text.ts'
import { fieldsOf, isRecord, parseJson } from '../../core/domain/json.ts'
import { readCapped } from '../../recorder/serve/read-capped.ts'
import { problem } from '../http/answers.ts'
import type { Handler } from '../http/app.ts'
import { markSecurityEvent } from '../http/security-log.ts'
import type { Approvers } from './approvers.ts'
import {
  approvalLifeMs,
  createPendingOrders,
  isRefused,
  type Outcome,
  type PendingOrder,
  type PendingOrders,
  sha256Of,
} from './pending-orders.ts'

export interface ApprovalParts {
  readonly limits: ApprovalLimits
  readonly approvers: Approvers
  readonly venue: string
  readonly nowMs: () => number
}

const longestBody = 65_536
const noStore = { headers: { 'cache-control': 'no-store' } }

export function guardByApproval<Guarded extends Handler>(exchange: Guarded, parts: ApprovalParts): Guarded {
  const pending = createPendingOrders(parts)
  const passed = createPassedOrders(parts.nowMs)
  return {
    ...exchange,
    async fetch(request: Request) {
      const { pathname } = new URL(request.url)
      if (pathname === '/approvals' || pathname.startsWith('/approvals/'))
        return await answerApprovals(request, pathname, pending, parts)
      // Any POST may be an order, however its path is spelt, except known other calls.
      const isNone =
        request.method !== 'POST' || pathname === endpoints.refreshInterest.path || pathname.startsWith('/sandbox/')
      if (isNone) return await exchange.fetch(request)
      return await answerOrder(request, { exchange, pending, passed, parts })
    },
  }
}

interface OrderParts {
  readonly exchange: Handler
  readonly pending: PendingOrders
  readonly passed: PassedOrders
  readonly parts: ApprovalParts
}

async function answerOrder(
  request: Request,
  { exchange, pending, passed, parts }: OrderParts,
): Promise<Response | undefined> {
  const body = await readCapped(request.clone().body, longestBody)
  if (body === 'too_large') return problem(413, 'The body is over 64 kB; an order is far smaller.')
  const text = textOf(body)
  if (text !== undefined && approvalNeed(text, parts.limits).kind === 'none') return await exchange.fetch(request)
  const id = request.headers.get(approvalHeader)
  if (id === null)
    return refusal(text, parts.nowMs(), "This order needs a second person's approval, and came without one.")
  const account = accountOf(request)
  const key = JSON.stringify([id, account, sha256Of(body), request.headers.get(sendHeader) ?? '1'])
  const answer = await passed.once(key, async () => {
    const used = await pending.use(id, account, body)
    return isRefused(used) ? used : { answer: await exchange.fetch(request) }
  })
  return isRefused(answer) ? refusal(text, parts.nowMs(), answer.refused) : answer.answer?.clone()
}

interface PassedOn {
  readonly answer: Response | undefined
}
interface PassedOrders {
  once(key: string, pass: () => Promise<Outcome<PassedOn>>): Promise<Outcome<PassedOn>>
}

const mostRemembered = 1_000

/** Cached answers to approved orders for the browser's own retry, as long as the approval could be valid. */
function createPassedOrders(nowMs: () => number): PassedOrders {
  const answers = new Map<string, { readonly atMs: number; readonly answer: Promise<Outcome<PassedOn>> }>()
  return {
    async once(key, pass) {
      for (const [each, { atMs }] of answers)
        if (nowMs() - atMs > approvalLifeMs || answers.size > mostRemembered) answers.delete(each)
      const known = answers.get(key) ?? { atMs: nowMs(), answer: pass() }
      answers.set(key, known)
      const answer = await known.answer
      // A refused order was not sent and may be approved later.
      if (isRefused(answer)) answers.delete(key)
      return answer
    },
  }
}

function refusal(text: string | undefined, nowMs: number, reason: string): Response {
  const order = fieldsOf(fieldsOf(parseJson(text ?? ''))['new_order'])
  const id = order['client_order_id']
  const word = (name: string): string => {
    const value = order[name]
    return typeof value === 'string' ? value : ''
  }
  const said = `${reason} This request was not passed on to the venue.`
  const answer =
    typeof id === 'string'
      ? Response.json(
          {
            order_rejected: {
              utc_timestamp: String(nowMs * 1_000),
              market_id: word('market_id'),
              type: word('type'),
              client_order_id: id,
              reason: said,
            },
          },
          noStore,
        )
      : problem(403, said)
  return markSecurityEvent(answer, 'approval_refused')
}

function accountOf({ headers }: Request): string | undefined {
  const token = headers.get(credentialsHeader) ?? ''
  if (parseToken(token) === undefined) return undefined
  const { sub } = fieldsOf(parseJson(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')))
  return typeof sub === 'string' ? sub : undefined
}

function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const shown = ({ id, account, venue, sha256, expiresAtMs, state }: PendingOrder, nowMs: number) => ({
  id,
  account,
  venue,
  sha256,
  expires_at_ms: expiresAtMs,
  now_ms: nowMs,
  state: state.kind,
  ...('by' in state ? { by: state.by } : {}),
  ...('reason' in state ? { reason: state.reason } : {}),
})

/** The paths under `/approvals`. Ids are in bodies, so that no log contains them. */
async function answerApprovals(
  request: Request,
  path: string,
  pending: PendingOrders,
  parts: ApprovalParts,
): Promise<Response> {
  if (path === '/approvals') {
    if (request.method !== 'GET') return problem(405, 'Only GET under this path.', { allow: 'GET' })
    return Response.json(
      { above: Object.fromEntries(parts.limits), venue: parts.venue, now_ms: parts.nowMs() },
      noStore,
    )
  }
  if (request.method !== 'POST') return problem(405, 'Only POST under this path.', { allow: 'POST' })
  const bytes = await readCapped(request.body, longestBody)
  if (bytes === 'too_large') return problem(413, 'The body is over 64 kB.')
  if (path === '/approvals/request') return answerRequest(request, bytes, pending, parts)
  const body = parseJson(textOf(bytes) ?? '')
  const fields = isRecord(body) ? body : {}
  const text = (name: string): string => (typeof fields[name] === 'string' ? fields[name] : '')
  switch (path) {
    case '/approvals/state': {
      const order = pending.find(text('id'))
      return order === undefined
        ? problem(404, 'The server knows no such order.')
        : Response.json(shown(order, parts.nowMs()), noStore)
    }
    case '/approvals/withdraw': {
      const withdrawn = pending.withdraw(text('id'), accountOf(request))
      if (isRefused(withdrawn)) return problem(403, withdrawn.refused)
      return markSecurityEvent(Response.json(shown(withdrawn, parts.nowMs()), noStore), 'approval_withdrawn')
    }
    case '/approvals/list': {
      const atMs = typeof fields['at_ms'] === 'number' ? fields['at_ms'] : 0
      const listed = await pending.list({ approver: text('approver'), atMs, signature: text('signature') })
      if (isRefused(listed)) return markSecurityEvent(problem(403, listed.refused), 'approval_refused')
      return Response.json(
        { orders: listed.map(order => ({ ...shown(order, parts.nowMs()), body: textOf(order.body) })) },
        noStore,
      )
    }
    case '/approvals/grant':
    case '/approvals/decline': {
      const isGrant = path === '/approvals/grant'
      const reason = text('reason').trim()
      if (!isGrant && (reason === '' || reason.length > 200))
        return problem(400, 'Give a reason of 1 to 200 characters.')
      const decided = isGrant
        ? await pending.grant(text('id'), text('approver'), text('signature'))
        : await pending.decline(text('id'), text('approver'), text('signature'), reason)
      if (isRefused(decided)) return markSecurityEvent(problem(403, decided.refused), 'approval_refused')
      return markSecurityEvent(
        Response.json(shown(decided, parts.nowMs()), noStore),
        isGrant ? 'approval_granted' : 'approval_declined',
      )
    }
    default:
      return problem(404, 'There is nothing under this path.')
  }
}

/** An approver must be able to read the order, so one that cannot be shown as text is refused. */
function answerRequest(
  request: Request,
  bytes: Uint8Array,
  pending: PendingOrders,
  { limits, nowMs }: ApprovalParts,
): Response {
  const account = accountOf(request)
  const body = textOf(bytes)
  if (account === undefined) return problem(401, `Send the token in ${credentialsHeader}.`)
  if (body === undefined || !isRecord(parseJson(body)))
    return problem(400, 'Send the bytes of the order: a JSON object in UTF-8.')
  if (approvalNeed(body, limits).kind === 'none') return problem(409, 'This order needs no approval.')
  const made = pending.request(account, bytes)
  if (isRefused(made)) return problem(429, made.refused)
  return markSecurityEvent(Response.json(shown(made, nowMs()), { status: 201, ...noStore }), 'approval_requested')
}
