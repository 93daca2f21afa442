/**
 * A simulated network that loses, delays, repeats, reorders, cuts and corrupts by a seed, or a perfect one. A request
 * may reach the venue long after its sender gave up, and an answer may be lost after the venue acted.
 */
import type { Http, HttpAnswer, HttpRequest } from '../../core/client/http.ts'
import type { VenueAnswer } from './small-venue.sim.ts'
import type { Random, VirtualTime } from './virtual-time.sim.ts'

export interface Network {
  /** `isAlive`: a dead tab receives nothing, but its requests continue. */
  http(isAlive: () => boolean): Http
  heal(): void
}

export interface NetworkParts {
  readonly time: VirtualTime
  readonly random: Random
  left(request: HttpRequest): void
  arrive(request: HttpRequest): VenueAnswer | Promise<VenueAnswer>
  received(request: HttpRequest, answer: HttpAnswer): void
}

const answerOf = ({ status, text }: VenueAnswer, headers: Readonly<Record<string, string>> = {}): HttpAnswer => ({
  status,
  text,
  header: name => headers[name],
})

const recordOfAnother = JSON.stringify({
  query_order_response: {
    utc_timestamp: '1800000000000000',
    market_id: '0',
    tradeable_entity_id: '6',
    symbol: 'PTF-USD',
    side: 'buy',
    type: 'LIMIT',
    quantity: '1',
    order_id: '1',
    client_order_id: 'id-of-another',
    order_state: 'accepted',
    cancel_state: 'none',
    executions: [],
  },
})

/** A venue may answer this even for an order that it accepted. */
const refusedUnread = '{"error":{"error_code":"16","message":"invalid parameters"}}'

/** A login refusal with the venue's own code, whether or not the token is valid or the venue acted. */
export const refusedLogin =
  '{"error":{"error_code":"14","message":"auth server rejected the authenticate request, Unauthorized"}}'

function ofAnotherOrder(text: string): string {
  if (text.includes('"error":"failed"')) return recordOfAnother
  return text
    .replaceAll(/"client_order_id":"[^"]*"/g, '"client_order_id":"id-of-another"')
    .replace(/^\{"order_rejected":/, '{"order_accepted":')
    .replace('"reason":', '"symbol":')
}

export const otherSize = '777'
const ofAnotherSize = (text: string): string => text.replaceAll('"quantity":"', `"quantity":"${otherSize}`)

export function createNetwork({ time, random, left, arrive, received }: NetworkParts): Network {
  let isBad = true
  let downUntilMs = 0
  const chance = (share: number): boolean => isBad && random() < share
  const delayMs = (): number => {
    if (!isBad) return 5 + random() * 45
    const kind = random()
    if (kind < 0.6) return 5 + random() * 200
    return kind < 0.9 ? random() * 6_000 : random() * 60_000
  }

  const mangle = (answer: VenueAnswer): HttpAnswer | 'reset' | 'silence' => {
    if (chance(0.08)) return 'silence'
    if (chance(0.08)) return 'reset'
    if (chance(0.06))
      return answerOf({ status: answer.status, text: answer.text.slice(0, Math.floor(random() * answer.text.length)) })
    if (chance(0.06)) return answerOf({ status: 502, text: '<html><body>502 Bad Gateway</body></html>' })
    if (chance(0.05))
      return answerOf({ status: 200, text: answer.text.replaceAll(/"client_order_id":"/g, '"client_order_id":"x') })
    if (chance(0.05)) return answerOf({ status: 200, text: ofAnotherOrder(answer.text) })
    if (chance(0.05))
      return answerOf({ status: 200, text: answer.text.replace(/"(quantity|utc_timestamp)":"/, '"$1":"?') })
    if (chance(0.04)) {
      const kind = random()
      return answerOf({ status: kind < 0.5 ? 200 : 400, text: kind % 0.5 < 0.15 ? refusedLogin : refusedUnread })
    }
    if (chance(0.04)) {
      const isOdd = answer.text.length % 2 === 1
      return answerOf({ status: 200, text: isOdd ? '{"status":"ok"}' : ofAnotherSize(answer.text) })
    }
    return answerOf(answer)
  }

  const http = (isAlive: () => boolean): Http => {
    return request => {
      left(request)
      return new Promise<HttpAnswer>((resolve, reject) => {
        const hear = (run: () => void): void => {
          if (isAlive()) run()
        }
        if (chance(0.02)) downUntilMs = time.nowMs() + random() * 5_000
        if (chance(0.06)) return
        if (chance(0.06) || (isBad && time.nowMs() < downUntilMs)) {
          time.after(random() * 100, () => hear(() => reject(new TypeError('Failed to fetch'))))
          return
        }
        if (chance(0.05)) {
          time.after(delayMs(), () =>
            hear(() => resolve(answerOf({ status: 429, text: '{"error":"slow down"}' }, { 'retry-after': '3' }))),
          )
          return
        }
        // A browser may resend a POST on a fresh connection: both copies arrive, and the answer is the last one's.
        const copies = request.method === 'POST' && chance(0.15) ? 2 : 1
        for (let copy = 1; copy <= copies; copy += 1) {
          const isLast = copy === copies
          time.after(delayMs(), async () => {
            const answer = mangle(await arrive(request))
            if (!isLast || answer === 'silence') return
            const get = (): void => {
              if (answer === 'reset') return reject(new TypeError('Failed to fetch'))
              if (!request.signal.aborted) received(request, answer)
              resolve(answer)
            }
            time.after(delayMs(), () => hear(get))
          })
        }
      })
    }
  }
  return {
    http,
    heal() {
      isBad = false
    },
  }
}
