/**
 * A browser may send one POST twice by itself, when a reused connection is reset. So an order that arrives again is not
 * passed on again: it gets the answer of the first, which may still be on its way. The page counts what the trader
 * confirmed (`sendHeader`): a higher count is a confirmation of its own. The same id with other contents is refused.
 * The cache is bounded in time, number and size.
 */
import { createHash } from 'node:crypto'

export interface OrderArrival {
  /** Of the request: whose order it is. */
  readonly token: string
  readonly clientOrderId: string
  readonly body: Uint8Array
  /** Which confirmation of the trader's this is, from 1 on. */
  readonly send: number
}

export interface OrderAnswer {
  readonly status: number
  readonly body: Uint8Array
  readonly headers: readonly (readonly [string, string])[]
  /** Nothing left for the venue: the next arrival is as good as the first. */
  readonly neverLeft?: boolean
}

export type Joined = { readonly kind: 'answer'; readonly answer: Promise<OrderAnswer> } | { readonly kind: 'other_contents' }

export interface OrderJoiner {
  /** The answer to an order: `pass`es it on, or joins an earlier arrival of the same. */
  join(order: OrderArrival, pass: () => Promise<OrderAnswer>): Joined
}

interface Seen {
  readonly contents: string
  readonly send: number
  readonly answer: Promise<OrderAnswer>
  bytes: number
  /** undefined while it is in flight. */
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
  const seen = new Map<string, Seen>()
  let bytes = 0
  const forget = (key: string, known: Seen): void => {
    if (seen.get(key) !== known) return
    seen.delete(key)
    bytes -= known.bytes
  }
  /** Oldest first; those in flight stay, however many: each holds a connection anyway. */
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
      const fresh: Seen = { contents, send, answer, bytes: 200, answeredMs: undefined }
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
