/**
 * A browser may itself send a POST twice when a reused connection is reset. So a repeated order is not forwarded again:
 * it gets the first one's answer, even if pending. The page numbers the trader's confirmations (`sendHeader`): a higher
 * number is a new one. The same id with other contents is refused. The cache is limited in time, number and size.
 */
import { createHash } from 'node:crypto'

export interface OrderArrival {
  readonly token: string
  readonly clientOrderId: string
  readonly body: Uint8Array
  /** Number of the trader's confirmation, from 1. */
  readonly send: number
}

export interface OrderAnswer {
  readonly status: number
  readonly body: Uint8Array
  readonly headers: readonly (readonly [string, string])[]
  /** Nothing was sent to the venue, so the next arrival counts as the first. */
  readonly neverLeft?: boolean
}

export type JoinResult =
  | { readonly kind: 'answer'; readonly answer: Promise<OrderAnswer> }
  | { readonly kind: 'other_contents' }

export interface OrderJoiner {
  join(order: OrderArrival, pass: () => Promise<OrderAnswer>): JoinResult
}

interface SeenOrder {
  readonly contents: string
  readonly send: number
  readonly answer: Promise<OrderAnswer>
  bytes: number
  /** Undefined while it is in flight. */
  answeredMs: number | undefined
}

const rememberedMs = 600_000
const mostSeen = 20_000
const mostBytes = 33_554_432

const sum = (...parts: readonly (string | Uint8Array)[]): string => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(String(part.length)).update(' ').update(part)
  return hash.digest('base64')
}

/** `nowMs` is monotonic. */
export function createOrderJoiner(nowMs: () => number): OrderJoiner {
  const seen = new Map<string, SeenOrder>()
  let bytes = 0
  const forget = (key: string, known: SeenOrder): void => {
    if (seen.get(key) !== known) return
    seen.delete(key)
    bytes -= known.bytes
  }
  const makeRoom = (): void => {
    for (const [key, known] of seen) {
      const isOver = known.answeredMs !== undefined && nowMs() - known.answeredMs > rememberedMs
      const isTooMuch = known.answeredMs !== undefined && (seen.size > mostSeen || bytes > mostBytes)
      if (isOver || isTooMuch) forget(key, known)
      else if (known.answeredMs !== undefined) return
    }
  }
  return {
    join({ token, clientOrderId, body, send }, pass) {
      makeRoom()
      const key = sum(token, clientOrderId)
      const contents = sum(body)
      const known = seen.get(key)
      if (known !== undefined) {
        if (known.contents !== contents) return { kind: 'other_contents' }
        if (send <= known.send) return { kind: 'answer', answer: known.answer }
        forget(key, known)
      }
      const answer = pass()
      const fresh: SeenOrder = { contents, send, answer, bytes: 200, answeredMs: undefined }
      seen.set(key, fresh)
      bytes += fresh.bytes
      const answered = ({ body: said, neverLeft }: OrderAnswer): void => {
        fresh.answeredMs = nowMs()
        if (neverLeft === true) return forget(key, fresh)
        if (seen.get(key) !== fresh) return
        bytes += said.byteLength
        fresh.bytes += said.byteLength
      }
      answer.then(answered, () => forget(key, fresh))
      return { kind: 'answer', answer }
    },
  }
}
