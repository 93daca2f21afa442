/**
 * The same faults on the socket (`answer-faults.ts` handles HTTP): an account's private messages pass through here to
 * the hub, and replies on the way back. The exchange's state stays correct.
 */
import { type FeedRequest, type FeedRequestName, readFeedRequest } from '../../../core/contract/feed.ts'
import { validRows } from '../../../core/contract/rows.ts'
import { type EpochMicros, msFromMicros } from '../../../core/domain/time.ts'
import type { Account } from '../exchange.ts'
import type { FeedSocket } from '../feed/hub-options.ts'
import type { FeedConnection, FeedHub } from '../feed/hub.ts'
import { failed, failureCodes, write } from '../feed/messages.ts'
import { readNewOrder } from '../http/read-order.ts'
import type { TokenKeys } from '../http/tokens.ts'
import { driftValue, ofAnother, rejectionOf } from './answer-faults.ts'
import { type CallName, type Faults, refusalOf, type WireFault } from './faults.ts'

export interface FeedFaultOptions {
  readonly inner: FeedHub
  readonly faults: Faults
  readonly clock: () => EpochMicros
  readonly verify: TokenKeys['verify']
  sleep(ms: number): Promise<void>
  onError(error: unknown): void
}

const callOf: { readonly [Name in FeedRequestName]?: CallName } = {
  authenticate: 'authenticate',
  entities_and_rules_request: 'exchangeInfo',
  new_order: 'placeOrder',
  new_bulk_order: 'placeOrder',
  cancel_order: 'cancelOrder',
  cancel_all_orders: 'cancelAllOrders',
  refresh_interest: 'refreshInterest',
  balances: 'balances',
  positions: 'positions',
}

export function injectFeedFaults(options: FeedFaultOptions): FeedHub {
  const { inner, faults, clock, verify } = options
  return {
    ...inner,
    open(socket) {
      const way = createWay(socket)
      const connection = inner.open(way.socket)
      let account: Account | undefined
      let queue = Promise.resolve()
      const pass = async (text: string): Promise<void> => {
        if (way.isCut()) return
        const read = readFeedRequest(text)
        if (!read.ok) return await connection.receive(text)
        const { message } = read
        if (message.name === 'authenticate') {
          account = await verify(message.body.credentials_secret, msFromMicros(clock()), socket.address)
        }
        const name = callOf[message.name]
        const fault = name === undefined ? undefined : faults.takeForRequest(account, name)
        if (fault === undefined) return await connection.receive(text)
        await spoil(fault, { message, text, way, connection }, options)
      }
      return {
        receive(text) {
          queue = queue
            .then(() => pass(text))
            .catch((error: unknown) => {
              options.onError(error)
              way.cut()
            })
          return queue
        },
        closed: () => connection.closed(),
      }
    },
  }
}

interface Spoilt {
  readonly message: FeedRequest
  readonly text: string
  readonly way: Way
  readonly connection: FeedConnection
}

async function spoil(
  fault: WireFault,
  { message, text, way, connection }: Spoilt,
  { clock, sleep }: FeedFaultOptions,
): Promise<void> {
  switch (fault.fault) {
    case 'timeout':
      way.mute()
      await connection.receive(text)
      void sleep(fault.hold_ms).then(way.cut)
      return
    case 'reset':
      way.mute()
      if (fault.executes) await connection.receive(text)
      return way.cut()
    case 'duplicate':
      await connection.receive(text)
      return await connection.receive(text)
    case 'reject':
      return reject(message, fault.reason, way, clock())
    case 'drift':
      way.alter(sent => JSON.stringify(driftValue(JSON.parse(sent), fault)))
      await connection.receive(text)
      return way.alter(undefined)
    case 'another':
      way.alter(sent => JSON.stringify(ofAnother(JSON.parse(sent))))
      await connection.receive(text)
      return way.alter(undefined)
    case 'too_many_requests':
      return way.socket.send(
        failed(tagOf(message), failureCodes.tooMany, `too many requests: try again in ${fault.retry_after} s`),
      )
    case 'refuse':
      if (fault.executes) {
        way.mute()
        await connection.receive(text)
        way.unmute()
      }
      return way.socket.send(withTag(refusalOf(fault), tagOf(message)))
    case 'slow':
      way.hold()
      await connection.receive(text)
      void sleep(fault.delay_ms).then(way.release)
      return
    default:
      return fault satisfies never
  }
}

const tagOf = ({ body }: FeedRequest): string | undefined =>
  'user_tag' in body && typeof body.user_tag === 'string' ? body.user_tag : undefined

function withTag(message: unknown, user_tag: string | undefined): string {
  if (user_tag === undefined || typeof message !== 'object' || message === null || Array.isArray(message))
    return JSON.stringify(message)
  const tagged = Object.entries(message).map(([name, body]): [string, unknown] => [
    name,
    typeof body === 'object' && body !== null && !Array.isArray(body) ? { user_tag, ...body } : body,
  ])
  return JSON.stringify(Object.fromEntries(tagged))
}

function reject(message: FeedRequest, reason: string, { socket }: Way, now: EpochMicros): void {
  const orders = message.name === 'new_bulk_order' ? message.body.orders : [message.body]
  const reads = orders.map(order => readNewOrder(message.name === 'new_order' ? message.body : order, now))
  const rejections = reads.flatMap(read =>
    read.kind === 'refusal'
      ? []
      : [read.kind === 'malformed' ? { ...read.rejected, reason } : rejectionOf(read.order, reason, now)],
  )
  if (message.name === 'new_bulk_order') {
    const results = rejections.map(({ client_order_id }) => ({ client_order_id, order_state: 'pending_new' }))
    socket.send(write('new_bulk_order_response', { user_tag: message.body.user_tag, results: validRows(results) }))
  }
  for (const rejected of rejections) socket.send(write('order_rejected', rejected))
}

interface Way {
  readonly socket: FeedSocket
  mute(): void
  unmute(): void
  cut(): void
  isCut(): boolean
  hold(): void
  release(): void
  alter(change: ((text: string) => string) | undefined): void
}

function createWay(socket: FeedSocket): Way {
  let state: 'open' | 'muted' | 'cut' = 'open'
  let holds = 0
  let waiting: string[] = []
  let change: ((text: string) => string) | undefined
  return {
    socket: {
      ...socket,
      send(text) {
        if (state !== 'open') return
        const sent = change === undefined ? text : change(text)
        if (holds > 0) waiting.push(sent)
        else socket.send(sent)
      },
    },
    mute: () => {
      state = 'muted'
    },
    unmute: () => {
      if (state === 'muted') state = 'open'
    },
    cut: () => {
      state = 'cut'
      socket.reset()
    },
    isCut: () => state === 'cut',
    hold: () => {
      holds += 1
    },
    release: () => {
      holds -= 1
      if (holds > 0 || state !== 'open') return
      for (const text of waiting) socket.send(text)
      waiting = []
    },
    alter: next => {
      change = next
    },
  }
}
